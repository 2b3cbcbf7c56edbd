package importer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/media"
)

const (
	// maxProblems is how many problems a job tells; it counts them all.
	maxProblems = 1000
	// batchRows is how many rows are compared with the catalogue at a time, and staged by one transaction.
	batchRows = 100
)

// check reads a file against the catalogue: what each row would do, and what is wrong with it.
type check struct {
	catalogue Catalogue
	pictures  Pictures
	newID     func() string
	now       time.Time
	// stage takes the products to write, a batch at a time; nil when it is only a check.
	stage func(ctx context.Context, rows []Staged) error
	// explain takes what the rows change, a batch at a time.
	explain func(ctx context.Context, rows []Difference) error
	// progress is told how many rows were read.
	progress func(done int)

	header        *header
	existing      existingProducts
	stores        map[string]catalog.Status
	knownPictures map[string]bool
	// applied has the products that an earlier attempt wrote, and whether they were new.
	applied map[string]bool
	// seen has what this job found before about the products and, by their codes, about new ones. confirmed says that
	// somebody looked at that: nothing else is changed then.
	seen      map[string]seenRow
	seenNew   map[string]bool
	confirmed bool
	// staged are the ids of the products to write.
	staged []string
	// finals is what the file makes of each product it names, to find codes that two would have.
	finals map[string]finalState
	// newCodes has the row in which the file named a new product's code.
	newCodes map[string]int

	Outcome
	// newPictures are pictures that products newly hold.
	newPictures map[string]bool
}

type finalState struct {
	row      int
	code     string
	approved bool
}

// existingProducts knows which products there are.
type existingProducts struct {
	ids    map[string]bool
	byCode map[string]codeOwners
}

// codeOwners are the products that have a code.
type codeOwners struct {
	approved string
	other    string
	others   int
}

func newCheck(s *Importer, now time.Time) *check {
	return &check{
		catalogue: s.store, pictures: s.pictures, newID: s.newID, now: now, progress: func(int) {},
		finals: map[string]finalState{}, newCodes: map[string]int{}, knownPictures: map[string]bool{},
		newPictures: map[string]bool{}, seen: map[string]seenRow{}, seenNew: map[string]bool{},
		existing: existingProducts{ids: map[string]bool{}, byCode: map[string]codeOwners{}},
	}
}

// row is a row of the file and what becomes of it.
type row struct {
	number int
	cells  []string
	id     string // of a product that exists, or that the file wants for a new one
	exists bool
	failed bool
	// applied says that an earlier attempt wrote the row.
	applied bool
}

// run reads the whole file. It gives an error only when it cannot go on; what is wrong with the file
// is in Problems.
func (c *check) run(ctx context.Context, file io.Reader, separator byte) error {
	if err := c.loadExisting(ctx); err != nil {
		return err
	}
	reader := newCSVReader(file, separator)
	var err error
	if c.header, err = readHeader(reader); err != nil {
		return err
	}
	above := reader.Row()
	batch := make([]row, 0, batchRows)
	for {
		cells, err := reader.Read()
		if malformed, is := errors.AsType[*RowError](err); is {
			if err := c.checkBatch(ctx, batch); err != nil {
				return err
			}
			c.problem(malformed.Row, "", malformed.Code, "")
			break
		}
		if errors.Is(err, io.EOF) {
			if err := c.checkBatch(ctx, batch); err != nil {
				return err
			}
			break
		}
		if err != nil {
			return fmt.Errorf("reading the file: %w", err)
		}
		number := reader.Row()
		if number-above > MaxRows {
			c.problem(number, "", "import_too_many", "")
			break
		}
		if blank(cells) {
			continue // an empty line, or an empty row of a spreadsheet
		}
		if batch = append(batch, row{number: number, cells: slices.Clone(cells)}); len(batch) == batchRows {
			if err := c.checkBatch(ctx, batch); err != nil {
				return err
			}
			batch = batch[:0]
			c.progress(number - above)
		}
	}
	c.checkDuplicateCodes()
	slices.SortStableFunc(c.Problems, func(a, b Problem) int { return a.Row - b.Row })
	return nil
}

// loadExisting reads what rows are compared with.
func (c *check) loadExisting(ctx context.Context) error {
	err := c.catalogue.EachProduct(ctx, func(id, code string, status catalog.Status) {
		c.existing.ids[id] = true
		h := c.existing.byCode[code]
		if status == catalog.Approved {
			h.approved = id
		} else {
			h.other = id
			h.others++
		}
		c.existing.byCode[code] = h
	})
	if err != nil {
		return err
	}
	c.stores, err = c.catalogue.StoreStatuses(ctx)
	return err
}

// checkBatch compares a batch with the catalogue and stages what it changes.
func (c *check) checkBatch(ctx context.Context, batch []row) error {
	var ids []string
	for i := range batch {
		c.identify(&batch[i])
		if batch[i].exists && !batch[i].failed && !batch[i].applied {
			ids = append(ids, batch[i].id)
		}
	}
	found, err := c.catalogue.Products(ctx, ids)
	if err != nil {
		return err
	}
	byID := make(map[string]*catalog.Product, len(found))
	for _, p := range found {
		byID[p.ID] = p
	}
	var staged []Staged
	var differences []Difference
	for i := range batch {
		if batch[i].failed || batch[i].applied {
			continue
		}
		before := byID[batch[i].id]
		if !c.mayChange(&batch[i], before) {
			c.Unchanged++
			continue
		}
		s, notes, changes := c.merge(&batch[i], before)
		if changes {
			staged = append(staged, s)
		}
		if s.Product != nil {
			if d, told := c.difference(&batch[i], before, s, notes); told {
				differences = append(differences, d)
			}
		}
	}
	if err := c.checkPictures(ctx, staged, byID); err != nil {
		return err
	}
	if c.explain != nil && c.ProblemCount == 0 && len(differences) > 0 {
		if err := c.explain(ctx, differences); err != nil {
			return err
		}
	}
	if c.stage == nil || c.ProblemCount > 0 || len(staged) == 0 {
		return nil
	}
	for _, s := range staged {
		c.staged = append(c.staged, s.Product.ID)
	}
	return c.stage(ctx, staged)
}

// identify finds the product that a row speaks of.
func (c *check) identify(r *row) {
	if named := len(c.header.columns); len(r.cells) > named && blank(r.cells[named:]) {
		r.cells = r.cells[:named] // columns that a spreadsheet adds at the end
	}
	if len(r.cells) != len(c.header.columns) {
		r.failed = true
		c.problem(r.number, "", "import_cells", "")
		return
	}
	for i := range r.cells {
		r.cells[i] = unescapeFormula(r.cells[i])
	}
	code := strings.TrimSpace(r.cells[c.header.code])
	if scientific.MatchString(code) {
		r.failed = true
		c.problem(r.number, codeColumn, "code_excel", code)
		return
	}
	if c.header.id >= 0 {
		r.id = strings.TrimSpace(r.cells[c.header.id])
	}
	if r.id == "" && code != "" {
		h := c.existing.byCode[code]
		switch {
		case h.approved != "":
			r.id = h.approved
		case h.others == 1:
			r.id = h.other
		case h.others > 1:
			r.failed = true
			c.problem(r.number, codeColumn, "code_ambiguous", code)
			return
		}
	}
	r.exists = c.existing.ids[r.id]
	_, twice := c.finals[r.id]
	if r.id == "" && code != "" {
		_, twice = c.newCodes[code]
		c.newCodes[code] = r.number
	}
	if twice {
		r.failed = true
		c.problem(r.number, codeColumn, "import_twice", code)
	} else if r.id != "" {
		c.finals[r.id] = finalState{row: r.number}
		c.countApplied(r)
	}
}

// countApplied counts a row that an earlier attempt wrote. It is not compared again: what was sold of
// the product since then must not come back.
func (c *check) countApplied(r *row) {
	isNew, applied := c.applied[r.id]
	if r.applied = applied; !applied {
		return
	}
	if isNew {
		c.Created++
	} else {
		c.Updated++
	}
}

// codeOwnerOf is the product that has the code now which the file gives to a product, or "".
func (c *check) codeOwnerOf(id string) string {
	f := c.finals[id]
	if owner := c.existing.byCode[f.code].approved; f.approved && owner != id {
		return owner
	}
	return ""
}

// mayChange tells whether a row may change anything: of a confirmed file only the rows do that somebody was shown.
func (c *check) mayChange(r *row, before *catalog.Product) bool {
	if !c.confirmed {
		return true
	}
	if before == nil {
		return c.seenNew[strings.TrimSpace(r.cells[c.header.code])]
	}
	return c.seen[before.ID].kind == KindChanged
}

// merge lays a row over the product that is there, or over nothing, and says whether that changes
// anything. Without a product in s the row has a problem.
func (c *check) merge(r *row, before *catalog.Product) (s Staged, notes map[string]Change, changes bool) {
	var p *catalog.Product
	if before != nil {
		p = before.Clone()
		s.Version, s.Stock = before.Version, before.Stock
	} else {
		p = &catalog.Product{ID: r.id, Status: catalog.Approved, CreatedAt: c.now, Version: 1}
		if p.ID == "" {
			p.ID = c.newID()
		}
	}
	notes, wrong := c.overlay(r, p, before)
	if err := p.NormalizeAndCheck(); err != nil {
		for field, code := range apperr.From(err).Fields {
			if wrong[field] == "" {
				wrong[field] = code
			}
		}
	}
	if code := c.storeProblem(before, p); code != "" {
		wrong["store"] = code
	}
	for _, field := range slices.Sorted(maps.Keys(wrong)) {
		c.problem(r.number, field, wrong[field], r.cell(c.header, field))
	}
	if len(wrong) > 0 {
		r.failed = true
		return s, nil, false
	}
	c.finals[p.ID] = finalState{row: r.number, code: p.Code, approved: p.Status == catalog.Approved}
	p.UpdatedAt = c.now
	s.Product = p
	if before == nil {
		c.Created++
		return s, notes, true
	}
	if s.Fields = catalog.Differences(before, p); len(s.Fields) == 0 {
		c.Unchanged++
		return s, notes, false
	}
	c.Updated++
	return s, notes, true
}

// storeProblem is what is wrong with the store that a row sells its product in, or "". The rules are those of adding a
// product by hand and of approving one: nothing is put into a store that was rejected or suspended, and nothing goes on
// sale in one that waits for approval. What a store has on sale already stays there, because a store that was renamed
// waits for approval again and goes on selling.
func (c *check) storeProblem(before, p *catalog.Product) (code string) {
	if p.StoreID == "" {
		return ""
	}
	status, known := c.stores[p.StoreID]
	moves := before == nil || before.StoreID != p.StoreID
	goesOnSale := p.Status == catalog.Approved && (moves || before.Status != catalog.Approved)
	switch {
	case !known && moves:
		return "store_unknown"
	case known && (goesOnSale && status != catalog.Approved || moves && status == catalog.Rejected):
		return "store_not_approved"
	}
	return ""
}

// cell is the row's cell of a column, or nothing.
func (r *row) cell(h *header, name string) string {
	for i, place := range h.columns {
		if place.name == name {
			return r.cells[i]
		}
	}
	return ""
}

// checkPictures refuses pictures that nobody uploaded.
func (c *check) checkPictures(ctx context.Context, staged []Staged, byID map[string]*catalog.Product) error {
	added := map[string]bool{}
	for _, s := range staged {
		for _, hash := range picturesAdded(byID[s.Product.ID], s.Product) {
			added[hash] = true
		}
	}
	var ask []string
	for hash := range added {
		if !c.knownPictures[hash] {
			ask = append(ask, hash)
		}
	}
	slices.Sort(ask)
	if len(ask) == 0 {
		for hash := range added {
			c.newPictures[hash] = true
		}
		return nil
	}
	found, err := c.catalogue.KnownPictures(ctx, ask)
	if err != nil {
		return err
	}
	for _, hash := range ask {
		if !found[hash] && c.pictures != nil {
			if found[hash], err = c.pictures.Has(ctx, media.Key(hash, media.DefaultWidth)); err != nil {
				return fmt.Errorf("looking for a picture: %w", err)
			}
		}
		if found[hash] {
			c.knownPictures[hash] = true
		}
	}
	for _, s := range staged {
		for _, hash := range picturesAdded(byID[s.Product.ID], s.Product) {
			if c.knownPictures[hash] {
				c.newPictures[hash] = true
				continue
			}
			c.problem(c.finals[s.Product.ID].row, "images", "image_unknown", hash)
			break
		}
	}
	return nil
}

// picturesAdded are those that the product did not hold before.
func picturesAdded(before, after *catalog.Product) []string {
	if before != nil && slices.Equal(before.Images, after.Images) {
		return nil
	}
	var hashes []string
	for _, image := range after.Images {
		if before == nil || !slices.ContainsFunc(before.Images, func(old catalog.Image) bool {
			return old.Hash == image.Hash
		}) {
			hashes = append(hashes, image.Hash)
		}
	}
	return hashes
}

// checkDuplicateCodes finds products on sale that would have the same code when all is done.
func (c *check) checkDuplicateCodes() {
	ids := slices.SortedFunc(maps.Keys(c.finals), func(a, b string) int { return c.finals[a].row - c.finals[b].row })
	taken := map[string]bool{}
	for _, id := range ids {
		f := c.finals[id]
		if !f.approved {
			continue
		}
		current := c.existing.byCode[f.code].approved
		stays := current != "" && current != id
		if now, named := c.finals[current]; stays && named && now.code != "" {
			stays = false // its own row says what it is called, and is compared itself
		}
		if taken[f.code] || stays {
			c.problem(f.row, codeColumn, "code_taken", f.code)
		}
		taken[f.code] = true
	}
}

func (c *check) problem(row int, column, code, value string) {
	c.ProblemCount++
	if len(c.Problems) < maxProblems {
		c.Problems = append(c.Problems, Problem{Row: row, Column: column, Code: code, Value: clip(value)})
	}
}
