#!/usr/bin/env python3
"""Writes a friend list of any size as a property list, the same bytes for the same arguments.

generate_friends.py --friends N [--groups N] [--seed N] [--distinct] [--format xml|binary] --out FILE

The list is an array of groups {name, online, friends}, a friend is {icon, name, intro, vip}. About a third of the
text is Chinese; some signatures need escaping, some are empty, some are long. XML is written friend by friend. As in
life, many names and most intros come again; with --distinct a number in each keeps any two from being equal.
"""
import argparse
import itertools
import plistlib
import random
from xml.sax.saxutils import escape

SURNAMES = "林郑宋唐程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文"
SYLLABLES = ["安", "柏", "晨", "冬青", "尔", "芳菲", "桂", "海", "佳", "可可", "岚", "木子", "宁", "平", "晴川", "若水", "树", "桐", "晚", "夏至", "小满", "逸", "远山", "竹"]
FIRST = ["Amber", "Bela", "Corin", "Dilys", "Edda", "Finn", "Greta", "Hugo", "Iris", "Joris", "Kaja", "Linus", "Maud", "Nils", "Orla", "Pavel"]
LAST = ["Alder", "Birch", "Cedar", "Dogwood", "Elder", "Fern", "Gorse", "Hazel", "Ivy", "Juniper", "Larch", "Maple"]
OTHERS = ["Łucja Żuraw", "Σοφία Νέρη", "Лев Береза", "نور قمر", "יעל גל", "ゆき 森", "하늘 강", "Đào Nguyên"]
SIGNATURES = [
    "", "在忙，晚点回", "今天也是好天气 ☀️", "Tea & biscuits", "no <b>bold</b> moves", "\"慢慢来\"", "周末爬山去", "on the train",
    "愿你走出半生，归来仍是少年", "🎧 循环播放中", "please call, don't write", "明天见",
    "读书，写字，喂猫，浇花；偶尔发呆，偶尔远行，剩下的时间都用来等一个晴天，" * 3,
]
GROUPS = ["我的好友", "家人", "同学", "同事", "Choir", "Running & hiking", "老家", "黑名单", "Ämter", "网友"]


def friend(rng, number=None):
    """One friend, as the fields of a dictionary in order; `number` is added to its texts."""
    kind = rng.random()
    if kind < 0.6:
        name = rng.choice(SURNAMES) + rng.choice(SYLLABLES)
    elif kind < 0.92:
        name = f"{rng.choice(FIRST)} {rng.choice(LAST)}"
    else:
        name = rng.choice(OTHERS)
    if rng.random() < 0.3:
        name += str(rng.randrange(1000))
    icon, intro = f"{rng.randrange(1, 121):03}.png", rng.choice(SIGNATURES)
    if number is not None:
        name, intro = f"{name} {number:x}", f"{intro} {number:x}"
    return {
        "icon": icon,
        "intro": intro,
        "name": name,
        "vip": rng.random() < 0.2,
    }


def numbered_friends(rng, count, numbers):
    """So many friends, numbered where there are numbers."""
    for _ in range(count):
        yield friend(rng, next(numbers) if numbers else None)


def text_bytes(one):
    """How many bytes the texts of a friend have."""
    return len(one["name"].encode()) + len(one["intro"].encode())


def sizes(rng, groups, friends):
    """How many friends each group has: uneven, adding up."""
    cuts = sorted(rng.randrange(friends + 1) for _ in range(groups - 1))
    return [end - start for start, end in zip([0] + cuts, cuts + [friends])]


def group_name(index):
    turn, place = divmod(index, len(GROUPS))
    return GROUPS[place] + (f" {turn + 1}" if turn else "")


def write_xml(out, rng, groups, friends, numbers=None):
    """Writes as Apple's tools do: tabs, one element a line. Returns how many bytes the names and intros have."""
    text = 0
    write = lambda text: out.write(text.encode())
    write('<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" ')
    write('"http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0">\n<array>\n')
    for index, size in enumerate(sizes(rng, groups, friends)):
        write("\t<dict>\n\t\t<key>friends</key>\n\t\t<array>\n")
        online = 0
        for one in numbered_friends(rng, size, numbers):
            text += text_bytes(one)
            online += rng.random() < 0.4
            pad = "\t\t\t\t"
            write(
                f"\t\t\t<dict>\n{pad}<key>icon</key>\n{pad}<string>{one['icon']}</string>\n"
                f"{pad}<key>intro</key>\n{pad}<string>{escape(one['intro'])}</string>\n"
                f"{pad}<key>name</key>\n{pad}<string>{escape(one['name'])}</string>\n"
                f"{pad}<key>vip</key>\n{pad}<{'true' if one['vip'] else 'false'}/>\n\t\t\t</dict>\n"
            )
        write(f"\t\t</array>\n\t\t<key>name</key>\n\t\t<string>{escape(group_name(index))}</string>\n")
        write(f"\t\t<key>online</key>\n\t\t<integer>{online}</integer>\n\t</dict>\n")
    write("</array>\n</plist>\n")
    return text


def write_binary(out, rng, groups, friends, numbers=None):
    """The same list; needs it all in memory."""
    root, text = [], 0
    for index, size in enumerate(sizes(rng, groups, friends)):
        members, online = [], 0
        for one in numbered_friends(rng, size, numbers):
            members.append(one)
            text += text_bytes(one)
            online += rng.random() < 0.4
        root.append({"friends": members, "name": group_name(index), "online": online})
    plistlib.dump(root, out, fmt=plistlib.FMT_BINARY, sort_keys=False)
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--friends", type=int, required=True)
    parser.add_argument("--groups", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--distinct", action="store_true", help="no two texts are equal")
    parser.add_argument("--format", choices=["xml", "binary"], default="xml")
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    if options.groups < 1 or options.friends < 0:
        parser.error("--groups is at least 1, --friends at least 0")
    write = write_xml if options.format == "xml" else write_binary
    with open(options.out, "wb") as out:
        numbers = itertools.count() if options.distinct else None
        write(out, random.Random(options.seed), options.groups, options.friends, numbers)


if __name__ == "__main__":
    main()
