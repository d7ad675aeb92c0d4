"""A game against the computer: what the visitor's seat may do, and what is done without him.

The computer players are given a `View` of their own seat and nothing else; the visitor's browser is
given what seat A sees. What comes by itself (the others' actions and, if he likes, the visitor's
forced draws) is done one action at a time by `carry_on`, with a pause between.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import streamlit as st

from matador.game import fair
from matador.game.errors import MatadorError
from matador.game.match import Hand
from matador.game.moves import DRAW, LEAD, PASS, Action, explain, legal_actions
from matador.game.notation import read_action
from matador.game.position import SEATS, Position
from matador.game.record import Timeline
from matador.game.rules import Rules
from matador.game.tiles import Tile
from matador.teach import messages, scoring
from matador.teach.prose import prose
from matador.ui import core, links, play_address
from matador.ui.game import BAD, INFO, Tone
from matador.ui.play_address import ME, Game, new_game
from matador.ui.written import Written

if TYPE_CHECKING:  # the players take a second to import, and nobody waits for them at the start
    from matador.analysis.players import Choice, View

SEARCHERS = ("sampler", "master")
"""The players that need the compiled core; the others answer at once without it."""

THINKING = 0.8
"""Seconds of work for one answer of a searcher."""
GLANCE = 0.25
"""Seconds that a page waits for an answer where no pause was wished for."""
LOOK, LOOK_LATER = 0.25, 2.0
"""Seconds between two looks at an answer, and at the core while it is being prepared."""

_KEPT = 200
"""Answers of one visitor that are remembered, for their reasons."""
_SUBSTITUTE = "balanced"

Moment = tuple[tuple[str, ...], str, str, tuple[Action, ...]]
"""Who plays, the secret and the word of the hand, and what was done in it."""


@dataclass
class Desk:
    """The game of one visitor. `rev` and `ack` are the board's counters."""

    game: Game | None = None
    choosing: bool = False
    """Whether the start screen is shown although there is a game."""
    rules: Rules | None = None
    """What the address asked for on the start screen."""
    opponents: tuple[str, ...] = ()
    """Whom it asked for there."""
    offered: Rules | None = None
    """The rules that were chosen on the start screen for the visitor."""
    key: bytes = field(default_factory=lambda: secrets.token_bytes(fair.KEY_BYTES))
    """The key of the game that is begun next: its hash can be shown before."""
    rev: int = 0
    ack: int = 0
    since: int = 0
    """What `rev` was right after the visitor's last doing: what is pressed before comes late."""
    message: str = ""
    tone: Tone = INFO
    trouble: str = ""
    """What was wrong with the address; it stands until the visitor does something."""
    checked: fair.Checked | None = None
    """What came of checking the present deal, once that was asked for."""
    due: float = 0.0
    """The moment (time.monotonic) before which nothing is done by itself."""
    answers: dict[Moment, Choice | core.Job[Choice]] = field(default_factory=dict)
    written: Written = field(default_factory=Written)
    """The addresses written here, to tell a visitor's Back from our own writing."""

    @property
    def playing(self) -> Game:
        """The game; only where there is one."""
        assert self.game is not None
        return self.game

    def show(
        self, game: Game, message: str = "", tone: Tone = INFO, *, by_itself: bool = False
    ) -> None:
        """Look at another state of the game, or at another game."""
        self.game, self.choosing = game, False
        self.message, self.tone = message, tone
        self.checked = None
        self.rev += 1
        self.since = self.since if by_itself else self.rev
        self.due = time.monotonic() + game.pause / 10

    def say(self, message: str) -> None:
        """Answer without changing anything."""
        self.message, self.tone = message, BAD
        self.ack += 1

    def begin(self, rules: Rules, opponents: tuple[str, ...], word: str, whole: bool) -> None:
        """Start a game with the key whose hash was shown. Raises IllegalError."""
        self.trouble = ""
        cut = play_address.clean_word(word)
        game = new_game(rules, opponents, self.key, cut, whole=whole)
        if self.game:
            game = replace(game, pause=self.game.pause, forced=self.game.forced)
        self.key = secrets.token_bytes(fair.KEY_BYTES)
        self.show(game)

    def deal_next(self, word: str) -> None:
        """Deal the next hand of the match, with the secret whose hash was shown."""
        game, self.trouble = self.playing, ""
        shown = fair.commitment(game.match.next_secret)
        match = game.match.next(play_address.clean_word(word))
        self.show(replace(game, match=match, shown=shown))

    def act(self, text: str) -> None:
        """Do what the visitor wants to do, or say why not."""
        game, self.trouble = self.playing, ""
        if game.match.hand.over or game.match.position.turn != ME:
            self.say(not_now(game))
            return
        # Asked of what he sees, so that no refusal tells him where a tile is.
        seen = seen_by_me(game)
        try:
            action = read_action(text, seen)
        except MatadorError as error:
            self.say(links.plain(error))
            return
        verdict = explain(seen, action)
        if not verdict.legal:
            self.say(messages.sentence(seen, verdict))
        else:
            self.do(Action(DRAW) if action.where == DRAW else action)

    def do(self, action: Action, *, by_itself: bool = False) -> None:
        """Do an action known to be legal for the seat to move."""
        match = self.playing.match.play(action)
        self.show(replace(self.playing, match=match), by_itself=by_itself)

    def take_back(self) -> None:
        """Back to the visitor's last choice."""
        game, self.trouble = self.playing, ""
        at = last_choice(game)
        if at is not None:
            match = game.match.back_to(at)
            self.show(replace(game, match=match), prose("play")["table"]["took_back"])

    def give_up(self) -> None:
        """End the hand as lost."""
        game, self.trouble = self.playing, ""
        if not game.match.hand.over:
            self.show(replace(game, match=game.match.give_up(ME)))

    def check(self) -> None:
        """Make hash and deal of the present hand again."""
        game = self.playing
        match = game.match
        word = match.hand.word
        self.checked = fair.check(match.line.start, game.shown, match.secret, word)

    def option(self, *, pause: int | None = None, forced: bool | None = None) -> None:
        """Change an option of the game."""
        game = self.playing
        if pause is not None:
            game = replace(game, pause=pause)
        if forced is not None:
            game = replace(game, forced=forced)
        if game != self.game:
            self.game, self.due = game, time.monotonic() + game.pause / 10

    def answer(self, at: int, patience: float = 0.0) -> Choice | None:
        """What the computer does after `at` actions of the hand; None while it is thinking."""
        game, match = self.playing, self.playing.match
        moment = game.opponents, match.secret, match.hand.word, match.line.actions[:at]
        if moment not in self.answers:
            asked = self._ask(at)
            if asked is None:
                return None
            self.answers[moment] = asked
            for old in list(self.answers)[:-_KEPT]:
                del self.answers[old]
        found = self.answers[moment]
        if not isinstance(found, core.Job):
            return found
        if not found.look(patience):
            return None
        # Whatever kept a searcher from an answer, the game goes on.
        choice = found.answer or _think(self.playing, at, _SUBSTITUTE)
        self.answers[moment] = choice
        return choice

    def _ask(self, at: int) -> Choice | core.Job[Choice] | None:
        game = self.playing
        name = game.opponents[game.match.line.positions[at].turn - 1]
        if name not in SEARCHERS:
            return _think(game, at, name)
        if not core.ready():
            return None
        return core.Job("answers:answer", name, *_question(game, at), seconds=THINKING)


def desk() -> Desk:
    """The visitor's desk."""
    found: Desk = st.session_state.setdefault("play_desk", Desk())
    return found


# --- the address --------------------------------------------------------------------------------


def follow_address(one: Desk) -> None:
    """Open the game in the address if it is not the one that was written last.

    An address without a game, but with rules, asks for the start screen with these rules.
    """
    params = _params()
    if not params or not one.written.asked(params):
        return
    # Read once: a faulty address stays where it is until the visitor does something.
    one.written.note(params)
    if play_address.KEY not in params:
        one.rules, one.trouble = play_address.read_rules_of(params)
        one.opponents = play_address.read_opponents_of(params)
        one.choosing = True
        return
    opened = play_address.read(params)
    one.trouble = opened.trouble
    if opened.game:
        one.show(opened.game)


def write_address(one: Desk) -> None:
    """Put the game into the address, where it is not there already."""
    if one.trouble:
        return
    params = play_address.write(one.playing)
    if _params() != params:
        rest = {k: v for k, v in st.query_params.items() if k not in play_address.PARAMS}
        st.query_params.from_dict({**rest, **params})
    one.written.note(params)


def _params() -> dict[str, str]:
    return {k: st.query_params[k] for k in play_address.PARAMS if k in st.query_params}


# --- what is done without the visitor -----------------------------------------------------------


def carry_on(one: Desk) -> float | None:
    """Do what is due by itself. Returns the seconds after which to look again, if there is more."""
    while _by_itself(one.playing):
        action = _next_action(one)
        left = one.due - time.monotonic()
        if action is None:
            return LOOK_LATER if waits_for_core(one.playing) else LOOK
        if left > 0:
            return left
        one.do(action, by_itself=True)
    return None


def is_due(one: Desk) -> bool:
    """Whether `carry_on` would do something now."""
    if one.game is None or not _by_itself(one.game):
        return False
    return _next_action(one) is not None and one.due <= time.monotonic()


def waits_for_core(game: Game) -> bool:
    """Whether the seat to move needs the core, which is not ready."""
    turn = game.match.position.turn
    searcher = turn != ME and game.opponents[turn - 1] in SEARCHERS
    return searcher and not game.match.hand.over and not core.ready()


def _by_itself(game: Game) -> bool:
    if game.match.hand.over:
        return False
    return game.match.position.turn != ME or (game.forced and forced(game) is not None)


def _next_action(one: Desk) -> Action | None:
    game = one.playing
    if game.match.position.turn == ME:
        return forced(game)
    choice = one.answer(game.match.line.at, GLANCE if not game.pause else 0.0)
    return choice.action if choice else None


def _think(game: Game, at: int, name: str) -> Choice:
    from matador.analysis.players import PLAYERS  # noqa: PLC0415 - see above

    seen, seed = _question(game, at)
    return PLAYERS[name].choose(seen, seed, THINKING)


def _question(game: Game, at: int) -> tuple[View, int]:
    """What the seat to move after `at` actions sees, and the number that its lots come from."""
    from matador.analysis.players import view  # noqa: PLC0415 - see above

    seat = game.match.line.positions[at].turn
    seed = fair.chance(game.match.secret, f"{SEATS[seat]} {at}")
    return view(game.match.line.to(at), seat), seed


# --- what the visitor sees and may do -----------------------------------------------------------


def seen_by_me(game: Game) -> Position:
    """The position as the visitor's seat sees it."""
    from matador.analysis.knowledge import seen_from  # noqa: PLC0415 - see above

    return seen_from(game.match.line, ME).position


def shown(game: Game) -> Position:
    """What the browser is told: all hands once the hand is over, before only the visitor's."""
    return game.match.position if game.match.hand.over else seen_by_me(game)


def my_turn(game: Game) -> bool:
    """Whether the visitor is to do something."""
    return not game.match.hand.over and game.match.position.turn == ME


def forced(game: Game) -> Action | None:
    """The draw or pass that is all the visitor may do, if so."""
    legal = legal_actions(game.match.position) if my_turn(game) else ()
    return legal[0] if len(legal) == 1 and legal[0].where in (DRAW, PASS) else None


def last_choice(game: Game) -> int | None:
    """After how many actions of the hand the visitor last had a choice; None if he had none."""
    line = game.match.line
    turns = [at for at, position in enumerate(line.positions[:-1]) if position.turn == ME]
    return next((at for at in reversed(turns) if _choices(line.positions[at]) > 1), None)


def _choices(position: Position) -> int:
    ways: set[tuple[str, Tile | None] | Action] = set()
    for action in legal_actions(position):
        # Which way round the first tile lies makes no difference to anybody at the table.
        ways.add((LEAD, action.tile) if action.where == LEAD else action)
    return len(ways)


# --- in words -----------------------------------------------------------------------------------


def names(game: Game) -> tuple[str, ...]:
    """What the seats are called in a sentence."""
    text = prose("play")
    called = [text["players"][name] for name in game.opponents]
    if len(called) > 1:  # two may be of a kind
        called = [text["seat"].format(name=n, seat=SEATS[i]) for i, n in enumerate(called, 1)]
    return (text["you"], *called)


def headings(game: Game) -> tuple[str, ...]:
    """What the seats are called on the board: with the letters that describe the position."""
    text = prose("play")
    called = [text["you"].capitalize(), *(text["players"][name] for name in game.opponents)]
    return tuple(text["seat"].format(name=n, seat=SEATS[i]) for i, n in enumerate(called))


def not_now(game: Game) -> str:
    """Why the visitor can't do anything now."""
    text = prose("play")["table"]
    if game.match.hand.over:
        return str(text["over"])
    return str(text["their_turn"].format(name=names(game)[game.match.position.turn]))


def caption(game: Game) -> str:
    """What was done last, and whose turn it is; short enough for two lines on a phone."""
    text, match = prose("play")["table"], game.match
    done = [_latest(game)] if match.line.at else []
    turn = match.position.turn
    if match.hand.over:
        then = text["over"]
    elif turn != ME:
        then = text["thinks"].format(name=names(game)[turn])
    else:
        must = forced(game)
        then = _must(match.position, must) if must else text["your_turn"]
    return " ".join([*done, _upper(then)])


def since(game: Game) -> list[tuple[int, str]]:
    """What was done since the visitor's turn began that was before the present one.

    Sentences with the number of the action they are about; draws of one turn are told together.
    """
    line = game.match.line
    mine = [at for at in range(line.at) if line.positions[at].turn == ME]
    first = mine[-1] if mine else 0
    while first and line.positions[first - 1].turn == ME:
        first -= 1
    return [(group[-1], _told(game, group, "told")) for group in _groups(line, first)]


def _groups(line: Timeline, first: int) -> list[list[int]]:
    """The numbers of the actions from `first` on; draws of one turn stand together."""
    found: list[list[int]] = []
    for at in range(first, line.at):
        draws = line.actions[at].where == DRAW
        if draws and found and _follows(line, found[-1][-1], at):
            found[-1].append(at)
        else:
            found.append([at])
    return found


def _follows(line: Timeline, one: int, other: int) -> bool:
    """Whether an action follows a draw in the same turn."""
    same = line.positions[one].turn == line.positions[other].turn
    return same and line.actions[one].where == DRAW


def _latest(game: Game) -> str:
    """What was done last; a play with the draws before it."""
    line = game.match.line
    groups = _groups(line, 0)
    action = line.actions[groups[-1][0]]
    if len(groups) < 2 or action.tile is None or not _follows(line, *_tips(groups)):
        return _told(game, groups[-1], "short")
    drew = len(groups[-2])
    return _told(game, groups[-1], "short", drew)


def _tips(groups: list[list[int]]) -> tuple[int, int]:
    return groups[-2][-1], groups[-1][0]


def _told(game: Game, group: list[int], style: str, drew: int = 0) -> str:
    """One group of actions in one sentence; a play also tells how many tiles were drawn before."""
    line, words = game.match.line, prose("play")[style]
    before, action = line.positions[group[-1]], line.actions[group[-1]]
    slots: dict[str, object] = {"name": names(game)[before.turn], "count": drew or len(group)}
    if action.where == DRAW:
        drawn = [line.positions[at].stock.tiles[0] for at in group]
        slots["tile"] = ", ".join(map(_name, drawn))
        key = "draw_named" if before.turn == ME else "draw" if len(group) == 1 else "draws"
    elif action.where == PASS or action.tile is None:
        key = "pass"
    else:
        slots["tile"] = _name(action.tile)
        slots["arm"] = messages.arm_name(action.where)
        slots["leaves"] = "" if action.where == LEAD else messages.leaves_text(before, action)
        usual = "across" if action.plus else "drew_and" if drew else "play"
        key = "lead" if action.where == LEAD else usual
    return _upper(words[key].format(**slots))


def _name(one: Tile) -> str:
    # A tile at the end of a line of text is not broken in two.
    return messages.tile_name(one).replace("-", "\N{NON-BREAKING HYPHEN}")


def _must(position: Position, action: Action) -> str:
    """Why the visitor has to draw or to pass."""
    usual: dict[str, str] = prose("play")["must"]
    verdict = explain(position, action)
    return usual.get(str(verdict.reason)) or messages.sentence(position, verdict)


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def outcome(game: Game, hand: Hand) -> str:
    """How a hand of the match ended and what it paid."""
    paid = hand.settlement
    if paid is None:
        return ""
    if hand.gave_up is None or hand.out is None:
        return scoring.hand_sum(paid, game.match.rules, names(game))
    return scoring.gave_up(hand.gave_up, hand.out, paid, game.match.rules, names(game))
