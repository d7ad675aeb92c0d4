"""The sandbox in a browser against a bare page with one board component, in turns."""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from functools import cache
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from benchmarks.environment import ROOT, Peers
from benchmarks.measure import Settings, UnavailableError, last_line, milliseconds
from benchmarks.report import Line, judge
from matador.game import fair
from matador.game.moves import DRAW, legal_actions
from matador.game.notation import write_position
from matador.game.position import deal
from matador.game.rules import read_rules
from matador.game.tiles import TileSet, tile
from matador.teach.content import install
from matador.teach.prose import prose
from matador.ui import play
from matador.ui.play_address import Game, new_game, read, write
from matador.ui.truth import MORE
from tests.browser import chromium
from tests.browser.server import serve

OURS, BARE = "sandbox", "bare page"
PATIENCE = 30_000  # milliseconds
DONE = '[data-testid="stApp"][data-test-script-state="notRunning"]'
WINDOW: ViewportSize = {"width": 1280, "height": 800}
WALKS = 50  # random lines, of which the longest is taken
VISITORS = (sys.executable, "-m", "benchmarks.visitors")

Way = tuple[int, int]
"""A tile as it lies, left half first."""


class Site(NamedTuple):
    """One of the two pages and how a move is made there, as selectors."""

    url: str
    pick: str
    place: str
    line: str
    """What is redrawn by a move."""
    back: str
    """What takes the move back."""


class Board(NamedTuple):
    """A board just before the last move: what lies, the tile to play, what the other one holds."""

    line: tuple[Way, ...]
    tile: Way
    rest: Way


def lines(settings: Settings, _peers: Peers) -> Iterator[Line]:
    """Click to redraw with a long line, and first paint."""
    path = chromium.find()
    if path is None:
        yield judge("the sandbox in a browser", "", _no_browser)
        return
    install()
    with ExitStack() as stack:
        ours = stack.enter_context(serve())
        bare = stack.enter_context(serve("benchmarks/bare/app.py"))
        play = stack.enter_context(sync_playwright())
        browser = play.chromium.launch(executable_path=path, args=chromium.FLAGS)
        stack.callback(browser.close)
        for rules, goal in (("pagat", 1.5), ("pagat~set-9", 2.0)):
            board = full_board(read_rules(rules).tiles)
            sites = _sites(ours, bare, board, rules)
            yield _redraw(browser, sites, len(board.line) + 1, goal, settings.of(5, 30))
        board = full_board(read_rules("pagat").tiles)
        yield _paint(browser, _sites(ours, bare, board, "pagat"), settings.of(3, 9))
        yield _answer(browser, ours, settings.of(1, 3))
        yield _crowd(browser, ours, settings.of(10, 30))


def _no_browser() -> tuple[str, bool]:
    raise UnavailableError(chromium.MISSING)


# --- a board as long as it gets -----------------------------------------------------------------


@cache
def full_board(tiles: TileSet) -> Board:
    """The longest line found; the other player holds one of the tiles that are left."""
    walks = [_walk(tiles, random.Random(seed)) for seed in range(WALKS)]
    *lie, last = max(walks, key=len)
    rest = next(one for one in tiles.tiles if one not in {tile(*way) for way in (*lie, last)})
    return Board(tuple(lie), last, rest)


def _walk(tiles: TileSet, chance: random.Random) -> list[Way]:
    """A line that goes where the fewest ways lead on, keeping blanks and matadors for later."""
    lie: list[Way] = [(0, tiles.highest)]
    left = frozenset(tiles.tiles) - {tile(*lie[0])}

    def cost(way: Way) -> float:
        ways = len(_next(tiles, way, left - {tile(*way)}))
        matador = tile(*way) in tiles.matadors
        return ways + 8 * matador + 20 * (not way[1]) + 50 * (not ways) + 2 * chance.random()

    while follow := _next(tiles, lie[-1], left):
        lie.append(min(follow, key=cost))
        left -= {tile(*lie[-1])}
    return lie


def _next(tiles: TileSet, last: Way, left: frozenset[Way]) -> list[Way]:
    ways = sorted({way for one in left for way in (one, one[::-1])})
    return [way for way in ways if _joins(tiles, last, way)]


def _joins(tiles: TileSet, last: Way, way: Way) -> bool:
    return tile(*way) in tiles.matadors or last[1] + way[0] == tiles.target


def _sites(ours: str, bare: str, board: Board, rules: str) -> dict[str, Site]:
    halves = "".join(f"{left}{right}" for left, right in board.line)
    one, rest = (str(tile(*way)) for way in (board.tile, board.rest))
    highest = read_rules(rules).tiles.highest
    code = f"{highest}.{halves}.{one}-{rest}.0.A.0-0.{rules.partition('~')[0]}"
    tiles = ".".join(f"{left}-{right}" for left, right in board.line)
    query = urlencode({"line": tiles, "tile": f"{board.tile[0]}-{board.tile[1]}"})
    return {
        OURS: Site(
            f"{ours}/sandbox?{urlencode({'p': code})}",
            f'.board [data-key="tile {one}"]',
            '.board [data-key^="offer R"], .board .end.lit[data-key="end R"]',
            ".stage",
            ".moves [data-key=undo]",
        ),
        BARE: Site(
            f"{bare}/?{query}",
            "[data-tile]",
            '.end.fits[data-end="right"]',
            "#root",
            'button:has-text("Back")',
        ),
    }


# --- what is measured ---------------------------------------------------------------------------

# A page may have other components: the board is the one in which something is found.
BOARD = """
    const roots = document.querySelectorAll('[data-testid="stBidiComponentIsolated"]');
    const root = [...roots].map(one => one.shadowRoot).find(one => one?.querySelector(selector));
"""
WATCH = f"""selector => {{{BOARD}
    let clicked = 0;
    const first = (name, part) => {{
        window[name] = null;
        new MutationObserver((_, observer) => {{
            if (!clicked) return;
            window[name] = performance.now() - clicked;
            observer.disconnect();
        }}).observe(root.querySelector(part), {{ childList: true }});
    }};
    root.addEventListener("click", () => {{ clicked ||= performance.now(); }}, {{ capture: true }});
    first("redrawn", selector);
    first("answered", "[role=status]");
}}"""


def _redraw(
    browser: Browser, sites: Mapping[str, Site], tiles: int, goal: float, moves: int
) -> Line:
    def found() -> tuple[str, bool]:
        pages = {name: _opened(browser, site) for name, site in sites.items()}
        redrawn: dict[str, list[float]] = {name: [] for name in sites}
        answered: dict[str, list[float]] = {name: [] for name in sites}
        for turn in range(moves + 1):
            for name, site in sites.items():
                moved = _move(pages[name], site)
                if turn:  # the first is not like the others
                    redrawn[name].append(moved[0])
                    answered[name].append(moved[1])
        for page in pages.values():
            page.context.close()
        told, met = _compared(redrawn, goal)
        return f"{told}; Python's own answer {_compared(answered, goal)[0]}", met

    return judge(f"click to redraw with {tiles} tiles: median", f"≤ {goal} × {BARE}", found)


def _move(page: Page, site: Site) -> tuple[float, float]:
    """Seconds from the click that plays the tile to the redraw, and to what Python says of it.

    The tile is taken back.
    """
    page.locator(site.pick).first.click()
    page.evaluate(WATCH, site.line)
    page.locator(site.place).first.click()
    page.wait_for_function("window.redrawn !== null && window.answered !== null")
    page.locator(site.back).first.click()
    page.locator(site.pick).first.wait_for()
    redrawn, answered = page.evaluate("[window.redrawn, window.answered]")
    return redrawn / 1000, answered / 1000


# Asked of the page itself: who waits for an element from outside looks every half second only.
APPEARS = f"""selector => new Promise(seen => {{
    const look = () => {{{BOARD}
        if (root?.querySelector(selector).offsetWidth) seen(performance.now());
        else requestAnimationFrame(look);
    }};
    look();
}})"""


def _paint(browser: Browser, sites: Mapping[str, Site], turns: int) -> Line:
    def found() -> tuple[str, bool]:
        times: dict[str, list[float]] = {name: [] for name in sites}
        for turn in range(turns + 1):
            for name, site in sites.items():
                taken = _first_paint(browser, site)
                times[name] += [taken] if turn else []
        return _compared(times, 1.3)

    return judge("first paint of a board in a fresh browser: median", f"≤ 1.3 × {BARE}", found)


def _first_paint(browser: Browser, site: Site) -> float:
    """Seconds from the call of the address to the tile on the screen."""
    page = browser.new_context(viewport=WINDOW).new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(site.url, wait_until="commit")
    taken = float(page.evaluate(APPEARS, site.pick)) / 1000
    page.context.close()
    return taken


def _answer(browser: Browser, url: str, games: int) -> Line:
    """From a click that ends the visitor's turn to the next one that he may do."""

    def found() -> tuple[str, bool]:
        times = [taken for game in range(games) for taken in _game(browser, f"{url}/play", game)]
        middle, most = statistics.median(times), max(times)
        told = f"median {milliseconds(middle)}, longest {milliseconds(most)} on the wall"
        return f"{told}, {len(times)} answers", middle <= 1.0

    return judge("the computer's answer, `master`, no pauses", "within 1 s", found)


def _game(browser: Browser, url: str, number: int) -> Iterator[float]:
    """Play a hand by each time the first legal action; the seconds of each wait for the other."""
    key = number.to_bytes(fair.KEY_BYTES)
    game = new_game(read_rules("pagat"), ("master",), key, whole=False)
    page = browser.new_context().new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{url}?{urlencode({**write(game), 't': '0'})}")
    page.locator(".board .text p").first.wait_for(state="attached")
    while not (game := _my_turn(page)).match.hand.over:
        page.locator(DONE).wait_for()
        action = legal_actions(play.seen_by_me(game))[0]
        start = time.perf_counter()
        if action.tile is None:
            name = prose("play")["table"]["draw" if action.where == DRAW else "pass"]
            page.get_by_role("button", name=name).click()
        else:
            offer = page.locator(f'.board [data-key="offer {action}"]')
            page.locator(f'.board [data-key="tile {action.tile}"]').click()
            if not offer.count():  # the table was drawn anew just then, and the tile put back
                page.locator(f'.board [data-key="tile {action.tile}"]').click()
            offer.click()
        page.wait_for_url(lambda at, before=page.url: at != before)
        if not play.my_turn(_game_of(page)):
            _my_turn(page)
            yield time.perf_counter() - start
    page.context.close()


def _my_turn(page: Page) -> Game:
    """The game as soon as it is the visitor's turn, or over."""
    page.wait_for_url(lambda at: play.my_turn(one := _read(at)) or one.match.hand.over)
    return _game_of(page)


def _game_of(page: Page) -> Game:
    return _read(page.url)


def _read(address: str) -> Game:
    game = read(dict(parse_qsl(urlsplit(address).query))).game
    assert game
    return game


def _crowd(browser: Browser, url: str, seconds: int) -> Line:
    visitors, every = 50, 2

    def found() -> tuple[str, bool]:
        page = browser.new_context().new_page()
        page.set_default_timeout(PATIENCE)
        _analyse(page, url)
        command = [*VISITORS, url, str(visitors), str(seconds), str(every)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            raise UnavailableError(f"FAILED: {last_line(done.stderr)}")
        page.context.close()
        times = sorted(json.loads(done.stdout))
        middle, late = statistics.median(times), times[int(0.95 * len(times))]
        told = f"median {milliseconds(middle)}, 95% within {milliseconds(late)}, {len(times)} moves"
        return told, middle < 0.05 and late < 0.2

    work = f"{visitors} sandboxes, a move every {every} s each, one more analysing: server time"
    return judge(work, "median < 50 ms, 95% < 200 ms", found)


def _analyse(page: Page, url: str) -> None:
    """Have a position analysed that takes longer than anybody waits."""
    hard = write_position(deal(read_rules("szalone-10"), 2, 1))
    page.goto(f"{url}/sandbox?{urlencode({'p': hard})}")
    page.get_by_role("radio", name=prose("sandbox")["panels"]["worth"]).click()
    page.get_by_role("button", name=prose("truth")["more"].format(seconds=MORE)).click()
    page.get_by_role("progressbar").first.wait_for()


def _opened(browser: Browser, site: Site) -> Page:
    page = browser.new_context(viewport=WINDOW).new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(site.url)
    page.locator(site.pick).first.wait_for()
    return page


def _compared(times: Mapping[str, list[float]], goal: float) -> tuple[str, bool]:
    ours, bare = (statistics.median(times[name]) for name in (OURS, BARE))
    told = f"{milliseconds(ours)} against {milliseconds(bare)} on the wall"
    return f"{ours / bare:.2f} × {BARE}: {told}", ours <= goal * bare
