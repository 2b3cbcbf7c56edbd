package importer

import (
	"strings"

	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
)

// Lists in one cell: entries are parted by semicolons and their parts by bars, as in
// "Paracetamol|باراسيتامول|500 mg; Caffeine|كافيين|65 mg". A backslash takes the meaning from the
// character behind it. Parts that are empty at the end are left out.

const maxListEntries = 100

func writeList(entries [][]string) string {
	var b strings.Builder
	for i, parts := range entries {
		if i > 0 {
			b.WriteString("; ")
		}
		for len(parts) > 1 && parts[len(parts)-1] == "" {
			parts = parts[:len(parts)-1]
		}
		for j, part := range parts {
			if j > 0 {
				b.WriteByte('|')
			}
			writePart(&b, part)
		}
	}
	return b.String()
}

func writePart(b *strings.Builder, part string) {
	inner := strings.TrimLeft(part, " \n")
	first := len(part) - len(inner)
	last := first + len(strings.TrimRight(inner, " \n"))
	for i := range len(part) {
		c := part[i]
		if c == '\\' || c == '|' || c == ';' || i < first || i >= last {
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
}

// readList reads what writeList wrote, or what a person wrote alike: spaces around a part do not
// count, nor does a semicolon at the end. ok is false for a cell that is no such list.
func readList(cell string) (entries [][]string, ok bool) {
	var parts []string
	var part []byte
	stored := 0 // how much of part must not be trimmed
	endPart := func() {
		for len(part) > stored && (part[len(part)-1] == ' ' || part[len(part)-1] == '\n') {
			part = part[:len(part)-1]
		}
		parts = append(parts, string(part))
		part, stored = nil, 0
	}
	endEntry := func() {
		endPart()
		if len(parts) > 1 || parts[0] != "" {
			entries = append(entries, parts)
		}
		parts = nil
	}
	for i := 0; i < len(cell); i++ {
		switch c := cell[i]; c {
		case '\\':
			if i++; i == len(cell) {
				return nil, false
			}
			part = append(part, cell[i])
			stored = len(part)
		case '|':
			endPart()
		case ';':
			endEntry()
		case ' ', '\n':
			if len(part) > 0 {
				part = append(part, c)
			}
		default:
			part = append(part, c)
			stored = len(part)
		}
		if len(parts) > 3 || len(entries) > maxListEntries {
			return nil, false
		}
	}
	endEntry()
	return entries, true
}

func writeIngredients(list []catalog.Ingredient) string {
	entries := make([][]string, len(list))
	for i, g := range list {
		entries[i] = []string{g.Name.English, g.Name.Arabic, g.Strength}
	}
	return writeList(entries)
}

func readIngredients(cell string) ([]catalog.Ingredient, bool) {
	entries, ok := readList(cell)
	if !ok || len(entries) == 0 {
		return nil, ok
	}
	list := make([]catalog.Ingredient, len(entries))
	for i, parts := range entries {
		if len(parts) > 3 {
			return nil, false
		}
		list[i] = catalog.Ingredient{Name: text.Pair{English: parts[0], Arabic: at(parts, 1)}, Strength: at(parts, 2)}
	}
	return list, true
}

func writeImages(list []catalog.Image) string {
	entries := make([][]string, len(list))
	for i, m := range list {
		entries[i] = []string{m.Hash, m.Alt.English, m.Alt.Arabic}
	}
	return writeList(entries)
}

func readImages(cell string) ([]catalog.Image, bool) {
	entries, ok := readList(cell)
	if !ok || len(entries) == 0 {
		return nil, ok
	}
	list := make([]catalog.Image, len(entries))
	for i, parts := range entries {
		if len(parts) > 3 {
			return nil, false
		}
		list[i] = catalog.Image{Hash: parts[0], Alt: text.Pair{English: at(parts, 1), Arabic: at(parts, 2)}}
	}
	return list, true
}

func at(parts []string, i int) string {
	if i < len(parts) {
		return parts[i]
	}
	return ""
}
