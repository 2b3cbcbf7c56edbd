package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/roles"
	"dawa/internal/domain/stores"
)

// Stores reads and writes stores. It implements stores.Records.
type Stores struct{ db *DB }

var _ stores.Repository = (*Stores)(nil)

// NewStores makes the store of stores over an open database.
func NewStores(db *DB) *Stores { return &Stores{db: db} }

const storeColumns = `s.id, s.owner_id, s.name, s.description, s.street, s.city, s.building, s.state, s.phone_nb,
	s.status, s.reason, s.version, s.created_at, s.updated_at, s.arabic_name, s.whatsapp, s.legal_name, s.tax_no,
	s.opening_hours, s.holidays, s.approved_at, s.answer_minutes, s.prepare_minutes, s.delivery_window_minutes,
	(SELECT count(*) FROM store_licences l WHERE l.store_id = s.id AND l.number <> ''),
	(SELECT count(*) FROM store_licences l WHERE l.store_id = s.id AND l.document <> '')`

// scanStore reads the storeColumns and whatever stands behind them.
func scanStore(row interface{ Scan(...any) error }, more ...any) (*stores.Store, error) {
	var s stores.Store
	var status, hours, holidays string
	var created, updated, approved int64
	var numbers, documents int
	err := row.Scan(append([]any{
		&s.ID, &s.OwnerID, &s.Name, &s.Description, &s.Street, &s.City, &s.Building, &s.State, &s.Phone, &status,
		&s.Reason, &s.Version, &created, &updated, &s.ArabicName, &s.WhatsApp, &s.LegalName, &s.TaxNo,
		&hours, &holidays, &approved, &s.AnswerMinutes, &s.PrepareMinutes, &s.WindowMinutes, &numbers, &documents,
	}, more...)...)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, apperr.New(apperr.StoreNotFound)
	}
	if err != nil {
		return nil, err
	}
	s.Status, s.CreatedAt, s.UpdatedAt = catalog.Status(status), Time(created), Time(updated)
	s.HasLicenceNo, s.HasLicence, s.Holidays = numbers > 0, documents > 0, readKeys(holidays)
	if approved > 0 {
		s.ApprovedAt = Time(approved)
	}
	if hours != "" {
		if err := json.Unmarshal([]byte(hours), &s.Hours); err != nil {
			return nil, fmt.Errorf("reading the hours of a store: %w", err)
		}
	}
	return &s, nil
}

// storeDetails are the columns from arabic_name to delivery_window_minutes.
func storeDetails(s *stores.Store) ([]any, error) {
	hours := ""
	if len(s.Hours) > 0 {
		text, err := json.Marshal(s.Hours)
		if err != nil {
			return nil, fmt.Errorf("writing the hours of a store: %w", err)
		}
		hours = string(text)
	}
	approved := int64(0)
	if !s.ApprovedAt.IsZero() {
		approved = Millis(s.ApprovedAt)
	}
	return []any{s.ArabicName, s.WhatsApp, s.LegalName, s.TaxNo, hours, strings.Join(s.Holidays, ","), approved,
		s.AnswerMinutes, s.PrepareMinutes, s.WindowMinutes}, nil
}

// Add inserts a new store.
func (r *Stores) Add(ctx context.Context, s *stores.Store, limit int, decision stores.Decision) error {
	return r.db.Write(ctx, func(tx *Tx) error {
		// The owner's row is held, so that two at once cannot both find the last place.
		owner, err := texts(tx.QueryContext(ctx, "SELECT id FROM users WHERE id = $1"+tx.ForUpdate(), s.OwnerID))
		if err != nil {
			return fmt.Errorf("holding an owner: %w", err)
		}
		if len(owner) == 0 {
			return apperr.New(apperr.SessionEnded)
		}
		var has int
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM stores WHERE owner_id = $1", s.OwnerID).
			Scan(&has); err != nil {
			return fmt.Errorf("counting stores: %w", err)
		}
		if has >= limit {
			return apperr.New(apperr.StoreLimit)
		}
		details, err := storeDetails(s)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `
			INSERT INTO stores (id, owner_id, name, name_fold, description, street, city, building, state, phone_nb,
				status, reason, version, created_at, updated_at, arabic_name, whatsapp, legal_name, tax_no,
				opening_hours, holidays, approved_at, answer_minutes, prepare_minutes, delivery_window_minutes)
			VALUES (`+list(1, 25)+`)`,
			append([]any{
				s.ID, s.OwnerID, s.Name, foldStore(s), s.Description, s.Street, s.City, s.Building, s.State,
				s.Phone, string(s.Status), s.Reason, s.Version, Millis(s.CreatedAt), Millis(s.UpdatedAt),
			}, details...)...)
		if err != nil {
			return fmt.Errorf("adding a store: %w", err)
		}
		err = setMembership(ctx, tx, roles.Membership{
			Place: roles.Place{Store: s.ID, Role: roles.Owner}, UserID: s.OwnerID, Since: s.CreatedAt,
		})
		if err != nil {
			return err
		}
		return recordDecision(ctx, tx, s, decision)
	})
}

// Store reads one store.
func (r *Stores) Store(ctx context.Context, id string) (*stores.Store, error) {
	s, err := scanStore(r.db.QueryRowContext(ctx, "SELECT "+storeColumns+" FROM stores s WHERE s.id = $1", id))
	if err != nil {
		return nil, fmt.Errorf("reading a store: %w", r.db.public(err))
	}
	return s, nil
}

// Schedules reads what the delivery times of all approved stores follow from.
func (r *Stores) Schedules(ctx context.Context) (map[string]stores.Schedule, error) {
	one := func(row interface{ Scan(...any) error }) (*stores.Store, error) { return scanStore(row) }
	all, err := readAll(ctx, r.db, "reading the hours of stores", one,
		"SELECT "+storeColumns+" FROM stores s WHERE s.status = $1", string(catalog.Approved))
	if err != nil {
		return nil, err
	}
	byID := make(map[string]stores.Schedule, len(all))
	for _, s := range all {
		byID[s.ID] = s.Schedule()
	}
	return byID, nil
}

// Changed wakes whoever follows the stores, here or on another server.
func (r *Stores) Changed() (woken <-chan struct{}, end func()) { return r.db.Subscribe(shopTopic) }

// Mine lists the stores that a user has a role in, oldest first.
func (r *Stores) Mine(ctx context.Context, userID string) ([]stores.Mine, error) {
	one := func(row interface{ Scan(...any) error }) (m stores.Mine, err error) {
		m.Store, err = scanStore(row, &m.Role)
		return m, err
	}
	return readAll(ctx, r.db, "listing a user's stores", one, "SELECT "+storeColumns+`, m.role
		FROM memberships m JOIN stores s ON s.id = m.store_id WHERE m.user_id = $1 ORDER BY s.created_at, s.id`, userID)
}

// Update reads a store, lets decide change it and writes the outcome.
func (r *Stores) Update(ctx context.Context, id string,
	decide func(s *stores.Store) (stores.Decision, error)) (*stores.Store, error) {
	var s *stores.Store
	err := r.db.Write(ctx, func(tx *Tx) (err error) {
		s, err = scanStore(tx.QueryRowContext(ctx,
			"SELECT "+storeColumns+" FROM stores s WHERE s.id = $1"+tx.ForUpdate(), id))
		if err != nil {
			return fmt.Errorf("reading a store to change: %w", err)
		}
		before := s.Version
		decision, err := decide(s)
		if err != nil || decision.Idle {
			return err
		}
		s.Version = before + 1
		details, err := storeDetails(s)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `
			UPDATE stores SET name = $2, name_fold = $3, description = $4, street = $5, city = $6, building = $7,
				state = $8, phone_nb = $9, status = $10, reason = $11, version = $12, updated_at = $13,
				arabic_name = $14, whatsapp = $15, legal_name = $16, tax_no = $17, opening_hours = $18,
				holidays = $19, approved_at = $20, answer_minutes = $21, prepare_minutes = $22,
				delivery_window_minutes = $23 WHERE id = $1`,
			append([]any{
				id, s.Name, foldStore(s), s.Description, s.Street, s.City, s.Building, s.State, s.Phone,
				string(s.Status), s.Reason, s.Version, Millis(s.UpdatedAt),
			}, details...)...)
		if err != nil {
			return fmt.Errorf("changing a store: %w", err)
		}
		if decision.Withdraw {
			err = setProducts(ctx, tx, "withdrawn = TRUE", "store_id = $1 AND NOT withdrawn", id, s.UpdatedAt)
		} else if decision.Restore {
			err = setProducts(ctx, tx, "withdrawn = FALSE", "store_id = $1 AND withdrawn", id, s.UpdatedAt)
		}
		if err != nil {
			return err
		}
		return recordDecision(ctx, tx, s, decision)
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// foldStore is what a search of the admins looks in: both names in lower case.
func foldStore(s *stores.Store) string {
	return strings.TrimSpace(strings.ToLower(s.Name + " " + s.ArabicName))
}

// setProducts changes all products of which where holds of the one argument.
func setProducts(ctx context.Context, tx *Tx, set, where, arg string, now time.Time) error {
	// In the order of the ids, as those who buy them lock them.
	ids, err := texts(tx.QueryContext(ctx, "SELECT id FROM products WHERE "+where+" ORDER BY id"+tx.ForUpdate(), arg))
	if err != nil {
		return fmt.Errorf("finding the products to change: %w", err)
	}
	if len(ids) == 0 {
		return nil
	}
	_, err = tx.ExecContext(ctx, "UPDATE products SET "+set+", version = version + 1, updated_at = $2 WHERE "+where,
		arg, Millis(now))
	if err != nil {
		return fmt.Errorf("changing products: %w", err)
	}
	if err := recordEdits(ctx, tx, ids, now); err != nil {
		return err
	}
	return touchProducts(ctx, tx, ids, now)
}

func recordDecision(ctx context.Context, tx *Tx, s *stores.Store, decision stores.Decision) error {
	tx.Notify(shopTopic)
	event := audit.NewEvent(audit.Action(decision.Action), decision.By, s.ID, decision.Detail, s.UpdatedAt)
	event.SubjectKind, event.Changes = stores.AuditSubject, decision.Changes
	if decision.Licence != nil {
		if err := saveLicence(ctx, tx, *decision.Licence); err != nil {
			return err
		}
	}
	if err := recordAudit(ctx, tx, event); err != nil {
		return err
	}
	return enqueue(ctx, tx, decision.Jobs)
}

// managedStores reads stores with their owners and counts; managedFrom is where they come from.
const managedStores = "SELECT " + storeColumns + `, u.full_name, u.username, u.email, u.phone_nb, u.language,
	(SELECT count(*) FROM products p WHERE p.store_id = s.id),
	(SELECT count(*) FROM fulfilments f WHERE f.store_id = s.id AND f.status IN ` + openStatuses + ")" + managedFrom

const managedFrom = " FROM stores s JOIN users u ON u.id = s.owner_id"

func scanManaged(row interface{ Scan(...any) error }) (m stores.Managed, err error) {
	var lang string
	m.Store, err = scanStore(row, &m.Owner.FullName, &m.Owner.Username, &m.Owner.Email, &m.Owner.Phone, &lang,
		&m.Products, &m.OpenOrders)
	m.Owner.Language = text.Lang(lang)
	return m, err
}

// Managed reads one store for admins.
func (r *Stores) Managed(ctx context.Context, id string) (stores.Managed, error) {
	m, err := scanManaged(r.db.QueryRowContext(ctx, managedStores+" WHERE s.id = $1", id))
	if err != nil {
		return stores.Managed{}, fmt.Errorf("reading a store: %w", r.db.public(err))
	}
	return m, nil
}

// List lists stores for admins.
func (r *Stores) List(ctx context.Context, f stores.Filter) (found []stores.Managed, total int, err error) {
	where, args := storesWhere(f)
	order := " ORDER BY s.created_at DESC, s.id DESC"
	if f.Oldest {
		order = " ORDER BY s.created_at, s.id"
	}
	err = r.db.Read(ctx, func(tx *Tx) error {
		found = nil
		if err := tx.QueryRowContext(ctx, "SELECT count(*)"+managedFrom+where, args...).Scan(&total); err != nil {
			return err
		}
		rows, err := tx.QueryContext(ctx,
			managedStores+where+order+fmt.Sprintf(" LIMIT $%d OFFSET $%d", len(args)+1, len(args)+2),
			append(args, f.Limit, f.Offset)...)
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			m, err := scanManaged(rows)
			if err != nil {
				return err
			}
			found = append(found, m)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, 0, fmt.Errorf("listing stores: %w", err)
	}
	return found, total, nil
}

// storeStates tells the states of a store apart: a rejected one that was approved before is suspended.
var storeStates = map[stores.State]string{
	stores.StatePending:   "s.status = 'pending'",
	stores.StateApproved:  "s.status = 'approved'",
	stores.StateRejected:  "s.status = 'rejected' AND s.approved_at = 0",
	stores.StateSuspended: "s.status = 'rejected' AND s.approved_at > 0",
}

func storesWhere(f stores.Filter) (where string, args []any) {
	var parts []string
	if f.State != "" {
		parts = append(parts, storeStates[f.State])
	}
	if f.Part != "" {
		args = append(args, "%"+likeText(f.Part)+"%")
		parts = append(parts, strings.ReplaceAll(`(s.name_fold LIKE ? ESCAPE '\' OR s.phone_nb LIKE ? ESCAPE '\'
			OR u.email_fold LIKE ? ESCAPE '\' OR lower(u.full_name) LIKE ? ESCAPE '\')`, "?", "$1"))
	}
	if len(parts) == 0 {
		return "", nil
	}
	return " WHERE " + strings.Join(parts, " AND "), args
}

// Products reads a store's products of any status.
func (r *Stores) Products(ctx context.Context, storeID string) ([]*catalog.Product, error) {
	return r.products(ctx, " WHERE store_id = $1 ORDER BY created_at, id", storeID)
}

// WithRevisions reads a store's products with what waits on them.
func (r *Stores) WithRevisions(ctx context.Context, storeID string) ([]*catalog.Product, error) {
	found, err := r.Products(ctx, storeID)
	if err != nil {
		return nil, err
	}
	return found, NewProducts(r.db).withRevisions(ctx, found)
}

// Revised reads the products on sale whose changes wait for approval.
func (r *Stores) Revised(ctx context.Context, limit, offset int) (found []stores.ManagedProduct, total int,
	err error) {
	const waiting = " FROM product_revisions r JOIN products p ON p.id = r.product_id WHERE r.status = 'pending'"
	if err := r.db.QueryRowContext(ctx, "SELECT count(*)"+waiting).Scan(&total); err != nil {
		return nil, 0, fmt.Errorf("counting what waits: %w", r.db.public(err))
	}
	ids, err := texts(r.db.QueryContext(ctx, "SELECT r.product_id"+waiting+
		" ORDER BY r.submitted_at, r.product_id LIMIT $1 OFFSET $2", limit, offset))
	if err != nil {
		return nil, 0, fmt.Errorf("reading what waits: %w", r.db.public(err))
	}
	for _, id := range ids {
		p, err := NewProducts(r.db).WithRevision(ctx, id)
		if err != nil {
			return nil, 0, err
		}
		m, err := r.Credits(ctx, p)
		if err != nil {
			return nil, 0, err
		}
		found = append(found, m)
	}
	return found, total, nil
}

// Submitted reads the products a user submitted.
func (r *Stores) Submitted(ctx context.Context, userID string) ([]*catalog.Product, error) {
	if userID == "" {
		return nil, nil
	}
	return r.products(ctx, " WHERE submitted_by = $1 AND submitted_by <> '' ORDER BY created_at, id", userID)
}

func (r *Stores) products(ctx context.Context, where string, args ...any) ([]*catalog.Product, error) {
	return NewProducts(r.db).all(ctx, selectProducts+where, args)
}

// Waiting reads the products that wait for approval.
func (r *Stores) Waiting(ctx context.Context, limit, offset int) (found []stores.ManagedProduct, total int,
	err error) {
	if err := r.db.QueryRowContext(ctx, "SELECT count(*) FROM products WHERE status = 'pending'").
		Scan(&total); err != nil {
		return nil, 0, fmt.Errorf("counting what waits: %w", r.db.public(err))
	}
	waiting, err := r.products(ctx, " WHERE status = 'pending' ORDER BY created_at, id LIMIT $1 OFFSET $2",
		limit, offset)
	if err != nil {
		return nil, 0, err
	}
	for _, p := range waiting {
		m, err := r.Credits(ctx, p)
		if err != nil {
			return nil, 0, err
		}
		found = append(found, m)
	}
	return found, total, nil
}

// Credits names who submitted a product and its store.
func (r *Stores) Credits(ctx context.Context, p *catalog.Product) (stores.ManagedProduct, error) {
	m := stores.ManagedProduct{Product: p}
	err := r.db.QueryRowContext(ctx, `
		SELECT coalesce((SELECT username FROM users WHERE id = $1), ''),
		coalesce((SELECT name FROM stores WHERE id = $2), ''),
		coalesce((SELECT arabic_name FROM stores WHERE id = $2), '')`,
		p.SubmittedBy, p.StoreID).Scan(&m.SubmittedBy, &m.StoreName.English, &m.StoreName.Arabic)
	if err != nil {
		return m, fmt.Errorf("reading who submitted a product: %w", r.db.public(err))
	}
	return m, nil
}

// Owner reads a person.
func (r *Stores) Owner(ctx context.Context, userID string) (stores.Owner, error) {
	var o stores.Owner
	var lang string
	err := r.db.QueryRowContext(ctx, "SELECT full_name, username, email, phone_nb, language FROM users WHERE id = $1",
		userID).
		Scan(&o.FullName, &o.Username, &o.Email, &o.Phone, &lang)
	if errors.Is(err, sql.ErrNoRows) {
		return stores.Owner{}, nil
	}
	if err != nil {
		return stores.Owner{}, fmt.Errorf("reading an owner: %w", r.db.public(err))
	}
	o.Language = text.Lang(lang)
	return o, nil
}

// RemoveUser is the hook of accounts for a user who leaves. A store with another owner goes on; where the user is
// the only one it closes: what it sold leaves the shop, as does what the user submitted and nobody approved.
// What the shop sells itself stays, without the name of who submitted it.
func (r *Stores) RemoveUser(ctx context.Context, tx *Tx, userID string) error {
	now := r.db.time()
	if err := r.leaveStores(ctx, tx, userID); err != nil {
		return err
	}
	const sold = "store_id IN (SELECT id FROM stores WHERE owner_id = $1)"
	if err := setProducts(ctx, tx, "status = 'rejected', status_note = '', store_id = NULL", sold, userID,
		now); err != nil {
		return err
	}
	if err := setProducts(ctx, tx, "status = 'rejected', status_note = ''",
		"submitted_by = $1 AND status = 'pending' AND store_id IS NULL", userID, now); err != nil {
		return err
	}
	if err := setProducts(ctx, tx, "submitted_by = ''", "submitted_by = $1", userID, now); err != nil {
		return err
	}
	if err := recordClosing(ctx, tx, userID, now); err != nil {
		return err
	}
	for _, query := range []string{
		"DELETE FROM memberships WHERE store_id IN (SELECT id FROM stores WHERE owner_id = $1)",
		"DELETE FROM invitations WHERE store_id IN (SELECT id FROM stores WHERE owner_id = $1)",
		"DELETE FROM stores WHERE owner_id = $1",
	} {
		if _, err := tx.ExecContext(ctx, query, userID); err != nil {
			return fmt.Errorf("closing a user's stores: %w", err)
		}
	}
	return nil
}

// recordClosing writes down which stores close because their owner leaves: what the shop owes them stays, and whoever
// pays it must know whom.
func recordClosing(ctx context.Context, tx *Tx, userID string, now time.Time) error {
	var closing []audit.Event
	rows, err := tx.QueryContext(ctx, "SELECT id, name FROM stores WHERE owner_id = $1 ORDER BY id", userID)
	if err != nil {
		return fmt.Errorf("reading a user's stores: %w", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id, name string
		if err := rows.Scan(&id, &name); err != nil {
			return fmt.Errorf("reading a user's stores: %w", err)
		}
		event := audit.NewEvent("store_closed", userID, id, name, now)
		event.SubjectKind = "store"
		closing = append(closing, event)
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("reading a user's stores: %w", err)
	}
	for _, event := range closing {
		if err := recordAudit(ctx, tx, event); err != nil {
			return err
		}
	}
	return nil
}

// leaveStores ends the user's roles. A store whose owner is gone goes to the next owner, if it has one.
func (r *Stores) leaveStores(ctx context.Context, tx *Tx, userID string) error {
	places, err := texts(tx.QueryContext(ctx,
		"SELECT store_id FROM memberships WHERE user_id = $1 ORDER BY store_id", userID))
	if err != nil {
		return fmt.Errorf("reading a user's roles: %w", err)
	}
	for _, place := range places {
		if _, err := lockMembers(ctx, tx, place); err != nil {
			return err
		}
		if err := removeMembership(ctx, tx, place, userID); err != nil {
			return err
		}
	}
	return nil
}
