"""What the sample data says, read by Python's own property list reader."""

import plistlib

from conftest import ROOT

FRIEND_LISTS = ("friends", "classmates", "colleagues")
PAGES = (*FRIEND_LISTS, "products", "chat")


def load(name):
    with open(ROOT / "Data" / f"{name}.plist", "rb") as file:
        return plistlib.load(file)


def groups(name):
    """The groups of a list as (name, online or None, friends as dictionaries)."""
    found = []
    for group in load(name):
        friends = [{"name": f} if isinstance(f, str) else f for f in group["friends"]]
        statuses = [f["status"] for f in friends if "status" in f]
        counted = sum(status == "online" for status in statuses) if statuses else None
        found.append((group.get("name", group.get("group")), group.get("online", counted), friends))
    return found
