"""Data that is odd but allowed: what each page has to stand, in few values."""

import datetime
import plistlib

FORMULA = "=1+1"
MARKUP = "<script>alert('&amp;')</script>\"'"

PEOPLE = [
    {
        "name": "Opened by its owner",
        "id": "opened",
        "opened": True,
        "friends": [
            {"name": MARKUP, "intro": MARKUP, "vip": True, "status": "online", "url": "https://example.org/?a=1&b=2"},
            {"name": FORMULA, "intro": 'comma, "quote"\nand a second line; semicolon', "vip": 1},
            {"name": "👨‍👩‍👧‍👦 family", "status": "away"},
            {"name": "أحمد بن علي", "intro": "نص بالعربية", "status": "busy"},
            {"name": "无图", "icon": "no-such-picture", "status": "offline"},
        ],
    },
    {
        "name": "Renamed",
        "id": "renamed",
        "aliases": ["former-name"],
        "friends": [{"name": "Zoë", "pinyin": "zuo yi", "id": "zoe"}],
    },
    {"name": "Empty", "friends": []},
    {"name": "W" * 300, "friends": [{"name": "n" * 300, "intro": "i" * 900}]},
    {"name": "none", "friends": ["plain string"]},
    {"name": "all", "friends": ["plain string"]},
    {"name": "123", "friends": ["plain string"]},
    {"name": "Empty", "friends": []},
]
SHOP = [
    {"name": "Kettle", "icon": "tmall_icon_cat_outing_1", "url": "https://example.org/kettle", "price": "12.50"},
    {"name": "no picture " + MARKUP, "icon": "nothing-of-this-name"},
]
OUTLINE = {
    "a string": MARKUP,
    "a number": 42,
    "a real": 1.5,
    "a date": datetime.datetime(2024, 2, 29, 12, 30),
    "yes": True,
    "data": b"\x00\x01\x02" * 100,
    "empty": {},
    "nested": {"deeper": {"deepest": ["one", "two", {"three": 3}]}},
    "list": list(range(30)),
}


def write(folder):
    for name, value in (("people", PEOPLE), ("shop", SHOP), ("settings", OUTLINE)):
        (folder / f"{name}.plist").write_bytes(plistlib.dumps(value))
    (folder / "通讯录.plist").write_bytes(plistlib.dumps([{"group": "甲", "friends": ["乙"]}], fmt=plistlib.FMT_BINARY))
    (folder / "many.plist").write_bytes(
        plistlib.dumps(
            [
                {"name": f"Group {n:03}", "friends": [f"Friend {n}.{m}" for m in range(450 if n == 0 else 2)]}
                for n in range(230)
            ]
        )
    )
    (folder / "broken.plist").write_text("<plist><array><string>never closed</array></plist>")
