package storetest

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/addresses"
	"dawa/internal/domain/cardvault"
	"dawa/internal/domain/cart"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/wishlist"
)

// fillEverything gives a user one of each thing that the shop keeps for people.
func fillEverything(t *testing.T, s *shop, user string) {
	t.Helper()
	ctx := t.Context()
	_, _, err := s.cart.Change(ctx, cart.Owner{UserID: user}, "p0", 1)
	must(t, err)
	_, err = wishlist.NewService(sqlstore.NewWishlists(s.db), s.live, nil).Add(ctx, user, "p1")
	must(t, err)
	_, err = addresses.NewService(sqlstore.NewAddresses(s.db), nil).Add(ctx, user, place("Hamra", 1))
	must(t, err)
	must(t, vaultOf(t, s.db, ring(t, "")).Add(ctx, user, cardvault.Input{
		Name: "Layla", Number: "4242424242424242", ExpDate: "12/39",
	}))
}

func TestWishlist_LastAddedComesFirst(t *testing.T) {
	t.Parallel()
	eachShop(t, 5, func(t *testing.T, s *shop) {
		ctx := t.Context()
		me, other := addPerson(t, s.accounts, "layla").ID, addPerson(t, s.accounts, "karim").ID
		list := wishlist.NewService(sqlstore.NewWishlists(s.db), s.live, nil)
		for i, id := range []string{"p1", "p3", "p2", "p3"} {
			n, err := list.Add(ctx, me, id)
			must(t, err)
			if want := min(i+1, 3); n != want {
				t.Errorf("%d after adding %s, want %d", n, id, want)
			}
		}
		ids := func(user string) (found []string) {
			items, err := list.Products(ctx, user)
			must(t, err)
			for _, item := range items {
				found = append(found, item.ID)
			}
			return found
		}
		if got := ids(me); !slices.Equal(got, []string{"p2", "p3", "p1"}) {
			t.Errorf("got %v", got)
		}
		if got := ids(other); len(got) != 0 {
			t.Errorf("somebody else has %v", got)
		}
		for id, want := range map[string]bool{"p1": true, "p0": false, "nonsense": false} {
			if has, err := list.Has(ctx, me, id); err != nil || has != want {
				t.Errorf("has %s: %v (%v)", id, has, err)
			}
		}
		_, err := s.goods.SetStatus(ctx, "p3", catalog.Rejected, "")
		must(t, err)
		if got := ids(me); !slices.Equal(got, []string{"p2", "p1"}) {
			t.Errorf("with one taken off sale: %v", got)
		}
		_, err = list.Add(ctx, me, "p3")
		wantCode(t, err, apperr.ProductNotFound)
		_, err = s.goods.SetStatus(ctx, "p3", catalog.Approved, "")
		must(t, err)
		if got := ids(me); !slices.Equal(got, []string{"p2", "p3", "p1"}) {
			t.Errorf("with it back on sale: %v", got)
		}
		for range 2 { // pressed twice
			if n, err := list.Remove(ctx, me, "p2"); err != nil || n != 2 {
				t.Errorf("%d after removing (%v)", n, err)
			}
		}
		_, err = list.Remove(ctx, me, "nonsense")
		wantCode(t, err, apperr.NotInWishlist)
		_, err = list.Add(ctx, "nobody", "p0")
		wantCode(t, err, apperr.SessionEnded)
		must(t, list.Clear(ctx, me))
		must(t, list.Clear(ctx, me))
		if got := ids(me); len(got) != 0 {
			t.Errorf("cleared: %v", got)
		}
	})
}

func TestWishlist_NeverExceedsItsLimit(t *testing.T) {
	t.Parallel()
	eachShop(t, 30, func(t *testing.T, s *shop) {
		ctx := t.Context()
		me := addPerson(t, s.accounts, "layla").ID
		store := sqlstore.NewWishlists(s.db)
		var full atomic.Int32
		together(60, func(i int) { // every product twice
			err := store.Add(ctx, me, fmt.Sprintf("p%d", i%30), 20, time.Now())
			if apperr.CodeOf(err) == apperr.WishlistFull {
				full.Add(1)
			} else if err != nil {
				t.Errorf("adding: %v", err)
			}
		})
		if ids, err := store.Items(ctx, me); err != nil || len(ids) != 20 || full.Load() != 20 {
			t.Errorf("%d kept, %d refused (%v)", len(ids), full.Load(), err)
		}
	})
}

func place(street string, floor int) addresses.Input {
	return addresses.Input{
		Street: street, State: "بيروت", City: "Beirut", Building: "برج ٢", Floor: fmt.Sprint(floor),
		ExtraInfo: "الباب الأزرق",
	}
}

func withAddresses(t *testing.T, test func(t *testing.T, book *addresses.Service, me, other string)) {
	t.Helper()
	withAccounts(t, func(t *testing.T, db *sqlstore.DB, store *sqlstore.Accounts) {
		test(t, addresses.NewService(sqlstore.NewAddresses(db), nil), addPerson(t, store, "layla").ID,
			addPerson(t, store, "karim").ID)
	})
}

func streets(b addresses.Book) (found []string) {
	for _, a := range b.Addresses {
		found = append(found, a.Street)
	}
	return found
}

func TestAddresses_KeepTheirOrderAndFavourite(t *testing.T) {
	t.Parallel()
	withAddresses(t, func(t *testing.T, book *addresses.Service, me, other string) {
		ctx := t.Context()
		if b, err := book.Book(ctx, me); err != nil || b.Favourite != -1 || len(b.Addresses) != 0 {
			t.Fatalf("a new user has %+v (%v)", b, err)
		}
		for i, street := range []string{"Hamra", "Gemmayzeh", "Verdun", "Verdun"} {
			_, err := book.Add(ctx, me, place(street, min(i, 2)))
			must(t, err)
		}
		_, err := book.Choose(ctx, me, 2)
		must(t, err)
		b, err := book.Book(ctx, me)
		if err != nil || b.Favourite != 2 || !slices.Equal(streets(b), []string{"Hamra", "Gemmayzeh", "Verdun"}) {
			t.Fatalf("got %+v (%v)", b, err)
		}
		if a := b.Addresses[1]; a.Floor != 1 || a.State != "بيروت" || a.Building != "برج ٢" ||
			a.ExtraInfo != "الباب الأزرق" || a.ID == "" {
			t.Errorf("kept as %+v", a)
		}
		_, err = book.Replace(ctx, me, 1, b.Addresses[1].ID, place("Mar Mikhael", 4))
		must(t, err)
		_, err = book.Replace(ctx, me, 1, b.Addresses[0].ID, place("Elsewhere", 4))
		wantCode(t, err, apperr.AddressStale)
		_, err = book.Delete(ctx, me, 0, b.Addresses[0].ID)
		must(t, err)
		_, err = book.Delete(ctx, me, 0, b.Addresses[0].ID) // pressed twice
		wantCode(t, err, apperr.AddressStale)
		if b, err = book.Book(ctx, me); err != nil || b.Favourite != 1 ||
			!slices.Equal(streets(b), []string{"Mar Mikhael", "Verdun"}) {
			t.Fatalf("got %+v (%v)", b, err)
		}
		_, err = book.Delete(ctx, me, 1, "")
		must(t, err)
		_, err = book.Add(ctx, me, place("Achrafieh", 0))
		must(t, err)
		if b, err = book.Book(ctx, me); err != nil || b.Favourite != 0 ||
			!slices.Equal(streets(b), []string{"Mar Mikhael", "Achrafieh"}) {
			t.Fatalf("got %+v (%v)", b, err)
		}
		if b, err = book.Book(ctx, other); err != nil || len(b.Addresses) != 0 {
			t.Errorf("somebody else has %+v (%v)", b, err)
		}
		_, err = book.Delete(ctx, other, 0, "")
		wantCode(t, err, apperr.AddressNotFound)
		_, err = book.Choose(ctx, me, 2)
		wantCode(t, err, apperr.AddressNotFound)
		_, err = book.Add(ctx, "nobody", place("Hamra", 1))
		wantCode(t, err, apperr.SessionEnded)
	})
}

func TestAddresses_ConcurrentTabsShareOneBook(t *testing.T) {
	t.Parallel()
	withAddresses(t, func(t *testing.T, book *addresses.Service, me, _ string) {
		ctx := t.Context()
		var full atomic.Int32
		together(60, func(i int) { // each of thirty addresses from two tabs
			_, err := book.Add(ctx, me, place("Hamra", i%30))
			if apperr.CodeOf(err) == apperr.AddressLimit {
				full.Add(1)
			} else if err != nil {
				t.Errorf("adding: %v", err)
			}
		})
		b, err := book.Book(ctx, me)
		must(t, err)
		if len(b.Addresses) != addresses.MaxAddresses || b.Favourite != 0 || full.Load() != 20 {
			t.Fatalf("%d addresses, favourite %d, %d refused", len(b.Addresses), b.Favourite, full.Load())
		}
		// The same button in two tabs, by id: each address is deleted once.
		var deleted, stale atomic.Int32
		together(40, func(i int) {
			_, err := book.Delete(ctx, me, 0, b.Addresses[0].ID)
			switch apperr.CodeOf(err) {
			case "":
				deleted.Add(1)
			case apperr.AddressStale:
				stale.Add(1)
			default:
				t.Errorf("deleting: %v", err)
			}
		})
		if deleted.Load() != 1 || stale.Load() != 39 {
			t.Errorf("%d deleted, %d refused", deleted.Load(), stale.Load())
		}
	})
}

func ring(t *testing.T, before string) string {
	t.Helper()
	text, err := cardvault.AddKey(before)
	must(t, err)
	return text
}

func vaultOf(t *testing.T, db *sqlstore.DB, text string) *cardvault.Service {
	t.Helper()
	keys, err := cardvault.ParseRing(text)
	must(t, err)
	return cardvault.NewService(sqlstore.NewCards(db), cardvault.Fixed(keys), time.Now, slog.New(slog.DiscardHandler))
}

var goodCard = cardvault.Input{Name: "Layla Haddad", Number: "4242424242424242", ExpDate: "12/39"}

func TestCards_StoredSealedAndSwappedRowsRefused(t *testing.T) {
	t.Parallel()
	withAccounts(t, func(t *testing.T, db *sqlstore.DB, store *sqlstore.Accounts) {
		ctx := t.Context()
		me, other := addPerson(t, store, "layla").ID, addPerson(t, store, "karim").ID
		vault := vaultOf(t, db, ring(t, ""))
		_, err := vault.Card(ctx, me)
		wantCode(t, err, apperr.CardNotFound)
		wantCode(t, vault.Update(ctx, me, goodCard), apperr.CardNotFound)
		wantCode(t, vault.Delete(ctx, me), apperr.CardNotFound)
		must(t, vault.Add(ctx, me, goodCard))
		wantCode(t, vault.Add(ctx, me, goodCard), apperr.CardExists)
		wantCode(t, vault.Add(ctx, "nobody", goodCard), apperr.SessionEnded)
		must(t, vault.Add(ctx, other, cardvault.Input{Name: "Karim", Number: "5555555555554444", ExpDate: "01/38"}))
		card, err := vault.Card(ctx, me)
		must(t, err)
		must(t, vault.Update(ctx, me, cardvault.Input{Name: "ليلى", Number: card.MaskedNumber(), ExpDate: "11/38"}))
		if number, card, err := vault.Number(ctx, me); err != nil || number != goodCard.Number ||
			card != (cardvault.Card{Name: "ليلى", Last4: "4242", Brand: "visa", ExpDate: "11/38"}) {
			t.Errorf("got %+v (%v)", card, err)
		}
		// Somebody with the database in hand gives one the other's number.
		must(t, db.Write(ctx, func(tx *sqlstore.Tx) error {
			_, err := tx.ExecContext(ctx,
				"UPDATE cards SET number = (SELECT number FROM cards WHERE user_id = $1) WHERE user_id = $2", other, me)
			return err
		}))
		_, _, err = vault.Number(ctx, me)
		wantCode(t, err, apperr.CardUnreadable)
		must(t, db.Write(ctx, func(tx *sqlstore.Tx) error {
			_, err := tx.ExecContext(ctx, "UPDATE cards SET name = 'in the clear' WHERE user_id = $1", other)
			return err
		}))
		_, err = vault.Card(ctx, other)
		wantCode(t, err, apperr.CardUnreadable)
		must(t, vault.Delete(ctx, me))
		must(t, vault.Add(ctx, me, goodCard))
	})
}

func TestSaveCard_OneOfManyConcurrentSavesWins(t *testing.T) {
	t.Parallel()
	withAccounts(t, func(t *testing.T, db *sqlstore.DB, store *sqlstore.Accounts) {
		ctx := t.Context()
		me := addPerson(t, store, "layla").ID
		vault := vaultOf(t, db, ring(t, ""))
		outcome := func(do func() error, lost apperr.Code) (won int32) {
			var wins atomic.Int32
			together(20, func(int) {
				switch err := do(); apperr.CodeOf(err) {
				case "":
					wins.Add(1)
				case lost:
				default:
					t.Errorf("got %v", err)
				}
			})
			return wins.Load()
		}
		if n := outcome(func() error { return vault.Add(ctx, me, goodCard) }, apperr.CardExists); n != 1 {
			t.Errorf("%d adds won", n)
		}
		if n := outcome(func() error { return vault.Update(ctx, me, goodCard) }, apperr.Conflict); n < 1 {
			t.Error("no update won")
		}
		if _, _, err := vault.Number(ctx, me); err != nil {
			t.Errorf("afterwards: %v", err)
		}
	})
}

func TestRotateKeys_ResealsCardsWhileTheShopRuns(t *testing.T) {
	t.Parallel()
	withAccounts(t, func(t *testing.T, db *sqlstore.DB, store *sqlstore.Accounts) {
		ctx := t.Context()
		old := ring(t, "")
		before := vaultOf(t, db, old)
		var users []string
		for i := range 120 { // more than one batch
			id := addPerson(t, store, fmt.Sprintf("user%03d", i)).ID
			users = append(users, id)
			must(t, before.Add(ctx, id, goodCard))
		}
		both := ring(t, old)
		after := vaultOf(t, db, both)
		working, stop := context.WithCancel(ctx)
		var shoppers sync.WaitGroup
		for n := range 3 {
			shoppers.Go(func() {
				for i := n; working.Err() == nil; i += 7 {
					user := users[i%len(users)]
					if _, _, err := after.Number(ctx, user); err != nil {
						t.Errorf("reading a card: %v", err)
					}
					if i%4 == 0 {
						err := after.Update(ctx, user, cardvault.Input{
							Name: "Renamed", Number: cardvault.Mask + "4242", ExpDate: "10/38",
						})
						if code := apperr.CodeOf(err); err != nil && code != apperr.Conflict {
							t.Errorf("changing a card: %v", err)
						}
					}
					time.Sleep(time.Millisecond)
				}
			})
		}
		broken, err := after.Rotate(ctx, func(int, int) {})
		stop()
		shoppers.Wait()
		if err != nil || broken != 0 {
			t.Fatalf("%d broken (%v)", broken, err)
		}
		if n, err := sqlstore.NewCards(db).CountSealedWithOther(ctx, 2); err != nil || n != 0 {
			t.Errorf("%d cards are sealed with the old key (%v)", n, err)
		}
		for _, user := range users {
			if number, _, err := after.Number(ctx, user); err != nil || number != goodCard.Number {
				t.Fatalf("%s: %v", user, err)
			}
		}
	})
}
