package main

import (
	"bytes"
	"fmt"
	"math"
	"time"
)

// plot draws the cost of each call over the number of products, both in powers of ten.
func plot(rows []size) []byte {
	const (
		width, height              = 720, 420
		start, end, top, bottom    = 78, 560, 28, 360
		lowest, highest            = 1.0, 1000.0 // microseconds
		fewest, most               = 1_000.0, 1_000_000.0
		lineGap, labelX, labelSize = 16.0, end + 12, 13
	)
	x := func(n float64) float64 {
		return start + (end-start)*(math.Log10(n)-math.Log10(fewest))/(math.Log10(most)-math.Log10(fewest))
	}
	y := func(us float64) float64 {
		us = min(max(us, lowest), highest)
		return bottom - (bottom-top)*(math.Log10(us)-math.Log10(lowest))/(math.Log10(highest)-math.Log10(lowest))
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" `+
		`aria-label="Processor time for each call by number of products">
<style>
text { font: %dpx system-ui, sans-serif; fill: #1d2b28 }
.grid { stroke: #d5dfdc; stroke-width: 1 }
.line { fill: none; stroke-width: 2.5 }
.paper { fill: #ffffff }
@media (prefers-color-scheme: dark) { text { fill: #e4eeeb } .grid { stroke: #34433f } .paper { fill: #10201c } }
</style>
<rect class="paper" width="%d" height="%d"/>
`, width, height, labelSize, width, height)
	for us := lowest; us <= highest; us *= 10 {
		fmt.Fprintf(&b, `<line class="grid" x1="%d" y1="%.1f" x2="%d" y2="%.1f"/><text x="%d" y="%.1f" `+
			`text-anchor="end">%g µs</text>`+"\n", start, y(us), end, y(us), start-8, y(us)+4, us)
	}
	for n := fewest; n <= most; n *= 10 {
		fmt.Fprintf(&b, `<line class="grid" x1="%.1f" y1="%d" x2="%.1f" y2="%d"/><text x="%.1f" y="%d" `+
			`text-anchor="middle">%s</text>`+"\n", x(n), top, x(n), bottom, x(n), bottom+22, thousands(int(n)))
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">products</text>`+"\n", (start+end)/2, bottom+46)
	taken := []float64{}
	for _, line := range []struct {
		name, colour string
		of           func(size) time.Duration
	}{
		{"search", "#0f766e", func(s size) time.Duration { return s.search }},
		{"autocomplete", "#2563eb", func(s size) time.Duration { return s.autocomplete }},
		{"category page", "#c2410c", func(s size) time.Duration { return s.category }},
		{"product detail", "#7e22ce", func(s size) time.Duration { return s.product }},
	} {
		var points bytes.Buffer
		label := 0.0
		for _, row := range rows {
			us := float64(line.of(row).Nanoseconds()) / 1000
			label = y(us)
			fmt.Fprintf(&points, "%.1f,%.1f ", x(float64(row.products)), label)
			fmt.Fprintf(&b, `<circle cx="%.1f" cy="%.1f" r="4" fill="%s"/>`+"\n", x(float64(row.products)), label,
				line.colour)
		}
		for i := 0; i < len(taken); i++ { // labels do not lie on one another
			if math.Abs(taken[i]-label) < lineGap {
				label = taken[i] + lineGap
				i = -1
			}
		}
		taken = append(taken, label)
		fmt.Fprintf(&b,
			`<polyline class="line" stroke="%s" points="%s"/><text x="%d" y="%.1f" style="fill:%s">%s</text>`+"\n",
			line.colour, bytes.TrimSpace(points.Bytes()), labelX, label+4, line.colour, line.name)
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}
