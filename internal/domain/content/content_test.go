package content

import (
	"context"
	"strings"
	"testing"
)

// unchanged is a shop that has worded nothing itself.
type unchanged struct{ Store }

func (unchanged) Page(context.Context, string) (Page, bool, error) { return Page{}, false, nil }

func TestGet_TextOfTheProgramMentionsCardsOnlyAsTheShopTakesThem(t *testing.T) {
	for cards, want := range map[Cards]struct{ card, saved, company bool }{
		NoCards: {}, CardsOnPage: {card: true, saved: true}, CardsHosted: {card: true, company: true},
	} {
		for _, name := range Names {
			p, err := New(unchanged{}, cards).Get(t.Context(), name)
			if err != nil {
				t.Fatal(err)
			}
			for _, body := range []string{p.Body.English, p.Body.Arabic} {
				if strings.Contains(body, "{") || strings.Contains(body, "} ") {
					t.Errorf("%s, cards %s: a mark is left in %q", name, cards, body)
				}
			}
			if name != "privacy" {
				continue
			}
			for words, wanted := range map[[2]string]bool{
				{"card", "بطاق"}: want.card, {"card you save", "تحفظها"}: want.saved,
				{"payment company", "شركة الدفع"}: want.company,
			} {
				english := strings.Contains(strings.ToLower(p.Body.English), words[0])
				if arabic := strings.Contains(p.Body.Arabic, words[1]); english != wanted || arabic != wanted {
					t.Errorf("cards %s: %v is mentioned: %v, %v, want %v", cards, words, english, arabic, wanted)
				}
			}
		}
	}
}
