"""Writes the outlines of letters and characters on pieces, from fonts, as SVG path data in src/board/sets/outlines/.

    pip install fonttools brotli
    npm install --prefix DIR @fontsource/yuji-syuku @fontsource/lxgw-wenkai-tc
    python scripts/outlines.py DIR

Each outline has its middle at the origin; 100 is the height of an em, y points down.
"""

import glob
import json
import sys

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

OUT = "src/board/sets/outlines"


def number(n):
    return f"{round(n, 1) + 0:g}"


def outline(font, char):
    glyphs, scale = font.getGlyphSet(), 100 / font["head"].unitsPerEm
    glyph = glyphs[font.getBestCmap()[ord(char)]]
    bounds = BoundsPen(glyphs)
    glyph.draw(bounds)
    left, low, right, high = bounds.bounds
    pen = SVGPathPen(glyphs, ntos=number)
    shift = (scale, 0, 0, -scale, -scale * (left + right) / 2, scale * (low + high) / 2)
    glyph.draw(TransformPen(pen, shift))
    return pen.getCommands()


def outlines(fonts, chars):
    found = {}
    for font in fonts:
        known = font.getBestCmap()
        for char in chars:
            if char not in found and ord(char) in known:
                found[char] = outline(font, char)
    missing = [char for char in chars if char not in found]
    if missing:
        sys.exit(f"missing: {' '.join(missing)}")
    return {char: found[char] for char in chars}


def parts(folder, name, weight):
    return [TTFont(path) for path in sorted(glob.glob(f"{folder}/node_modules/@fontsource/{name}/files/*-{weight}-normal.woff2"))]


def lettering(font, chars):
    """How far each character goes on, and its outline from the beginning of the base line."""
    glyphs, scale, known = font.getGlyphSet(), 100 / font["head"].unitsPerEm, font.getBestCmap()
    found = {}
    for char in chars:
        if ord(char) in known:
            pen = SVGPathPen(glyphs, ntos=number)
            glyph = glyphs[known[ord(char)]]
            glyph.draw(TransformPen(pen, (scale, 0, 0, -scale, 0, 0)))
            found[char] = [round(glyph.width * scale, 1), pen.getCommands()]
    return found


def write(name, data, out=OUT):
    with open(f"{out}/{name}.json", "w", encoding="utf-8") as file:
        json.dump(data, file, ensure_ascii=False, indent=2)
        file.write("\n")


def main():
    folder = sys.argv[1]
    write("wedge", outlines(parts(folder, "yuji-syuku", 400), "王玉飛角金銀桂香歩龍馬全圭杏と"))
    write("disc", outlines(parts(folder, "lxgw-wenkai-tc", 700), "帥將仕士相象傌馬俥車炮砲兵卒楚漢包河界"))
    sans = TTFont("src/styles/fonts/instrument-sans-latin-wght-normal.woff2")
    letters = instantiateVariableFont(sans, {"wght": 600})
    write("letters", outlines([letters], "ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    serif = TTFont("src/styles/fonts/instrument-serif-latin-400-normal.woff2")
    latin = [chr(code) for code in [*range(0x20, 0x7F), *range(0xA0, 0x180)]]
    write("serif", lettering(serif, [*latin, *"–—‘’“”…×"]), "../crates/draw/src/sets")


main()
