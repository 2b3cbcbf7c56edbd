package catalog

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/outbox"
)

// ChangeRecord is what is stored beside a change, in the same transaction: its audit event and its jobs.
type ChangeRecord struct {
	// By is the user who did it and Action its name in the audit log; without an action nothing is
	// recorded.
	By     string
	Action string
	Detail string
	// Jobs follow from the change: a mail to whoever added the product.
	Jobs []outbox.Job
	// Fields names what the change touched. The Service fills it in; nothing touched is nothing
	// to write.
	Fields []string
	// Values are the touched values that fit on a line, before and after.
	Values []FieldChange
	// BulkEdit is the change of many products that this one belongs to, BulkUndo the one that it takes back; Before is
	// the product before it.
	BulkEdit, BulkUndo string
	Before             *Product
}

// FieldChange is a value of a product before and after.
type FieldChange struct{ Field, Old, New string }

// shortValues are the fields whose values are recorded, named as on the wire; of texts and lists only the name is.
var shortValues = []struct {
	field string
	value func(p *Product) string
}{
	{"price", func(p *Product) string { return p.Price.String() }},
	{"discount", func(p *Product) string { return strconv.Itoa(p.Discount) }},
	{"nb_in_stock", func(p *Product) string { return strconv.Itoa(p.Stock) }},
	{"max_per_order", func(p *Product) string { return strconv.Itoa(p.MaxPerOrder) }},
	{"off_sale", func(p *Product) string { return strconv.FormatBool(p.OffSale) }},
	{"reorder_level", func(p *Product) string { return strconv.Itoa(p.ReorderLevel) }},
	{"status", func(p *Product) string { return string(p.Status) }},
	{"code", func(p *Product) string { return p.Code }},
	{"brand", func(p *Product) string { return p.Brand }},
	{"category", func(p *Product) string { return p.Category }},
	{"english_name", func(p *Product) string { return p.Name.English }},
	{"arabic_name", func(p *Product) string { return p.Name.Arabic }},
	{"pack_size", func(p *Product) string { return p.PackSize }},
}

// valueChanges lists the short values in which two states of a product differ.
func valueChanges(before, after *Product) []FieldChange {
	var changes []FieldChange
	for _, s := range shortValues {
		if was, is := s.value(before), s.value(after); was != is {
			changes = append(changes, FieldChange{Field: s.field, Old: was, New: is})
		}
	}
	return changes
}

// PastEdit is an earlier edit of a product: the version that it made and the fields it touched.
type PastEdit struct {
	Version int64
	Fields  []string
}

// AnyField is in PastEdit when an edit did not say what it touched.
const AnyField = "*"

// Edit is a change that somebody makes to a product.
type Edit struct {
	ID string
	// Version is the one the editor was shown; zero takes the product as it is.
	Version int64
	// By and Action are for the audit log, as in ChangeRecord.
	By, Action string
	// Change makes the change. It may be called more than once.
	Change func(p *Product) error
	// Proposal is set for a store's people: what they change on a product on sale waits for approval, but for the live
	// fields. Change then gets the product with what waits already.
	Proposal bool
	// Jobs, when given, says what follows from the change.
	Jobs func(before, after *Product, now time.Time) ([]outbox.Job, error)
	// BulkEdit and BulkUndo are as in ChangeRecord.
	BulkEdit, BulkUndo string
}

// Edit changes a product for somebody and records who did it. When the product has moved on
// since the version that was shown, the answer is ProductChanged with the names of the fields that
// changed meanwhile under "changed" and the present *Product under "current", and nothing is
// written. An edit that changes nothing succeeds without a new version, so that asking twice is
// harmless. Codes: ProductNotFound, ProductChanged, InvalidFields, ProductCodeTaken, ImageNotFound.
func (s *Service) Edit(ctx context.Context, e Edit) (*Product, error) {
	p, err := s.store.Edit(ctx, e.ID, e.Version, func(p *Product, since []PastEdit) (ChangeRecord, error) {
		before, now := p.Clone(), s.now().UTC()
		if err := e.apply(p, now); err != nil {
			return ChangeRecord{}, err
		}
		touched := touchedFields(before, p)
		if e.Version != 0 && before.Version != e.Version && len(touched) > 0 {
			current := before
			if e.Proposal {
				current = before.Effective()
			}
			return ChangeRecord{}, apperr.New(apperr.ProductChanged).
				WithDetail("changed", changedSince(before, e.Version, since, touched)).WithDetail("current", current)
		}
		p.UpdatedAt = now
		if err := p.Check(); err != nil {
			return ChangeRecord{}, err
		}
		record := ChangeRecord{
			By: e.By, Action: e.Action, Fields: touched, Values: valueChanges(before.Effective(), p.Effective()),
			BulkEdit: e.BulkEdit, BulkUndo: e.BulkUndo, Before: before,
		}
		if e.Jobs != nil && len(touched) > 0 {
			jobs, err := e.Jobs(before, p, now)
			if err != nil {
				return ChangeRecord{}, err
			}
			record.Jobs = jobs
		}
		return record, nil
	})
	if err != nil {
		return nil, fmt.Errorf("changing a product: %w", named(err))
	}
	s.show(ctx, e.ID)
	return p, nil
}

// apply makes the change, or the proposal of one.
func (e Edit) apply(p *Product, now time.Time) error {
	if !e.Proposal {
		err := e.Change(p)
		p.normalize()
		return err
	}
	target := p.Effective()
	if err := e.Change(target); err != nil {
		return err
	}
	target.normalize()
	if err := target.Check(); err != nil {
		return err
	}
	p.propose(target, e.By, now)
	return nil
}

// revisionField stands for a decision about what waits.
const revisionField = "revision"

// touchedFields names the fields that an edit changed, those that wait included.
func touchedFields(before, after *Product) []string {
	touched := Differences(before, after)
	for _, field := range Differences(before.Effective(), after.Effective()) {
		if !slices.Contains(touched, field) {
			touched = append(touched, field)
		}
	}
	if len(touched) == 0 && before.Revision != after.Revision {
		touched = append(touched, revisionField)
	}
	return touched
}

// Add is Create for somebody: it records who did it and takes the pictures that were uploaded
// for the product. Codes: InvalidFields, ProductCodeTaken, ImageNotFound.
func (s *Service) Add(ctx context.Context, draft *Product, record ChangeRecord) (*Product, error) {
	p := draft.Clone()
	s.prepare(p)
	if p.ID == "" {
		p.ID = s.newID()
	}
	if err := p.Check(); err != nil {
		return nil, err
	}
	if err := s.store.Add(ctx, p, record); err != nil {
		return nil, fmt.Errorf("adding a product: %w", named(err))
	}
	s.show(ctx, p.ID)
	return p, nil
}

// named says which field of the form a code that is taken belongs to.
func named(err error) error {
	taken, found := errors.AsType[*apperr.Error](err)
	if found && taken.Code == apperr.ProductCodeTaken && taken.Fields == nil {
		return taken.WithFields(map[string]string{"code": "code_taken"})
	}
	return err
}

// changedSince names the fields that others changed after a version. Versions without an edit of
// their own moved the stock. Where nothing is known, it names what the editor would overwrite.
func changedSince(current *Product, seen int64, since []PastEdit, touched []string) []string {
	changed := []string{}
	add := func(field string) {
		if !slices.Contains(changed, field) {
			changed = append(changed, field)
		}
	}
	for _, e := range since {
		for _, field := range e.Fields {
			if field != AnyField {
				add(field)
				continue
			}
			for _, field := range touched {
				add(field)
			}
		}
	}
	if current.Version-seen > int64(len(since)) && slices.Contains(touched, "nb_in_stock") {
		add("nb_in_stock")
	}
	if len(changed) == 0 {
		changed = append(changed, touched...)
	}
	slices.Sort(changed)
	return changed
}

// Differences names the fields, as on the wire, in which two states of a product differ.
func Differences(a, b *Product) []string {
	var fields []string
	differ := func(field string, differs bool) {
		if differs {
			fields = append(fields, field)
		}
	}
	differ("code", a.Code != b.Code)
	differ("english_name", a.Name.English != b.Name.English)
	differ("arabic_name", a.Name.Arabic != b.Name.Arabic)
	differ("english_description", a.Description.English != b.Description.English)
	differ("arabic_description", a.Description.Arabic != b.Description.Arabic)
	differ("brand", a.Brand != b.Brand)
	differ("category", a.Category != b.Category)
	differ("price", a.Price != b.Price)
	differ("discount", a.Discount != b.Discount)
	differ("nb_in_stock", a.Stock != b.Stock)
	differ("regulation", a.Regulation != b.Regulation)
	differ("registration_no", a.Registration != b.Registration)
	differ("official_price_lbp", a.OfficialPrice.Pounds != b.OfficialPrice.Pounds)
	differ("official_price_source", a.OfficialPrice.Source != b.OfficialPrice.Source)
	differ("official_price_from", a.OfficialPrice.ValidFrom != b.OfficialPrice.ValidFrom)
	differ("vat_rate", a.VATRate != b.VATRate)
	differ("max_per_order", a.MaxPerOrder != b.MaxPerOrder)
	differ("concerns", !slices.Equal(a.Concerns, b.Concerns))
	differ("suits", !slices.Equal(a.Suits, b.Suits))
	differ("images", !slices.Equal(a.Images, b.Images))
	differ("active_ingredients", !slices.Equal(a.Ingredients, b.Ingredients))
	differ("form", a.Form != b.Form)
	differ("pack_size", a.PackSize != b.PackSize)
	differ("english_usage", a.Usage.English != b.Usage.English)
	differ("arabic_usage", a.Usage.Arabic != b.Usage.Arabic)
	differ("english_warnings", a.Warnings.English != b.Warnings.English)
	differ("arabic_warnings", a.Warnings.Arabic != b.Warnings.Arabic)
	differ("off_sale", a.OffSale != b.OffSale)
	differ("reorder_level", a.ReorderLevel != b.ReorderLevel)
	differ("store", a.StoreID != b.StoreID)
	differ("status", a.Status != b.Status || a.StatusNote != b.StatusNote)
	return fields
}
