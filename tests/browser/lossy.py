"""A network that loses what is sent, or the answer to it, or brings one late."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import APIResponse, Page, Route

from tests.browser.test_desk import Keys

KEPT = "Your entry is saved on this device"
# The answer to what is sent next waits until `answered` is called, which comes back once the page shows it.
LATE_ANSWER = """() => {
  const real = fetch;
  globalThis.fetch = async (address, options) => {
    const answer = await real(address, options);
    if (options?.method !== "POST") return answer;
    globalThis.fetch = real;
    await new Promise((done) => {
      globalThis.answered = () =>
        new Promise((shown) => {
          document.addEventListener("swapped", shown, {once: true});
          done();
        });
    });
    return answer;
  };
}"""


def is_sent(route: Route) -> bool:
    return route.request.method == "POST"


@contextmanager
def sending(page: Page, happens: Callable[[Route], object]) -> Iterator[None]:
    """What happens inside to whatever is sent; what is asked for is answered. Then the network is back."""
    page.route("**/*", lambda route: happens(route) if is_sent(route) else route.continue_())
    yield
    page.unroute_all(behavior="wait")
    say_it_is_back(page)


def say_it_is_back(page: Page) -> None:
    """What waits is sent now; without a word it is tried every four seconds."""
    page.evaluate("() => { dispatchEvent(new Event('online')); }")


def lose_the_server(page: Page, pattern: str = "**/*") -> None:
    """It is gone, and the page has not heard of it yet."""
    page.route(pattern, lose)


def find_the_server(page: Page, pattern: str = "**/*") -> None:
    page.unroute(pattern)
    say_it_is_back(page)


def lose(route: Route) -> None:
    route.abort()


def lose_the_answer(route: Route) -> None:
    route.fetch(max_redirects=0)
    route.abort()


@contextmanager
def held_up(page: Page) -> Iterator[None]:
    """The first thing that is sent inside is on its way until the end; what is sent behind it waits."""
    held: list[Route] = []
    page.route("**/*", lambda route: route.continue_() if held or not is_sent(route) else held.append(route))
    yield
    assert len(held) == 1
    held[0].continue_()


@contextmanager
def late(page: Page, pattern: str) -> Iterator[Callable[[], None]]:
    """The first page that is asked for inside, at such an address, is answered when that is called."""
    held: list[Route] = []
    found: list[APIResponse] = []

    def hold(route: Route) -> None:
        if held or is_sent(route):
            route.continue_()
        else:
            # While the server answers it, another one may be asked for.
            held.append(route)
            found.append(route.fetch())

    def answer() -> None:
        for _ in range(1000):
            if found:
                break
            page.wait_for_timeout(20)
        assert found, "no such page was asked for"
        with page.expect_event("requestfinished", lambda request: request == held[0].request):
            held[0].fulfill(response=found[0])
        # The page's script has it by then.
        page.evaluate("() => new Promise((done) => setTimeout(done, 100))")

    page.route(pattern, hold)
    yield answer
    page.unroute_all(behavior="wait")


def type_first(page: Page, text: str) -> None:
    with page.expect_request(lambda request: request.method == "POST"):
        Keys(page).type(text)
