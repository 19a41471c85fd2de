"""Makes public/fonts/mukta-*.woff2 of the files of @fontsource/mukta; see public/fonts/README.md.

python3 scripts/media/mukta.py <folder of @fontsource/mukta/files>
"""

import sys
from pathlib import Path

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

OUT = Path(__file__).parents[2] / "public/fonts"
WEIGHTS = (400, 700)
# Latin-1, and the punctuation that the site writes. The rupee is added from the other file.
LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x100), 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2026, 0x20AC]
RUPEE = 0x20B9
# Letters with marks of Europe, of transcribed Indian languages, and of Yoruba, Igbo and Ewe as far as the face has them.
MARKED = [*range(0x100, 0x180), 0x192, *range(0x1E00, 0x1F00)]
# Letters of Yoruba and Igbo that the face lacks: each is a letter of it over the dot of its ṣ.
DOTTED = {0x1EB8: "E", 0x1EB9: "e", 0x1ECA: "I", 0x1ECB: "i", 0x1ECC: "O", 0x1ECD: "o", 0x1EE4: "U", 0x1EE5: "u"}
S_DOT = 0x1E63
# Unicode has no precomposed characters for tones over those letters: a combining mark follows the letter, and a ligature gives the glyph.
TONES = {0x300: "àÀ", 0x301: "áÁ"}
TONED = (0x1EB8, 0x1EB9, 0x1ECC, 0x1ECD)


def subset(font, unicodes):
    options = Options()
    options.layout_features = ["kern", "liga", "mark", "mkmk", "ccmp", "tnum"]
    # Phones ignore hints, which would be a third of the file.
    options.hinting = False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=unicodes)
    subsetter.subset(font)


def loosen_spaces(font):
    """Removes the space from all kerning pairs. Mukta kerns it with a comma so tightly that a list looks like one word."""
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            table = getattr(table, "ExtSubTable", table)
            if table.LookupType != 2:
                continue
            if table.Format == 2:
                table.ClassDef2.classDefs.pop("space", None)
            else:
                for pairs in table.PairSet:
                    pairs.PairValueRecord = [one for one in pairs.PairValueRecord if one.SecondGlyph != "space"]
                    pairs.PairValueCount = len(pairs.PairValueRecord)


def contours(font, code):
    """The contours of a letter, each as the calls of a pen."""
    pen = RecordingPen()
    font.getGlyphSet()[font.getBestCmap()[code]].draw(pen)
    found, one = [], []
    for call in pen.value:
        one.append(call)
        if call[0] == "closePath":
            found.append(one)
            one = []
    return found


def box(contour):
    points = [point for _, at in contour for point in at if point]
    xs, ys = zip(*points)
    return min(xs), min(ys), max(xs), max(ys)


def middle(outline):
    left, _, right, _ = box([call for one in outline for call in one])
    return (left + right) / 2


def add(font, code, outline, width):
    pen = TTGlyphPen(None)
    for contour in outline:
        for name, at in contour:
            getattr(pen, name)(*at)
    name = code if isinstance(code, str) else f"uni{code:04X}"
    font.setGlyphOrder([*font.getGlyphOrder(), name])
    font["glyf"][name] = pen.glyph()
    font["hmtx"][name] = (width, box([call for one in outline for call in one])[0])
    for table in font["cmap"].tables:
        if table.isUnicode() and name != code:
            table.cmap[code] = name
    font["maxp"].numGlyphs = len(font.getGlyphOrder())


def width(font, code):
    return font["hmtx"][font.getBestCmap()[code]][0]


def moved(contour, dx):
    return [(name, tuple(point and (point[0] + dx, point[1]) for point in at)) for name, at in contour]


def accent(font, letter):
    """The accent over a letter: its highest contour."""
    return max(contours(font, ord(letter)), key=lambda one: box(one)[1])


def add_tones(font, dotted, tones):
    """Adds the marks themselves, without a width, and a glyph for each mark on each of `TONED`."""
    rules = []
    for tone, (small, capital) in tones.items():
        add(font, tone, [moved(small, -round(box(small)[2]))], 0)
        for code, outline, advance in dotted:
            if code not in TONED:
                continue
            mark = capital if chr(code).isupper() else small
            name = f"uni{code:04X}{tone:04X}"
            add(font, name, [*outline, moved(mark, round(middle(outline) - middle([mark])))], advance)
            rules.append(f"sub uni{code:04X} uni{tone:04X} by {name};")
    addOpenTypeFeaturesFromString(font, "feature ccmp { " + " ".join(rules) + " } ccmp;")


def make(source, weight):
    latin = TTFont(source / f"mukta-latin-{weight}-normal.woff2", recalcTimestamp=False)
    marked = TTFont(source / f"mukta-latin-ext-{weight}-normal.woff2", recalcTimestamp=False)
    rupee = (contours(marked, RUPEE), width(marked, RUPEE))
    dot = min(contours(marked, S_DOT), key=lambda one: box(one)[3])
    dotted = []
    for code, letter in DOTTED.items():
        outline = contours(latin, ord(letter))
        shift = round(middle(outline) - middle([dot]))
        dotted.append((code, [*outline, moved(dot, shift)], width(latin, ord(letter))))
    tones = {tone: [accent(latin, letter) for letter in letters] for tone, letters in TONES.items()}
    subset(latin, LATIN)
    subset(marked, MARKED)
    loosen_spaces(latin)
    add(latin, RUPEE, *rupee)
    for letter in dotted:
        add(marked, *letter)
    add_tones(marked, dotted, tones)
    for font, name in ((latin, "mukta"), (marked, "mukta-marked")):
        font.flavor = "woff2"
        path = OUT / f"{name}-{weight}.woff2"
        font.save(path)
        print(f"{path.name}: {path.stat().st_size} bytes, {len(font.getBestCmap())} characters")


for each in WEIGHTS:
    make(Path(sys.argv[1]), each)
