package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/regulation"
)

// revisionContent is how the values that wait are stored, whichever of them the revision changes.
type revisionContent struct {
	Code                string          `json:"code"`
	Name                text.Pair       `json:"name"`
	Description         text.Pair       `json:"description"`
	Brand               string          `json:"brand"`
	Category            string          `json:"category"`
	Regulation          string          `json:"regulation"`
	Registration        string          `json:"registration_no"`
	OfficialPrice       int64           `json:"official_price_lbp"`
	OfficialPriceSource string          `json:"official_price_source"`
	OfficialPriceFrom   string          `json:"official_price_from"`
	VATRate             int             `json:"vat_rate"`
	Suits               []string        `json:"suits"`
	Images              []imageRow      `json:"images"`
	Ingredients         []ingredientRow `json:"active_ingredients"`
	Form                string          `json:"form"`
	PackSize            string          `json:"pack_size"`
	Usage               text.Pair       `json:"usage"`
	Warnings            text.Pair       `json:"warnings"`
}

func toRevisionContent(p *catalog.Product) revisionContent {
	c := revisionContent{
		Code: p.Code, Name: p.Name, Description: p.Description, Brand: p.Brand, Category: p.Category,
		Regulation: string(p.Regulation), Registration: p.Registration, OfficialPrice: p.OfficialPrice.Pounds,
		OfficialPriceSource: p.OfficialPrice.Source, OfficialPriceFrom: p.OfficialPrice.ValidFrom, VATRate: p.VATRate,
		Suits: p.Suits, Form: p.Form, PackSize: p.PackSize, Usage: p.Usage, Warnings: p.Warnings,
	}
	for _, m := range p.Images {
		c.Images = append(c.Images, imageRow{Hash: m.Hash, EnglishAlt: m.Alt.English, ArabicAlt: m.Alt.Arabic})
	}
	for _, g := range p.Ingredients {
		c.Ingredients = append(c.Ingredients,
			ingredientRow{Name: g.Name.English, ArabicName: g.Name.Arabic, Strength: g.Strength})
	}
	return c
}

// proposed is the product with the values that wait.
func (c revisionContent) proposed(p *catalog.Product) *catalog.Product {
	out := p.Clone()
	out.Revision = nil
	out.Code, out.Name, out.Description, out.Brand, out.Category = c.Code, c.Name, c.Description, c.Brand, c.Category
	out.Regulation, out.Registration, out.VATRate = regulation.Class(c.Regulation), c.Registration, c.VATRate
	out.OfficialPrice = regulation.OfficialPrice{
		Pounds: c.OfficialPrice, Source: c.OfficialPriceSource, ValidFrom: c.OfficialPriceFrom,
	}
	out.Suits, out.Form, out.PackSize, out.Usage, out.Warnings = c.Suits, c.Form, c.PackSize, c.Usage, c.Warnings
	out.Images, out.Ingredients = nil, nil
	for _, r := range c.Images {
		out.Images = append(out.Images,
			catalog.Image{Hash: r.Hash, Alt: text.Pair{English: r.EnglishAlt, Arabic: r.ArabicAlt}})
	}
	for _, r := range c.Ingredients {
		out.Ingredients = append(out.Ingredients,
			catalog.Ingredient{Name: text.Pair{English: r.Name, Arabic: r.ArabicName}, Strength: r.Strength})
	}
	return out
}

const selectRevisions = "SELECT product_id, fields, content, status, note, submitted_by, submitted_at " +
	"FROM product_revisions"

// revisionRow is a stored revision before its product is known.
type revisionRow struct {
	productID string
	revision  catalog.Revision
	content   revisionContent
}

func (r revisionRow) of(p *catalog.Product) *catalog.Revision {
	revision := r.revision
	revision.Proposed = r.content.proposed(p)
	return &revision
}

func scanRevision(row interface{ Scan(...any) error }) (r revisionRow, err error) {
	var fields, content, status string
	var at int64
	err = row.Scan(&r.productID, &fields, &content, &status, &r.revision.Note, &r.revision.By, &at)
	if err != nil {
		return r, err
	}
	r.revision.Fields, r.revision.Status = readKeys(fields), catalog.Status(status)
	r.revision.At = Time(at)
	if err := json.Unmarshal([]byte(content), &r.content); err != nil {
		return r, fmt.Errorf("reading the revision of %s: %w", r.productID, err)
	}
	return r, nil
}

// readRevision reads what waits on a product; nil is nothing.
func readRevision(ctx context.Context, q interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}, p *catalog.Product) (*catalog.Revision, error) {
	row, err := scanRevision(q.QueryRowContext(ctx, selectRevisions+" WHERE product_id = $1", p.ID))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading a revision: %w", err)
	}
	return row.of(p), nil
}

// writeRevision stores what waits on a product, or that nothing does.
func writeRevision(ctx context.Context, tx *Tx, p *catalog.Product) error {
	r := p.Revision
	if r == nil {
		if _, err := tx.ExecContext(ctx, "DELETE FROM product_revisions WHERE product_id = $1", p.ID); err != nil {
			return fmt.Errorf("removing a revision: %w", err)
		}
		return nil
	}
	content, err := json.Marshal(toRevisionContent(r.Proposed))
	if err != nil {
		return fmt.Errorf("writing a revision: %w", err)
	}
	_, err = tx.ExecContext(ctx, `
		INSERT INTO product_revisions (product_id, fields, content, status, note, submitted_by, submitted_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (product_id) DO UPDATE SET fields = excluded.fields, content = excluded.content,
			status = excluded.status, note = excluded.note, submitted_by = excluded.submitted_by,
			submitted_at = excluded.submitted_at`,
		p.ID, strings.Join(r.Fields, ","), string(content), string(r.Status), r.Note, r.By, Millis(r.At))
	if err != nil {
		return fmt.Errorf("writing a revision: %w", err)
	}
	return nil
}

// WithRevision reads one product with what waits on it.
func (s *Products) WithRevision(ctx context.Context, id string) (*catalog.Product, error) {
	p, err := s.Product(ctx, id)
	if err != nil {
		return nil, err
	}
	if p.Revision, err = readRevision(ctx, s.db, p); err != nil {
		return nil, s.db.public(err)
	}
	return p, nil
}

// withRevisions fills in what waits on the products.
func (s *Products) withRevisions(ctx context.Context, products []*catalog.Product) error {
	byID := make(map[string]*catalog.Product, len(products))
	ids := make([]string, len(products))
	for i, p := range products {
		byID[p.ID], ids[i] = p, p.ID
	}
	for part := range slices.Chunk(ids, MaxIn) {
		in, args := In(1, part)
		rows, err := readAll(ctx, s.db, "reading revisions", scanRevision,
			selectRevisions+" WHERE product_id IN ("+in+")", args...)
		if err != nil {
			return err
		}
		for _, r := range rows {
			byID[r.productID].Revision = r.of(byID[r.productID])
		}
	}
	return nil
}

// heldPictures are the pictures of a product and of what waits on it.
func heldPictures(p *catalog.Product) []catalog.Image {
	held := slices.Clone(p.Images)
	if p.Revision != nil {
		held = append(held, p.Revision.Proposed.Images...)
	}
	return held
}
