"""The ids of docs/identity.md for the games of a PGN file, with the packages `chess` and `xxhash`."""
import re, sys, unicodedata, chess.pgn, xxhash
OMITTED = "gm im fm cm nm wgm wim wfm wcm dr prof van von der den de del della di da dos du la le ter ten zu zur"
SPELLED = dict(zip("ßæœøđðłþıħŧĳ", "ss ae oe o d d l th i h t ij".split()))

def words(text):
    text = "".join(map(str.lower, text))
    text = re.sub("['`_\u0300-\u036f\u00b4\u02bc\u2018\u2019\u2010-\u2015-]", "", text)
    text = re.sub("[\0-/:-`{-\u00bf\u00d7\u00f7\u2000-\u206f\u3000-\u303f]", " ", text)
    text = re.sub("[\u00c0-\u024f\u0388-\u052f\u1e00-\u1eff]", lambda m: unicodedata.normalize("NFD", m[0])[0], text)
    text = "".join(SPELLED.get(letter, letter) for letter in text)
    return [re.sub("([aou])e", r"\1", word) for word in re.findall("[^ ]+", text)]

def words_of_name(text):
    return [word for word in words(text) if word not in OMITTED.split()] or words(text)

def player(name, fide_id):
    surname, comma, given = re.sub(r"\([^)]*\)?", " ", name).partition(",")
    surname, given = words_of_name(surname), words_of_name(given)
    initials = re.search("(?: [^ ])*$", " ".join(surname))[0].split()
    if not comma and len(surname) > 1 and max(map(len, surname)) > 1 and not re.search("[0-9]", "".join(surname)):
        cut = len(surname) - (len(initials) or 1)
        surname, given = (surname[:cut], surname[cut:]) if initials else (surname[cut:], surname[:cut])
    number = re.fullmatch("0*([1-9][0-9]*)", fide_id)
    key = ["".join(surname or given)] + [word[0] for word in given[:1] if surname]
    return " ".join(key) or (number and "#" + number[1])

def day(date):
    found = re.match("([0-9]{4})(?:[./-](0[1-9]|1[0-2])[./-](0[1-9]|[12][0-9]|3[01]))?|.*[^0-9]([0-9]{4})$", date.strip())
    return ".".join(part for part in found.groups() if part) if found and "0000" not in found.groups() else ""

def meet_id(tag):
    players = [player(tag(color), tag(color + "FideId")) for color in ["White", "Black"]]
    time = re.match("[0-9]{2}:[0-9]{2}:[0-9]{2}", tag("UTCTime")) or [""]
    numbers = ".".join(number.lstrip("0") or "0" for number in re.findall("[0-9]+", tag("Round")))
    address = [found[1] for name in ["Site", "Link"] if (found := re.match("https?://([^?#]*)", tag(name)))] + [""]
    round, event = numbers or " ".join(words(tag("Round"))), " ".join(words(tag("Event")))
    parts = [*players, day(tag("Date")) or day(tag("UTCDate")), time[0], round, event, address[0]]
    return xxhash.xxh3_128_digest("\n".join(parts).encode()) if all(players) else None

def line_ids(board, moves):
    board.chess960 = True
    yield (line := xxhash.xxh3_128_digest(" ".join(board.shredder_fen().split(" ")[:4]).encode()))
    for move in moves:
        yield (line := xxhash.xxh3_128_digest(line + board.uci(move).encode()))
        board.push(move)

class Reader(chess.pgn.GameBuilder):
    def end_headers(self):  # A FEN may give castling rights of Chess960 without a Variant tag.
        self.game.headers.setdefault("Variant", "Chess960")

file, number, sums = open(sys.argv[1], encoding="utf-8"), 0, {}
while game := chess.pgn.read_game(file, Visitor=Reader):
    number, lines = number + 1, list(line_ids(game.board(), game.mainline_moves()))
    ids = {f"line_id({ply})": line for ply, line in enumerate(lines)}
    ids |= {"play_id": None if game.errors else lines[-1], "meet_id": meet_id(lambda name: game.headers.get(name, ""))}
    for name, id in ids.items():
        print(number, name, id.hex() if id else "-", sep="\t")
        sums[name] = sums.get(name, 0) + int.from_bytes(id or b"", "big")
print(*(f"all\t{name}\t{sums[name] % 2**128:032x}" for name in ["play_id", "meet_id"]), sep="\n")
