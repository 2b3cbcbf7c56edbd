// Package notices keeps the texts that a shop must be able to word itself: its privacy notice and its
// terms of use. Until somebody edits one, the text that comes with the program holds.
package notices

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

// Notice is a text in both languages. A line that begins with "## " is a heading, one with "- " an
// item of a list; blank lines part paragraphs. Nothing else has a meaning, so nothing can break out.
type Notice struct {
	Name string
	Body text.Pair
	// Version is 0 for the text that comes with the program.
	Version int
	// ChangedAt is when the shop last changed it; zero for the program's own.
	ChangedAt time.Time
}

// Store keeps what shops have changed.
type Store interface {
	// Notice gives one, and whether there is one.
	Notice(ctx context.Context, name string) (Notice, bool, error)
	// SaveNotice replaces the version that the editor saw, and records who did it. Code: NoticeChanged.
	SaveNotice(ctx context.Context, n Notice, actorID string) error
}

//go:embed texts
var texts embed.FS

// Names are the notices there are.
var Names = []string{"privacy", "terms"}

// longest bounds a text, in bytes.
const longest = 50_000

// Service reads and edits notices.
type Service struct {
	store Store
	now   func() time.Time
}

// New makes the service.
func New(store Store) *Service { return &Service{store: store, now: time.Now} }

// Get gives a notice as it holds now; everyone may read it. Code: NotFound.
func (s *Service) Get(ctx context.Context, name string) (Notice, error) {
	if !slices.Contains(Names, name) {
		return Notice{}, apperr.New(apperr.NotFound)
	}
	if n, ok, err := s.store.Notice(ctx, name); err != nil || ok {
		return n, err
	}
	return own(name)
}

// Save replaces the text of a notice; only admins may. Codes: NotFound, InvalidFields, NoticeChanged when
// somebody else was quicker.
func (s *Service) Save(ctx context.Context, n Notice, actorID string) (Notice, error) {
	if !slices.Contains(Names, n.Name) {
		return Notice{}, apperr.New(apperr.NotFound)
	}
	wrong := map[string]string{}
	for field, body := range map[string]*string{"english": &n.Body.English, "arabic": &n.Body.Arabic} {
		*body = tidy(*body)
		switch {
		case *body == "":
			wrong[field] = "notice_required"
		case len(*body) > longest:
			wrong[field] = "notice_max"
		}
	}
	if len(wrong) > 0 {
		return Notice{}, apperr.New(apperr.InvalidFields).WithFields(wrong)
	}
	n.ChangedAt = s.now().UTC().Truncate(time.Millisecond)
	if err := s.store.SaveNotice(ctx, n, actorID); err != nil {
		return Notice{}, err
	}
	n.Version++
	return n, nil
}

// tidy drops what differs between editors and systems.
func tidy(body string) string {
	lines := strings.Split(strings.ReplaceAll(body, "\r\n", "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\r")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// own is the text that comes with the program.
func own(name string) (Notice, error) {
	n := Notice{Name: name}
	for tag, body := range map[string]*string{"en": &n.Body.English, "ar": &n.Body.Arabic} {
		data, err := texts.ReadFile("texts/" + name + "." + tag + ".txt")
		if err != nil {
			return Notice{}, fmt.Errorf("reading a notice: %w", err)
		}
		*body = tidy(string(data))
	}
	return n, nil
}
