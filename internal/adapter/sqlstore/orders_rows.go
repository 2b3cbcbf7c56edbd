package sqlstore

import (
	"encoding/json"
	"fmt"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/roles"
)

// addressRow is how an order stores its address.
type addressRow struct {
	FirstName string `json:"first_name,omitempty"`
	LastName  string `json:"last_name,omitempty"`
	Street    string `json:"street,omitempty"`
	City      string `json:"city,omitempty"`
	State     string `json:"state,omitempty"`
	Building  string `json:"building,omitempty"`
	Floor     int    `json:"floor,omitempty"`
	Phone     string `json:"phone,omitempty"`
	ExtraInfo string `json:"extra_info,omitempty"`
}

// draftRow is how a reservation stores the order to be.
type draftRow struct {
	Lines       []draftLineRow `json:"lines"`
	Parts       []draftPartRow `json:"fulfilments,omitempty"`
	Subtotal    int64          `json:"subtotal"`
	Fee         int64          `json:"fee"`
	Total       int64          `json:"total"`
	Address     addressRow     `json:"address"`
	Rate        int64          `json:"rate,omitempty"`
	TotalPounds int64          `json:"total_lbp,omitempty"`
	ChargeRate  int64          `json:"charge_rate,omitempty"`
	Note        string         `json:"note,omitempty"`
	SaveAddress bool           `json:"save_address,omitempty"`
	Partly      bool           `json:"partly,omitempty"`
}

type draftLineRow struct {
	ProductID   string     `json:"product_id"`
	Code        string     `json:"code"`
	EnglishName string     `json:"english_name"`
	ArabicName  string     `json:"arabic_name"`
	Brand       string     `json:"brand"`
	Price       int64      `json:"price"`
	Discount    int        `json:"discount,omitempty"`
	UnitPrice   int64      `json:"unit_price"`
	Quantity    int        `json:"quantity"`
	VATRate     int        `json:"vat_rate,omitempty"`
	VAT         int64      `json:"vat,omitempty"`
	Images      []imageRow `json:"images,omitempty"`
	Fulfilment  int        `json:"fulfilment,omitempty"`
}

// draftPartRow is a fulfilment of the order to be.
type draftPartRow struct {
	Store    string `json:"store"`
	Subtotal int64  `json:"subtotal"`
	Fee      int64  `json:"fee"`
	From     int64  `json:"promised_from,omitempty"`
	To       int64  `json:"promised_to,omitempty"`
}

func draftText(d orders.Draft) (string, error) {
	row := draftRow{
		Subtotal: int64(d.Totals.Subtotal), Fee: int64(d.Totals.Fee), Total: int64(d.Totals.Total),
		Rate: d.Frozen.Rate, TotalPounds: int64(d.Frozen.Total), ChargeRate: d.ChargeRate,
		Address: addressRow(d.Address), Note: d.Note, SaveAddress: d.SaveAddress, Partly: d.Partly,
	}
	for _, l := range d.Lines {
		row.Lines = append(row.Lines, draftLineRow{
			ProductID: l.ProductID, Code: l.Code, EnglishName: l.Name.English, ArabicName: l.Name.Arabic,
			Brand: l.Brand, Price: int64(l.Price), Discount: l.Discount, UnitPrice: int64(l.UnitPrice),
			Quantity: l.Quantity, Images: imageRows(l.Images), Fulfilment: l.Fulfilment,
			VATRate: l.VATRate, VAT: int64(l.VAT),
		})
	}
	for _, f := range d.Fulfilments {
		row.Parts = append(row.Parts, draftPartRow{
			Store: f.StoreID, Subtotal: int64(f.Totals.Subtotal), Fee: int64(f.Totals.Fee),
			From: Millis(f.Promised.From), To: Millis(f.Promised.To),
		})
	}
	data, err := json.Marshal(row)
	if err != nil {
		return "", fmt.Errorf("writing an order to be: %w", err)
	}
	return string(data), nil
}

func readDraft(s string) (orders.Draft, error) {
	var row draftRow
	if err := json.Unmarshal([]byte(s), &row); err != nil {
		return orders.Draft{}, fmt.Errorf("reading an order to be: %w", err)
	}
	d := orders.Draft{
		Totals: money.Totals{
			Subtotal: money.Cents(row.Subtotal), Fee: money.Cents(row.Fee), Total: money.Cents(row.Total),
		},
		Frozen: orders.Frozen{Rate: row.Rate, Total: money.Pounds(row.TotalPounds)}, ChargeRate: row.ChargeRate,
		Address: orders.Address(row.Address), Note: row.Note, SaveAddress: row.SaveAddress,
		Partly: row.Partly,
	}
	for _, l := range row.Lines {
		line := orders.Line{
			ProductID: l.ProductID, Code: l.Code, Name: text.Pair{English: l.EnglishName, Arabic: l.ArabicName},
			Brand: l.Brand, Price: money.Cents(l.Price), Discount: l.Discount, UnitPrice: money.Cents(l.UnitPrice),
			Quantity: l.Quantity, Fulfilment: max(l.Fulfilment, 1), VATRate: l.VATRate, VAT: money.Cents(l.VAT),
		}
		for _, m := range l.Images {
			line.Images = append(line.Images, catalog.Image{
				Hash: m.Hash, Alt: text.Pair{English: m.EnglishAlt, Arabic: m.ArabicAlt},
			})
		}
		d.Lines = append(d.Lines, line)
	}
	if len(row.Parts) == 0 { // reserved by a server of the version before
		row.Parts = []draftPartRow{{Store: roles.House, Subtotal: row.Subtotal, Fee: row.Fee}}
	}
	for i, f := range row.Parts {
		d.Fulfilments = append(d.Fulfilments, orders.Fulfilment{
			Place: i + 1, StoreID: f.Store, Status: orders.Placed, Version: 1, Totals: money.Totals{
				Subtotal: money.Cents(f.Subtotal), Fee: money.Cents(f.Fee), Total: money.Cents(f.Subtotal + f.Fee),
			}, Promised: orders.Promise{From: Time(f.From), To: Time(f.To)},
		})
	}
	return d, nil
}

func imageRows(images []catalog.Image) []imageRow {
	rows := make([]imageRow, len(images))
	for i, m := range images {
		rows[i] = imageRow{Hash: m.Hash, EnglishAlt: m.Alt.English, ArabicAlt: m.Alt.Arabic}
	}
	return rows
}

func asText(value any) (string, error) {
	data, err := json.Marshal(value)
	if err != nil {
		return "", fmt.Errorf("writing %T: %w", value, err)
	}
	return string(data), nil
}
