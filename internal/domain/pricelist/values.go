package pricelist

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"dawa/internal/base/text"
	"dawa/internal/base/xlsx"
	"dawa/internal/domain/regulation"
)

// shortened is how a spreadsheet writes a long number, whose last digits are lost then.
var shortened = regexp.MustCompile(`^[0-9]+(?:[.,][0-9]+)?[eE]\+?[0-9]+$`)

// readCode is a registration number or a barcode as it is compared: without spaces, in Latin digits and capitals, and
// without the zeros before a number, which spreadsheets lose.
func readCode(cell string) string {
	code := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.In(r, unicode.Cf) {
			return -1
		}
		return unicode.ToUpper(r)
	}, text.FoldDigits(strings.TrimPrefix(strings.TrimSpace(cell), "'")))
	if code != "" && strings.Trim(code, "0123456789") == "" {
		if code = strings.TrimLeft(code, "0"); code == "" {
			return "0"
		}
	}
	return code
}

// currency are the ways in which pounds are named beside a price.
var currency = strings.NewReplacer("l.l.", "", "l.l", "", "lbp", "", "ll", "", "l.b.p.", "", "ل.ل.", "", "ل.ل", "",
	"ليرة", "", "ليره", "", "لبنانية", "", "لبنانيه", "",
	"٫", ".", "،", ",", "٬", "", "'", "", "’", "", " ", "", "\u00a0", "", "\u202f", "", "\t", "")

// readPounds reads a price, rounded half-up to the pound. Thousands may be parted by commas, points, spaces and
// apostrophes; a single separator before three digits parts thousands, since pounds have no useful fractions.
func readPounds(cell xlsx.Cell) (pounds int64, ok bool) {
	var number float64
	if cell.Numeric {
		n, err := strconv.ParseFloat(cell.Text, 64)
		number, ok = n, err == nil
	} else {
		number, ok = readNumber(currency.Replace(strings.ToLower(text.FoldDigits(cell.Text))))
	}
	if !ok || number < 0.5 || number > regulation.MaxPounds {
		return 0, false
	}
	return int64(math.Floor(number + 0.5)), true
}

// readNumber reads digits with commas and points.
func readNumber(s string) (float64, bool) {
	s = strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cf) {
			return -1
		}
		return r
	}, s)
	commas, points := strings.Count(s, ","), strings.Count(s, ".")
	group, decimal := ",", "."
	if commas > 0 && points > 0 && strings.LastIndex(s, ",") > strings.LastIndex(s, ".") || commas == 0 && points > 1 ||
		points == 0 && commas == 1 && !parts(s, ",") || commas == 0 && points == 1 && parts(s, ".") {
		group, decimal = ".", ","
	}
	whole, fraction, has := strings.Cut(s, decimal)
	if !parts(whole, group) || strings.Trim(fraction, "0123456789") != "" || has && fraction == "" ||
		len(fraction) > 2 && strings.Trim(fraction, "0") != "" {
		return 0, false
	}
	number, err := strconv.ParseFloat(strings.ReplaceAll(whole, group, "")+"."+fraction, 64)
	return number, err == nil
}

// parts tells whether a whole number is written in groups of three digits, or without groups.
func parts(s, group string) bool {
	for i, part := range strings.Split(s, group) {
		if part == "" || strings.Trim(part, "0123456789") != "" || i > 0 && len(part) != 3 {
			return false
		}
		if i == 0 && strings.Contains(s, group) && len(part) > 3 {
			return false
		}
	}
	return true
}

// dayFormats are the ways in which days are written: the day comes before the month, as in Lebanon.
var dayFormats = []string{
	time.DateOnly, "2006/1/2", "2006-1-2", "2/1/2006", "2-1-2006", "2.1.2006", "2/1/06", "2-1-06", "2.1.06",
	"2-Jan-2006", "2-Jan-06", "2 Jan 2006", "2 January 2006", "Jan 2, 2006", "January 2, 2006",
}

// readDay reads a date; a bare number between 2000 and 2100 is a spreadsheet's serial number.
func readDay(cell xlsx.Cell) (day string, ok bool) {
	typed := strings.TrimSpace(text.FoldDigits(cell.Text))
	if serial, err := strconv.ParseFloat(typed, 64); err == nil && serial >= 36_526 && serial < 73_051 {
		return xlsx.Day(serial, false), true
	}
	typed, _, _ = strings.Cut(typed, "T")
	for _, clock := range []string{" 00:00:00", " 00:00", " 12:00:00 AM"} {
		typed = strings.TrimSuffix(typed, clock)
	}
	for _, format := range dayFormats {
		if day, err := time.Parse(format, typed); err == nil && day.Year() >= 1990 && day.Year() < 2100 {
			return day.Format(time.DateOnly), true
		}
	}
	return "", false
}
