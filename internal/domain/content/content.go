// Package content holds the pages that a shop words itself: its privacy notice and its terms of use.
// Until an admin edits one, the text that comes with the program is shown.
package content

import (
	"context"
	"embed"
	"fmt"
	"slices"
	"strings"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
)

// Page is a text in both languages. A line that begins with "## " is a heading, one with "- " an item of
// a list; blank lines separate paragraphs. There is no other markup, so no text can break out of the page.
type Page struct {
	Name string
	Body text.Pair
	// Version is 0 for the text that comes with the program.
	Version int
	// ChangedAt is when the shop last changed it; zero for the program's own.
	ChangedAt time.Time
}

// Store holds the pages that shops have changed.
type Store interface {
	// Page reads one page, and reports whether it is stored.
	Page(ctx context.Context, name string) (Page, bool, error)
	// SavePage replaces the version that the editor saw, and records who did it. Code: NoticeChanged.
	SavePage(ctx context.Context, p Page, actorID string) error
}

// Cards is how the shop takes cards. Lines of the program's own texts that begin with {none}, {page} or {hosted} are
// shown to shops that take them that way only.
type Cards string

// The ways to take cards: not at all, on the shop's own page, on a gateway's.
const (
	NoCards     Cards = "none"
	CardsOnPage Cards = "page"
	CardsHosted Cards = "hosted"
)

//go:embed pages
var defaults embed.FS

// Names are the content pages that exist.
var Names = []string{"privacy", "terms"}

// maxBytes bounds a text.
const maxBytes = 50_000

// Service reads and edits content pages.
type Service struct {
	store Store
	cards Cards
	now   func() time.Time
}

// New makes the service of a shop that takes cards this way.
func New(store Store, cards Cards) *Service {
	return &Service{store: store, cards: cards, now: time.Now}
}

// Get reads a page as it is now; everyone may read it. Code: NotFound.
func (s *Service) Get(ctx context.Context, name string) (Page, error) {
	if !slices.Contains(Names, name) {
		return Page{}, apperr.New(apperr.NotFound)
	}
	if p, ok, err := s.store.Page(ctx, name); err != nil || ok {
		return p, err
	}
	return defaultPage(name, s.cards)
}

// Save replaces the text of a page; only admins may. Codes: NotFound, InvalidFields, NoticeChanged when
// somebody else saved first.
func (s *Service) Save(ctx context.Context, p Page, actorID string) (Page, error) {
	if !slices.Contains(Names, p.Name) {
		return Page{}, apperr.New(apperr.NotFound)
	}
	wrong := map[string]string{}
	for field, body := range map[string]*string{"english": &p.Body.English, "arabic": &p.Body.Arabic} {
		*body = normalize(*body)
		switch {
		case *body == "":
			wrong[field] = "notice_required"
		case len(*body) > maxBytes:
			wrong[field] = "notice_max"
		}
	}
	if len(wrong) > 0 {
		return Page{}, apperr.New(apperr.InvalidFields).WithFields(wrong)
	}
	p.ChangedAt = s.now().UTC().Truncate(time.Millisecond)
	if err := s.store.SavePage(ctx, p, actorID); err != nil {
		return Page{}, err
	}
	p.Version++
	return p, nil
}

// normalize removes what differs between editors and operating systems.
func normalize(body string) string {
	lines := strings.Split(strings.ReplaceAll(body, "\r\n", "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\r")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// defaultPage is the text that comes with the program.
func defaultPage(name string, cards Cards) (Page, error) {
	p := Page{Name: name}
	for tag, body := range map[string]*string{"en": &p.Body.English, "ar": &p.Body.Arabic} {
		data, err := defaults.ReadFile("pages/" + name + "." + tag + ".txt")
		if err != nil {
			return Page{}, fmt.Errorf("reading a content page: %w", err)
		}
		*body = normalize(linesFor(string(data), cards))
	}
	return p, nil
}

// linesFor leaves out what is meant for shops that take cards in another way.
func linesFor(body string, cards Cards) string {
	var lines []string
	for line := range strings.Lines(body) {
		meant, rest, marked := strings.Cut(strings.TrimPrefix(line, "{"), "} ")
		switch {
		case !strings.HasPrefix(line, "{") || !marked:
			lines = append(lines, line)
		case Cards(meant) == cards:
			lines = append(lines, rest)
		}
	}
	return strings.Join(lines, "")
}
