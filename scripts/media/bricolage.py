"""Makes public/fonts/bricolage-marked.woff2 of the files of @fontsource-variable/bricolage-grotesque; see public/fonts/README.md.

python3 scripts/media/bricolage.py <folder of @fontsource-variable/bricolage-grotesque/files>
"""

import sys
import tempfile
from copy import deepcopy
from pathlib import Path

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

OUT = Path(__file__).parents[2] / "public/fonts/bricolage-marked.woff2"
# The cut of the headings.
CUT = {"opsz": 72, "wght": 700, "wdth": 100}
# Combining grave, acute, tilde, macron and dot below: Unicode has no precomposed letters for tones over dotted letters.
MARKS = [0x300, 0x301, 0x303, 0x304, 0x323]
# Ẹ ẹ Ẽ ẽ Ị ị Ọ ọ Ụ ụ, of Yoruba and Igbo. The package has them in its Vietnamese file, with Ĩ ĩ Ũ ũ of Kikuyu.
DOTTED = [0x1EB8, 0x1EB9, 0x1EBC, 0x1EBD, 0x1ECA, 0x1ECB, 0x1ECC, 0x1ECD, 0x1EE4, 0x1EE5]
# The letters of Latin-1 and of Latin Extended-A.
LETTERS = [*range(0xC0, 0xD7), *range(0xD8, 0xF7), *range(0xF8, 0x17F)]


def cut(source, script, unicodes):
    font = TTFont(source / f"bricolage-grotesque-{script}-standard-normal.woff2", recalcTimestamp=False)
    font = instantiateVariableFont(font, CUT)
    options = Options()
    # No kerning: most neighbours of these letters are in the other file.
    options.layout_features = ["mark", "mkmk", "ccmp"]
    options.hinting = False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=unicodes)
    subsetter.subset(font)
    font.flavor = None
    return font


def anchor_grave(font):
    """Gives the combining grave the anchor that the face forgot: that of the acute, mirrored as the accent is."""
    acute, grave = (font.getBestCmap()[code] for code in (0x301, 0x300))
    outline = font["glyf"][grave]
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            table = getattr(table, "ExtSubTable", table)
            if table.LookupType != 4 or grave in table.MarkCoverage.glyphs:
                continue
            marks = dict(zip(table.MarkCoverage.glyphs, table.MarkArray.MarkRecord))
            marks[grave] = deepcopy(marks[acute])
            anchor = marks[grave].MarkAnchor
            anchor.XCoordinate = outline.xMin + outline.xMax - anchor.XCoordinate
            table.MarkCoverage.glyphs = sorted(marks, key=font.getGlyphID)
            table.MarkArray.MarkRecord = [marks[glyph] for glyph in table.MarkCoverage.glyphs]
            table.MarkArray.MarkCount = len(marks)


def make(source):
    dotted = cut(source, "vietnamese", [*DOTTED, *MARKS, 0x128, 0x129, 0x168, 0x169])
    anchor_grave(dotted)
    known = set(dotted.getBestCmap())
    latin = cut(source, "latin", [code for code in LETTERS if code not in known])
    known |= set(latin.getBestCmap())
    extended = cut(source, "latin-ext", [code for code in LETTERS if code not in known])
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for index, font in enumerate((dotted, latin, extended)):
            paths.append(f"{folder}/{index}.ttf")
            font.save(paths[-1])
        merged = Merger().merge(paths)
    merged.flavor = "woff2"
    merged.save(OUT)
    print(f"{OUT.name}: {OUT.stat().st_size} bytes, {len(merged.getBestCmap())} characters")


make(Path(sys.argv[1]))
