"""Every kind of page in every kind of state: what the checkers of accessibility and of markup look at."""

# Pages of the sample site.
SAMPLE = [
    "",
    "friends",
    "friends?open=all",
    "friends?open=climbing-crew",
    "friends?q=ada",
    "friends?q=nobody-is-called-so",
    "friends?open=all&show=online&sort=name",
    "friends?open=nosuchkey",
    "friends/friends",
    "friends/climbing-crew",
    "classmates",
    "classmates?open=all",
    "classmates?q=%E8%A5%BF%E9%97%A8",
    "colleagues",
    "colleagues?open=all",
    "colleagues?q=grace",
    "products",
    "products?cols=3",
    "products?cols=auto",
    "chat",
    "stretch",
    "stretch?image=chatto_bg_normal&w=100&h=60&mode=tile&top=20&left=20&bottom=20&right=20",
    "nosuchpage",
    "friends/nosuchgroup",
    "friends?open=%zz",
]

# Pages of the odd site of `odd.py`.
ODD = [
    "",
    "people",
    "people?open=all",
    "people?open=none",
    "people/opened",
    "people?q=%3Cscript%3E",
    "shop",
    "settings",
    "settings?open=all",
    "many",
    "many/group-000?page=3",
    "broken",
]
