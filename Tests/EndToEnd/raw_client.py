"""A client on a plain socket, which says exactly what a test wants said."""

import re
import socket
import struct


class RawClient:
    def __init__(self, port=None, path=None, timeout=5, receive_buffer=None):
        self.socket = socket.socket(socket.AF_UNIX if path else socket.AF_INET)
        self.socket.settimeout(timeout)
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.connect(str(path) if path else ("127.0.0.1", port))
        self.received = b""

    def send(self, data):
        self.socket.sendall(data if isinstance(data, bytes) else data.encode("latin-1"))

    def ask(self, target="/healthz", *fields):
        self.send("".join(f"{line}\r\n" for line in (f"GET {target} HTTP/1.1", "Host: a", *fields, "")))

    def answer(self):
        """Status and body of the next answer; None when the connection ends before it."""
        while b"\r\n\r\n" not in self.received:
            if not self._receive():
                return None
        head, self.received = self.received.split(b"\r\n\r\n", 1)
        length = re.search(rb"\r\ncontent-length: (\d+)", head, re.IGNORECASE)
        size = int(length[1]) if length else 0
        body = bytearray(self.received)
        while len(body) < size:
            data = self._read()
            if not data:
                return None
            body += data
        body, self.received = bytes(body[:size]), bytes(body[size:])
        return int(head.split(b" ")[1]), body

    def get(self, target="/healthz", *fields):
        self.ask(target, *fields)
        return self.answer()

    def is_silent(self, seconds):
        """Whether nothing comes for that long, not even an end."""
        self.socket.settimeout(seconds)
        try:
            self.socket.recv(1)
        except TimeoutError:
            return True
        return False

    def _read(self):
        try:
            return self.socket.recv(1 << 16)
        except ConnectionError:
            return b""

    def _receive(self):
        data = self._read()
        self.received += data
        return bool(data)

    def reset(self):
        """Ends the connection with a reset."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()

    def close(self):
        self.socket.close()
