#!/usr/bin/env python3
"""Makes a picture of the timelines of a report page: timeline.py report.html timeline.svg

A page about both kinds of cores shows all cores of a block. The page comes from `ptoc run ... --html report.html`. The picture needs no style sheet of its surroundings.
"""
import re
import sys

WIDTH, LEFT, LANE, BAR = 860, 72, 30, 20
COLOURS = {"S": "#7a7f87", "V": "#2f7d4f", "M": "#7b3fb5", "MTE1": "#0f8a8a", "MTE2": "#2b6cb0", "MTE3": "#b7791f", "FIX": "#b0447a"}


def picture(page):
    drawing = next(each for each in re.finditer(r'<svg viewBox="0 0 (\d+) .*?</svg>', page, re.S) if "data-lane" in each.group(0))
    cycles = int(drawing.group(1))
    scale = WIDTH / cycles
    lanes = re.findall(r'<g data-lane="((?:AI[CV]\d? )?\w+)">(.*?)</g>', drawing.group(0), re.S)
    height = len(lanes) * LANE + 26
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 8} {height}" font-family="sans-serif" font-size="12">']
    out.append(f'<rect width="{LEFT + WIDTH + 8}" height="{height}" fill="#ffffff"/>')
    for row, (name, bars) in enumerate(lanes):
        y = row * LANE + 4
        out.append(f'<text x="4" y="{y + 15}" fill="#1b1f24">{name}</text>')
        out.append(f'<rect x="{LEFT}" y="{y}" width="{WIDTH}" height="{BAR}" fill="#f0f1f3"/>')
        for kind, x, width in re.findall(r'<rect class="(\w+)" x="(\d+)" y="\d+" width="(\d+)"', bars):
            if kind != "lane":
                colour = "#cfd3d9" if kind == "wait" else COLOURS[kind]
                left = LEFT + int(x) * scale
                out.append(f'<rect x="{left:.1f}" y="{y}" width="{max(0.8, int(width) * scale):.1f}" height="{BAR}" fill="{colour}"/>')
    step = 10 ** (len(str(cycles)) - 1)
    for mark in range(0, cycles, step):
        x = LEFT + mark * scale
        out.append(f'<text x="{x:.1f}" y="{height - 6}" fill="#57606a">{mark:,}</text>')
    out.append(f'<text x="{LEFT + WIDTH - 40}" y="{height - 6}" fill="#57606a">cycles</text></svg>')
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as source:
        made = picture(source.read())
    with open(sys.argv[2], "w", encoding="utf-8") as target:
        target.write(made)
