package main

import (
	"fmt"
	"html"
	"strings"
)

// Sizes of the picture, in its own units.
const (
	margin    = 24
	goWidth   = 800
	webWidth  = 400
	headline  = 30 // room for a column's title
	gap       = 26 // between two rows, with the arrow
	between   = 12 // between boxes of a row and between parts
	padding   = 14
	titleSize = 48 // room for a box's title and description
	thirdLine = 16 // more room for the line that says what it imports
	oneLine   = 26 // height of a part
	twoLines  = 42 // height of a part that imports others of its layer
	nameChar  = 7.9
	noteChar  = 6.1
)

// Colours are named by their use, with a second set for dark surroundings. The ground is opaque, so the picture can be
// read wherever it is shown.
const style = `
.ground{fill:#ffffff}.box{fill:#f4f6f8;stroke:#8a97a6}.part{fill:#ffffff;stroke:#b6c0cb}
.name{fill:#12202f;font:600 14px ui-monospace,Menlo,Consolas,monospace}
.item{fill:#12202f;font:13px ui-monospace,Menlo,Consolas,monospace}
.note{fill:#44546a;font:12px system-ui,sans-serif}.small{fill:#44546a;font:10px ui-monospace,Menlo,Consolas,monospace}
.head{fill:#12202f;font:600 17px system-ui,sans-serif}.arrow{stroke:#5a6b80;fill:none;stroke-width:1.5}
.tip{fill:#5a6b80}
@media (prefers-color-scheme:dark){
.ground{fill:#10161d}.box{fill:#182129;stroke:#5d6b7a}.part{fill:#10161d;stroke:#46535f}
.name,.item,.head{fill:#e9eef3}.note,.small{fill:#aebac6}.arrow{stroke:#93a2b2}.tip{fill:#93a2b2}
}`

// render draws the Go layers on the left and the layers of web/src on the right. A row may import what lies below it.
func render(server, browser [][]layer) []byte {
	var body strings.Builder
	left := column(&body, margin, goWidth, "Go: one binary", server)
	right := column(&body, margin+goWidth+margin, webWidth, "TypeScript: web/src", browser)
	bottom := max(left, right) + margin
	text(&body, "note", margin, bottom,
		"Imports point down: a part imports what lies below it, and of its own layer only "+
			"what is named after the arrow (→).")
	text(&body, "note", margin, bottom+18, "Outside the layers: "+strings.Join(outside, ", ")+
		". No package of the binary imports them.")

	width, height := margin*3+goWidth+webWidth, bottom+18+margin
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-labelledby="t">`+
		"\n",
		width, height)
	fmt.Fprint(&out, "<!-- Written by make architecture. -->\n<title id=\"t\">The layers of Dawa</title>\n")
	fmt.Fprintf(&out, "<style>%s\n</style>\n", style)
	fmt.Fprintf(&out, `<rect class="ground" width="%d" height="%d"/>`+"\n%s</svg>\n", width, height, body.String())
	return []byte(out.String())
}

// column draws rows of layers from the top down and gives the height where it ends.
func column(w *strings.Builder, x, width int, title string, rows [][]layer) int {
	y := margin + headline
	text(w, "head", x, margin+16, title)
	for i, row := range rows {
		if i > 0 {
			arrow(w, x+width/2, y+4, y+gap-4)
			y += gap
		}
		widths, height := rowWidths(row, width), 0
		for j, l := range row {
			height = max(height, titleRoom(l)+flow(nil, 0, 0, widths[j], l.parts))
		}
		left := x
		for j, l := range row {
			box(w, left, y, widths[j], height, l)
			left += widths[j] + between
		}
		y += height
	}
	return y
}

// rowWidths divides a row among its layers: a layer of one part needs little.
func rowWidths(row []layer, width int) []int {
	const narrow = 150
	widths, wide, free := make([]int, len(row)), 0, width-between*(len(row)-1)
	for i, l := range row {
		if len(row) > 1 && len(l.parts) == 1 {
			widths[i], free = narrow, free-narrow
		} else {
			wide++
		}
	}
	for i := range widths {
		if widths[i] == 0 {
			widths[i] = free / wide
		}
	}
	return widths
}

func box(w *strings.Builder, x, y, width, height int, l layer) {
	fmt.Fprintf(w, `<rect class="box" x="%d" y="%d" width="%d" height="%d" rx="8"/>`+"\n", x, y, width, height)
	text(w, "name", x+padding, y+21, l.name)
	text(w, "note", x+padding, y+38, l.about)
	if len(l.imports) > 0 {
		short := make([]string, len(l.imports))
		for i, name := range l.imports {
			short[i] = name[strings.LastIndex(name, "/")+1:]
		}
		text(w, "small", x+padding, y+54, "imports "+strings.Join(short, ", "))
	}
	flow(w, x, y+titleRoom(l), width, l.parts)
}

func titleRoom(l layer) int {
	if len(l.imports) > 0 {
		return titleSize + thirdLine
	}
	return titleSize
}

// flow sets parts beside and below each other and gives the height that they take. Without a writer it only measures.
func flow(w *strings.Builder, x, y, width int, parts []part) int {
	if len(parts) == 0 {
		return 4
	}
	left, top, line := padding, 0, 0
	for _, p := range parts {
		note := ""
		wide, high := float64(len(p.name))*nameChar, oneLine
		if len(p.imports) > 0 {
			note = "→ " + strings.Join(p.imports, ", ")
			wide, high = max(wide, float64(len([]rune(note)))*noteChar), twoLines
		}
		size := int(wide) + 18
		if left > padding && left+size > width-padding {
			left, top, line = padding, top+line+between/2, 0
		}
		if w != nil {
			fmt.Fprintf(w, `<rect class="part" x="%d" y="%d" width="%d" height="%d" rx="5"/>`+"\n", x+left, y+top, size,
				high)
			text(w, "item", x+left+9, y+top+18, p.name)
			if note != "" {
				text(w, "small", x+left+9, y+top+34, note)
			}
		}
		left, line = left+size+between/2, max(line, high)
	}
	return top + line + padding
}

func arrow(w *strings.Builder, x, from, to int) {
	fmt.Fprintf(w, `<path class="arrow" d="M%d %dV%d"/><path class="tip" d="M%d %dh10l-5 8z"/>`+"\n",
		x, from, to-8, x-5, to-8)
}

func text(w *strings.Builder, class string, x, y int, s string) {
	fmt.Fprintf(w, `<text class="%s" x="%d" y="%d">%s</text>`+"\n", class, x, y, html.EscapeString(s))
}
