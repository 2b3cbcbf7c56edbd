package importer

import (
	"encoding/base64"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
)

// DifferenceKind says what a row does to its product.
type DifferenceKind string

// A row makes a product, changes one, or leaves it as it is although something about it is worth telling.
const (
	KindNew     DifferenceKind = "new"
	KindChanged DifferenceKind = "changed"
	KindSame    DifferenceKind = "same"
)

// Known tells whether k is one of the kinds.
func (k DifferenceKind) Known() bool { return k == KindNew || k == KindChanged || k == KindSame }

// Difference is what one row of a file changes.
type Difference struct {
	// Row is counted as spreadsheets do: the heading is 1.
	Row       int
	ProductID string
	Code      string
	Name      text.Pair
	Kind      DifferenceKind
	// Fields are those that change, named as on the wire.
	Fields []string
	// SeenStock is the stock of the product when the row was compared with it.
	SeenStock int
	Changes   []Change
}

// Change is one field of a row: what the product has and what it will have.
type Change struct {
	Field string `json:"field"`
	Old   string `json:"old"`
	New   string `json:"new"`
	// Note says what happened to the product since the file was exported: one of the notes below, or nothing.
	Note string `json:"note,omitempty"`
	// Exported and File are the stock in the export and in the file, when the note is about it.
	Exported string `json:"exported,omitempty"`
	File     string `json:"file,omitempty"`
}

// Notes of a change, texts `admin.import_note_<note>`.
const (
	// noteStockStays: pieces were sold or came in since the export, and the file does not change the stock.
	noteStockStays = "stock_stays"
	// noteStockMoved: they were, and the difference that the file makes is added to the present stock.
	noteStockMoved = "stock_moved"
	// noteStockShort: the file takes away more than there is left.
	noteStockShort = "stock_short"
	// noteEdited: the file and somebody in the shop changed the same field since the export.
	noteEdited = "edited"
)

// seenRow is what an earlier look at a row found, by this job.
type seenRow struct {
	fields []string
	stock  int
	kind   DifferenceKind
}

// exportState is what a row says about its product at the time of the export.
type exportState struct {
	version int64 // 0 when the row does not say
	stock   int   // -1 when the row does not say
	prints  string
}

// printLength is how many characters stand for one cell in the column of the fingerprint.
const printLength = 4

// fingerprint has a few characters of the hash of each cell. By it an import tells the cells that somebody changed in
// the file from those that somebody changed in the shop since.
func fingerprint(p *catalog.Product) string {
	var b strings.Builder
	b.WriteByte('f') // no spreadsheet takes it for a number or a formula
	for i := range columns {
		if !columns[i].ofExport {
			b.WriteString(cellPrint(columns[i].get(p)))
		}
	}
	return b.String()
}

func cellPrint(cell string) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(cell))
	sum := h.Sum32()
	sum ^= sum >> 24
	return base64.RawURLEncoding.EncodeToString([]byte{byte(sum >> 16), byte(sum >> 8), byte(sum)})
}

// printOf is the part of a fingerprint that belongs to a column, or "" when it has none.
func printOf(prints string, of *column) string {
	place := 0
	for i := range columns {
		if columns[i].ofExport {
			continue
		}
		if columns[i].name == of.name {
			from := 1 + place*printLength
			if !strings.HasPrefix(prints, "f") || len(prints) < from+printLength {
				return ""
			}
			return prints[from : from+printLength]
		}
		place++
	}
	return ""
}

// exported reads what a row says about the export, or gives the columns that make no sense.
func (r *row) exported(h *header) (state exportState, wrong map[string]string) {
	state.stock, wrong = -1, map[string]string{}
	for i, c := range h.columns {
		cell := number(r.cells[i])
		if !c.ofExport || cell == "" {
			continue
		}
		var err error
		switch c.name {
		case versionColumn:
			state.version, err = strconv.ParseInt(cell, 10, 64)
		case stockColumn:
			state.stock, err = strconv.Atoi(cell)
		case printColumn:
			state.prints = strings.TrimSpace(r.cells[i])
		}
		if err != nil || state.version < 0 {
			wrong[c.name] = "export_column_changed"
		}
	}
	return state, wrong
}

// overlay lays the cells of a row over the product that is there. Only what was changed in the file counts: a cell that
// is as it was exported leaves what somebody changed in the shop since, and the stock moves by the difference that the
// file makes, so that what was sold since stays sold.
func (c *check) overlay(r *row, p, before *catalog.Product) (notes map[string]Change, wrong map[string]string) {
	state, wrong := r.exported(c.header)
	notes = map[string]Change{}
	moved := before != nil && state.version > 0 && state.version != before.Version
	seen, wasSeen := c.seen[p.ID]
	for i, cell := range r.cells {
		col := c.header.columns[i]
		if c.confirmed && before != nil && !slices.Contains(seen.fields, col.field()) {
			continue // not among what was shown and confirmed
		}
		if code := col.set(p, cell); code != "" {
			wrong[col.name] = code
			continue
		}
		if before == nil || col.ofExport {
			continue
		}
		if col.name == "nb_in_stock" {
			base := before.Stock
			switch {
			case state.stock >= 0:
				base = state.stock
			case wasSeen:
				base = seen.stock
			}
			if note, told := moveStock(p, before, base); told {
				notes[col.name] = note
			}
			continue
		}
		if print := printOf(state.prints, col); moved && print != "" {
			switch now := col.get(before); {
			case cellPrint(col.get(p)) == print:
				_ = col.set(p, now) // unchanged in the file
			case cellPrint(now) != print && col.get(p) != now:
				notes[col.field()] = Change{Note: noteEdited}
			}
		}
	}
	return notes, wrong
}

// moveStock adds the difference that the file makes to the present stock. It tells what happened when the stock is no
// longer what the file is based on.
func moveStock(p, before *catalog.Product, base int) (note Change, told bool) {
	file := p.Stock
	p.Stock = before.Stock + file - base
	if base == before.Stock {
		return note, false
	}
	note = Change{Note: noteStockMoved, Exported: strconv.Itoa(base), File: strconv.Itoa(file)}
	switch {
	case file == base:
		note.Note = noteStockStays
	case p.Stock < 0:
		p.Stock, note.Note = 0, noteStockShort
	}
	return note, true
}

// difference describes what a row changes; told is false when there is nothing to say.
func (c *check) difference(r *row, before *catalog.Product, s Staged,
	notes map[string]Change) (d Difference, told bool) {
	p := s.Product
	d = Difference{Row: r.number, ProductID: p.ID, Code: p.Code, Name: p.Name, Kind: KindChanged, Fields: s.Fields}
	if before == nil {
		d.Kind = KindNew
		before = &catalog.Product{}
		d.Fields = []string{"price", "nb_in_stock"}
	} else {
		d.SeenStock, d.Name, d.Code = before.Stock, before.Name, before.Code
	}
	for i := range columns {
		col := &columns[i]
		if col.ofExport {
			continue
		}
		note, noted := notes[col.name]
		was, is := col.get(before), col.get(p)
		if d.Kind == KindNew {
			was = ""
		}
		if !noted && (was == is || !slices.Contains(d.Fields, col.field())) {
			continue
		}
		note.Field, note.Old, note.New = col.name, clip(was), clip(is)
		d.Changes = append(d.Changes, note)
	}
	if len(s.Fields) == 0 && d.Kind != KindNew {
		d.Kind = KindSame
	}
	return d, len(d.Changes) > 0
}
