// Hands over to the program, whichever of the two comes first.

export default function (mounted) {
  const shared = (globalThis.matadorBoard ??= {});
  shared.ready ??= new Promise((go) => { shared.go = go; });
  return shared.show ? shared.show(mounted) : shared.ready.then(() => shared.show(mounted));
}
