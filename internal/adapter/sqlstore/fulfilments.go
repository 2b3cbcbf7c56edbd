package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"dawa/internal/base/money"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/roles"
)

// ordersTopic is notified after every commit that changed a fulfilment of a store.
func ordersTopic(storeID string) string { return "orders:" + storeID }

func notifyOrders(tx *Tx, f *orders.Fulfilment) { tx.Notify(ordersTopic(f.StoreID)) }

// addFulfilmentChange queues what has become of a fulfilment and of its lines. One that a server of the version before
// never wrote is written now.
func addFulfilmentChange(b *batch, tx *Tx, o *orders.Order, f *orders.Fulfilment) error {
	address := ""
	if f.Address != o.Address {
		var err error
		if address, err = asText(addressRow(f.Address)); err != nil {
			return err
		}
	}
	b.add("changing a fulfilment", `
		INSERT INTO fulfilments (order_id, place, store_id, status, subtotal_cents, fee_cents, total_cents, address,
			staff_note, version, placed_at, fee_cut_cents, question, asked_at, answer_by, answer, updated_at)
		VALUES (`+list(1, 16)+`, `+tx.Now()+`)
		ON CONFLICT (order_id, place) DO UPDATE SET status = excluded.status,
			subtotal_cents = excluded.subtotal_cents, fee_cents = excluded.fee_cents,
			total_cents = excluded.total_cents, address = excluded.address, staff_note = excluded.staff_note,
			version = excluded.version, fee_cut_cents = excluded.fee_cut_cents, question = excluded.question,
			asked_at = excluded.asked_at, answer_by = excluded.answer_by, answer = excluded.answer,
			updated_at = excluded.updated_at`,
		o.ID, f.Place, f.StoreID, string(f.Status), int64(f.Totals.Subtotal), int64(f.Totals.Fee),
		int64(f.Totals.Total), address, f.StaffNote, f.Version, Millis(o.PlacedAt), int64(f.FeeCut), f.Question.ID,
		questionMillis(f.Question.At), questionMillis(f.Question.Until), string(f.Question.Answer))
	for i, l := range o.Lines {
		if l.Fulfilment == f.Place && l.Removed > 0 {
			b.add("reducing a line", `
				UPDATE order_lines SET removed = $3, vat_cents = $4 WHERE order_id = $1 AND place = $2`,
				o.ID, i+1, l.Removed, int64(l.VAT))
		}
	}
	notifyOrders(tx, f)
	return nil
}

// questionMillis is a moment of a question; 0 where nothing was asked.
func questionMillis(at time.Time) int64 {
	if at.IsZero() {
		return 0
	}
	return Millis(at)
}

func readFulfilments(ctx context.Context, tx *Tx, ids []string, byID map[string]*orders.Order) error {
	in, args := In(1, ids)
	rows, err := tx.QueryContext(ctx, `
		SELECT f.order_id, f.place, f.store_id, coalesce(s.name, ''), coalesce(s.arabic_name, ''), f.status,
			f.subtotal_cents, f.fee_cents, f.total_cents, f.address, f.staff_note, f.version, f.fee_cut_cents,
			f.question, f.asked_at, f.answer_by, f.answer, coalesce(s.answer_minutes, 0), f.promised_from,
			f.promised_to
		FROM fulfilments f LEFT JOIN stores s ON s.id = f.store_id
		WHERE f.order_id IN (`+in+`) ORDER BY f.order_id, f.place`, args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var f orders.Fulfilment
		var id, address string
		var subtotal, fee, total, asked, until, minutes, promisedFrom, promisedTo int64
		if err := rows.Scan(&id, &f.Place, &f.StoreID, &f.StoreName.English, &f.StoreName.Arabic, &f.Status, &subtotal,
			&fee, &total, &address, &f.StaffNote, &f.Version, &f.FeeCut, &f.Question.ID, &asked, &until,
			&f.Question.Answer, &minutes, &promisedFrom, &promisedTo); err != nil {
			return err
		}
		if f.Question.ID != "" {
			f.Question.At, f.Question.Until = Time(asked), Time(until)
		}
		f.AnswerTime = time.Duration(minutes) * time.Minute
		o := byID[id]
		f.ID, f.Address = orders.FulfilmentID(id, f.Place), o.Address
		f.Totals = money.Totals{Subtotal: money.Cents(subtotal), Fee: money.Cents(fee), Total: money.Cents(total)}
		f.Promised = orders.Promise{From: Time(promisedFrom), To: Time(promisedTo)}
		if address != "" {
			var stored addressRow
			if err := json.Unmarshal([]byte(address), &stored); err != nil {
				return fmt.Errorf("reading the address of a fulfilment: %w", err)
			}
			f.Address = orders.Address(stored)
		}
		o.Fulfilments = append(o.Fulfilments, f)
	}
	for _, o := range byID {
		if len(o.Fulfilments) == 0 { // a server of the version before wrote the order
			o.Fulfilments = []orders.Fulfilment{{
				ID: orders.FulfilmentID(o.ID, 1), Place: 1, StoreID: roles.House, Status: o.Status, Totals: o.Totals,
				Address: o.Address, Version: 1,
			}}
		}
	}
	return rows.Err()
}

// nameFold is a customer's name as it is searched.
func nameFold(a orders.Address) string {
	return strings.ToLower(strings.TrimSpace(a.FirstName + " " + a.LastName))
}
