package cardvault

import (
	"bytes"
	"context"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"dawa/internal/base/apperr"
)

const (
	visa   = "4242424242424242"
	canary = "Canary Cardholder"
)

var today = time.Date(2026, 11, 15, 9, 0, 0, 0, time.UTC)

// memoryStore is a store in memory; the SQL one is tried by the conformance suite.
type memoryStore map[string]SealedCard

func (s memoryStore) Card(_ context.Context, user string) (SealedCard, error) {
	record, ok := s[user]
	if !ok {
		return SealedCard{}, apperr.New(apperr.CardNotFound)
	}
	return record, nil
}

func (s memoryStore) Add(_ context.Context, r SealedCard) error {
	if _, ok := s[r.UserID]; ok {
		return apperr.New(apperr.CardExists)
	}
	s[r.UserID] = r
	return nil
}

func (s memoryStore) Replace(_ context.Context, r SealedCard) error {
	if s[r.UserID].Version != r.Version {
		return apperr.New(apperr.Conflict)
	}
	r.Version++
	s[r.UserID] = r
	return nil
}

func (s memoryStore) Remove(_ context.Context, user string) error {
	delete(s, user)
	return nil
}

func (s memoryStore) SealedWithOther(_ context.Context, key byte, after string, _ int) ([]SealedCard, error) {
	var found []SealedCard
	for user, r := range s {
		if r.KeyID != key && user > after {
			found = append(found, r)
		}
	}
	return found, nil
}

func (s memoryStore) OnePerKey(context.Context) ([]SealedCard, error) {
	byKey := map[byte]SealedCard{}
	for _, r := range s {
		byKey[r.KeyID] = r
	}
	return slices.Collect(maps.Values(byKey)), nil
}

func (s memoryStore) CountSealedWithOther(ctx context.Context, key byte) (int, error) {
	found, err := s.SealedWithOther(ctx, key, "", 0)
	return len(found), err
}

func vault(t *testing.T, store Store, ringText string) (*Service, *bytes.Buffer) {
	t.Helper()
	ring, err := ParseRing(ringText)
	if err != nil {
		t.Fatal(err)
	}
	log := &bytes.Buffer{}
	return NewService(store, Fixed(ring), func() time.Time {
		return today
	}, slog.New(slog.NewTextHandler(log, nil))), log
}

func freshRing(t *testing.T) string {
	t.Helper()
	text, err := AddKey("")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestUnfitKeys_NamesKeysThatTheRingLacksOrHasOtherwise(t *testing.T) {
	store := memoryStore{}
	right := freshRing(t)
	sealed, _ := vault(t, store, right)
	if err := sealed.Add(t.Context(), "layla", Input{
		Name: "Layla", Number: "4242424242424242", ExpDate: "12/39",
	}); err != nil {
		t.Fatal(err)
	}
	rotated, err := AddKey(right)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		ring  string
		unfit int
	}{
		"the ring": {right, 0}, "the ring with a newer key": {rotated, 0}, "another ring": {freshRing(t), 1},
	} {
		checked, _ := vault(t, store, c.ring)
		if unfit, err := checked.UnfitKeys(t.Context()); err != nil || len(unfit) != c.unfit {
			t.Errorf("%s: keys %v do not fit (%v), want %d", name, unfit, err, c.unfit)
		}
	}
}

func TestCard_ReadBackMasked(t *testing.T) {
	store := memoryStore{}
	s, _ := vault(t, store, freshRing(t))
	ctx := t.Context()
	if err := s.Add(ctx, "u1", Input{canary, visa, "1230"}); err != nil {
		t.Fatal(err)
	}
	card, err := s.Card(ctx, "u1")
	if err != nil {
		t.Fatal(err)
	}
	if card != (Card{canary, "4242", "visa", "12/30"}) || card.MaskedNumber() != "•••• •••• •••• 4242" {
		t.Errorf("the card came back as %+v", card)
	}
	record := store["u1"]
	for _, sealed := range [][]byte{record.Name, record.Number, record.ExpDate} {
		if bytes.Contains(sealed, []byte(visa)) || bytes.Contains(sealed, []byte("Canary")) {
			t.Error("something is kept in the clear")
		}
	}
	if err := s.Update(ctx, "u1", Input{"New Name", card.MaskedNumber(), "01/2031"}); err != nil {
		t.Fatal(err)
	}
	if number, card, err := s.Number(ctx, "u1"); err != nil || number != visa || card.Name != "New Name" ||
		card.ExpDate != "01/31" {
		t.Errorf("after an update with the mask: %q %+v %v", number, card, err)
	}
}

func TestSaveCard_RefusesInvalidCards(t *testing.T) {
	s, _ := vault(t, memoryStore{}, freshRing(t))
	for _, c := range []struct {
		in          Input
		field, code string
	}{
		{Input{"A", "4242424242424241", "12/30"}, "card_number", "card_number_luhn"},
		{Input{"A", "6011000990139424", "12/30"}, "card_number", "card_brand"},
		{Input{"A", visa, "10/26"}, "exp_date", "card_expired"},
		{Input{"A", visa, "13/30"}, "exp_date", "exp_date_format"},
	} {
		err := s.Add(t.Context(), "u1", c.in)
		if e := apperr.From(err); e == nil || e.Fields[c.field] != c.code {
			t.Errorf("%+v: %v, want %s for %s", c.in, err, c.code, c.field)
		}
	}
	if err := s.Add(t.Context(), "u1", Input{"A", visa, "11/26"}); err != nil {
		t.Errorf("a card is good until the end of its month: %v", err)
	}
}

func TestCard_SwappedOrChangedRowRefusedAndReported(t *testing.T) {
	for name, tamper := range map[string]func(mine, theirs *SealedCard){
		"another user's number": func(mine, theirs *SealedCard) { mine.Number = theirs.Number },
		"fields exchanged":      func(mine, _ *SealedCard) { mine.Name, mine.Number = mine.Number, mine.Name },
		"one bit":               func(mine, _ *SealedCard) { mine.Number[len(mine.Number)-1] ^= 1 },
		"a lost key":            func(mine, _ *SealedCard) { mine.Number[0] = 99 },
		"nothing left":          func(mine, _ *SealedCard) { mine.Number = nil },
	} {
		t.Run(name, func(t *testing.T) {
			store := memoryStore{}
			s, log := vault(t, store, freshRing(t))
			for _, user := range []string{"mine", "theirs"} {
				if err := s.Add(t.Context(), user, Input{canary, visa, "12/30"}); err != nil {
					t.Fatal(err)
				}
			}
			mine, theirs := store["mine"], store["theirs"]
			tamper(&mine, &theirs)
			store["mine"] = mine
			if _, _, err := s.Number(t.Context(), "mine"); apperr.CodeOf(err) != apperr.CardUnreadable {
				t.Errorf("opened with %v", err)
			}
			if err := s.Add(t.Context(), "theirs",
				Input{canary, visa, "12/30"}); apperr.CodeOf(err) != apperr.CardExists {
				t.Errorf("a good card was written over: %v", err)
			}
			if err := s.Add(t.Context(), "mine", Input{canary, visa, "12/30"}); err != nil {
				t.Errorf("the broken card stands in the way: %v", err)
			}
			if _, _, err := s.Number(t.Context(), "mine"); err != nil {
				t.Errorf("entered again: %v", err)
			}
			if !strings.Contains(log.String(), "cannot be opened") || strings.Contains(log.String(), "Canary") {
				t.Errorf("the log says %q", log)
			}
		})
	}
}

func TestRotate_SealsEveryCardWithTheNewKey(t *testing.T) {
	store := memoryStore{}
	old := freshRing(t)
	s, _ := vault(t, store, old)
	for _, user := range []string{"a", "b", "c"} {
		if err := s.Add(t.Context(), user, Input{canary, visa, "12/30"}); err != nil {
			t.Fatal(err)
		}
	}
	both, err := AddKey(old)
	if err != nil {
		t.Fatal(err)
	}
	s, _ = vault(t, store, both)
	last := 0
	broken, err := s.Rotate(t.Context(), func(done, total int) { last = done * 100 / max(total, 1) })
	if err != nil || broken != 0 || last != 100 {
		t.Fatalf("rotated with %d broken, progress %d %%, %v", broken, last, err)
	}
	onlyNew, _, _ := strings.Cut(both, "\n")
	s, _ = vault(t, store, onlyNew)
	for _, user := range []string{"a", "b", "c"} {
		if number, _, err := s.Number(t.Context(), user); err != nil || number != visa {
			t.Errorf("%s: %v with the new key alone", user, err)
		}
	}
}

func TestParseKeyRing_ErrorShowsNoKey(t *testing.T) {
	secret := "c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0"
	for _, text := range []string{"", "nonsense", "1:" + secret, "300:" + secret, "1:%%%" + secret} {
		_, err := ParseRing(text)
		if err == nil {
			t.Errorf("%q was taken", text)
			continue
		}
		if strings.Contains(err.Error(), secret[:12]) {
			t.Errorf("the message shows the key: %v", err)
		}
	}
}
