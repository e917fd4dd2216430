"""Starts the built program for the tests, on loopback, on a free port."""

import os
import pathlib
import queue
import shutil
import signal
import subprocess
import threading

import pytest
from playwright.sync_api import sync_playwright

import bidi
import odd

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHROMIUM = "/usr/bin/chromium"
BINARY = pathlib.Path(os.environ.get("ROSTER_BINARY", ROOT / ".build/release/roster"))


def pytest_addoption(parser):
    parser.addoption("--output", default=str(ROOT / "Output"), help="folder for screenshots")


@pytest.fixture(scope="session")
def output(request):
    folder = pathlib.Path(request.config.getoption("--output"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def clean_environment(**more):
    kept = {k: v for k, v in os.environ.items() if not k.startswith("ROSTER_") and k != "PORT"}
    return kept | more


def roster(*arguments, stdin=None, timeout=60, env=None, cwd=ROOT):
    """Runs the program to its end."""
    return subprocess.run(
        [BINARY, *map(str, arguments)], input=stdin, capture_output=True, timeout=timeout, cwd=cwd,
        env=env or clean_environment())


class Server:
    """A running `roster serve` and the addresses it announced."""

    def __init__(self, *arguments, listeners=1, env=None, cwd=ROOT, default_listen=True, through=(), pass_fds=()):
        """`through` is a command that executes the one it is given, like `bash -c '…; exec "$@"' bash`."""
        listen = ["--listen", "127.0.0.1:0"] if default_listen and "--listen" not in arguments else []
        self.process = subprocess.Popen(
            [*through, BINARY, "serve", *map(str, arguments), *listen], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, cwd=cwd, env=env or clean_environment(), pass_fds=pass_fds)
        self.lines = queue.Queue()
        self.log = []
        threading.Thread(target=self._read, args=(self.process.stdout, self.lines.put), daemon=True).start()
        self._errors = threading.Thread(target=self._read, args=(self.process.stderr, self.log.append), daemon=True)
        self._errors.start()
        self.addresses = [self._announced() for _ in range(listeners)]
        self.url = self.addresses[0]

    @staticmethod
    def _read(stream, keep):
        for line in stream:
            keep(line.rstrip("\n"))

    def _announced(self):
        try:
            line = self.lines.get(timeout=30)
        except queue.Empty:
            self.process.kill()
            raise AssertionError(f"no announcement; log: {self.log}") from None
        prefix = "roster: listening on "
        assert line.startswith(prefix), line
        return line.removeprefix(prefix)

    @property
    def port(self):
        return int(self.url.rsplit(":", 1)[1])

    def stop(self, sent=signal.SIGTERM, timeout=20):
        """Asks the server to stop and returns its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(sent)
        status = self.process.wait(timeout)
        self._errors.join(5)
        return status

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


@pytest.fixture(scope="session")
def site():
    """The sample data, served for the whole run; it must stop cleanly at the end."""
    with Server(ROOT / "Data") as server:
        yield server
        assert server.stop() == 0, server.log


@pytest.fixture(scope="session")
def serve():
    """Starts servers that live to the end of the run, one for each list of arguments."""
    servers = {}

    def started(*arguments):
        if arguments not in servers:
            servers[arguments] = Server(*arguments)
        return servers[arguments]

    yield started
    for server in servers.values():
        assert server.stop() == 0, server.log


@pytest.fixture(scope="session")
def edge(serve, tmp_path_factory):
    """A site of odd data: see `odd.py`."""
    target = tmp_path_factory.mktemp("odd")
    odd.write(target)
    return serve(target)


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def firefox(tmp_path_factory):
    browser = bidi.Firefox(tmp_path_factory.mktemp("firefox"))
    yield browser
    browser.close()


@pytest.fixture
def window(chromium):
    """Opens windows of a kind, which close with the test: `window(width=320, color_scheme="dark")`.

    No page of the site has a script, so JavaScript is left on for the tests' own measuring.
    """
    contexts = []

    def opened(width=768, height=900, locale="en", **options):
        context = chromium.new_context(viewport={"width": width, "height": height}, locale=locale, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        return page

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture
def folder(tmp_path):
    """A data folder of one's own, with the sample's files in it."""
    target = tmp_path / "Data"
    shutil.copytree(ROOT / "Data", target)
    return target
