"""Firefox with JavaScript switched off, driven through its own WebDriver BiDi port."""

import json
import re
import subprocess
import threading

import websocket

FIREFOX = "/usr/bin/firefox-esr"
PREFERENCES = {
    "javascript.enabled": False,
    "remote.active-protocols": 1,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "browser.startup.homepage_override.mstone": "ignore",
    "browser.aboutwelcome.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.auto": False,
    "app.normandy.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "browser.safebrowsing.update.enabled": False,
    "intl.accept_languages": "en",
    "ui.systemUsesDarkTheme": 0,
}


class Firefox:
    """One window of a headless Firefox with a profile of its own in `folder`."""

    def __init__(self, folder):
        lines = [f'user_pref("{name}", {json.dumps(value)});' for name, value in PREFERENCES.items()]
        (folder / "user.js").write_text("\n".join(lines))
        self.process = subprocess.Popen(
            [FIREFOX, "--headless", "--no-remote", "--profile", folder, "--remote-debugging-port", "0"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.commands = 0
        self.socket = websocket.create_connection(self._announced() + "/session", timeout=60, suppress_origin=True)
        threading.Thread(target=lambda: [None for _ in self.process.stderr], daemon=True).start()
        self.send("session.new", capabilities={})
        self.context = self.send("browsingContext.create", type="tab")["context"]

    def _announced(self):
        for line in self.process.stderr:
            if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", line):
                return found[1]
        raise AssertionError("Firefox ended without announcing a port")

    def send(self, method, **parameters):
        """The result of one command; events in between are passed over."""
        self.commands += 1
        self.socket.send(json.dumps({"id": self.commands, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("id") == self.commands:
                assert answer["type"] == "success", answer
                return answer["result"]

    def open(self, url):
        self.send("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def size(self, width, height):
        self.send("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height})

    def evaluate(self, expression):
        """The value of `expression`, which may be anything that JSON can say.

        It runs in a sandbox of the driver's: the page's own scripts stay off.
        """
        result = self.send(
            "script.evaluate",
            expression=f"JSON.stringify({expression}) ?? 'null'",
            awaitPromise=False,
            target={"context": self.context, "sandbox": "test"},
        )
        assert result["type"] == "success", result
        return json.loads(result["result"]["value"])

    def click(self, selector, index=0):
        """Clicks the middle of an element, as a pointer does."""
        x, y = self.evaluate(
            f"(e => {{ e.scrollIntoView({{block: 'center'}}); const b = e.getBoundingClientRect();"
            f" return [b.x + b.width / 2, b.y + b.height / 2]; }})(document.querySelectorAll({json.dumps(selector)})[{index}])"
        )
        move = {"type": "pointerMove", "x": round(x), "y": round(y)}
        press, release = ({"type": name, "button": 0} for name in ("pointerDown", "pointerUp"))
        self._act({"type": "pointer", "id": "mouse", "actions": [move, press, release]})

    def press(self, key):
        names = {"Enter": "\ue007", "Tab": "\ue004"}
        actions = [{"type": name, "value": names.get(key, key)} for name in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keyboard", "actions": actions})

    def back(self):
        self.send("browsingContext.traverseHistory", context=self.context, delta=-1)

    def screenshot(self):
        """A PNG of what the window shows, in base64."""
        return self.send("browsingContext.captureScreenshot", context=self.context)["data"]

    def _act(self, source):
        self.send("input.performActions", context=self.context, actions=[source])

    def close(self):
        self.socket.close()
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
