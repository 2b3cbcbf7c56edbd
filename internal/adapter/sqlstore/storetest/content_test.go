package storetest

import (
	"sync"
	"sync/atomic"
	"testing"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/content"
)

func TestContentPage_IsTheDefaultUntilEdited(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		service := content.New(sqlstore.NewContentPages(db), content.NoCards)
		for _, name := range content.Names {
			own, err := service.Get(t.Context(), name)
			must(t, err)
			if own.Version != 0 || own.Body.English == "" || own.Body.Arabic == "" {
				t.Errorf("%s comes as %+v", name, own)
			}
		}
		_, err := service.Get(t.Context(), "../privacy")
		wantCode(t, err, apperr.NotFound)

		saved, err := service.Save(t.Context(),
			content.Page{Name: "terms", Body: text.Pair{English: "Be kind.\r\n", Arabic: "كن لطيفًا."}}, "admin")
		must(t, err)
		got, err := service.Get(t.Context(), "terms")
		must(t, err)
		if got != saved || got.Body.English != "Be kind." || got.Version != 1 {
			t.Errorf("read %+v after saving %+v", got, saved)
		}
		_, err = service.Save(t.Context(), content.Page{Name: "terms", Version: 1, Body: text.Pair{English: "only"}},
			"admin")
		if wrong := apperr.From(err); wrong.Fields["arabic"] != "notice_required" || wrong.Fields["english"] != "" {
			t.Errorf("a page without Arabic: %v %v", wrong.Code, wrong.Fields)
		}
	})
}

func TestContentPage_SecondOfTwoEditorsGetsConflict(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		service := content.New(sqlstore.NewContentPages(db), content.NoCards)
		for version := range 3 {
			var saved, told atomic.Int32
			var editors sync.WaitGroup
			for range 4 {
				editors.Go(func() {
					n := content.Page{
						Name: "privacy", Version: version, Body: text.Pair{English: "New", Arabic: "جديد"},
					}
					switch _, err := service.Save(t.Context(), n, "admin"); {
					case err == nil:
						saved.Add(1)
					case apperr.CodeOf(err) == apperr.NoticeChanged:
						told.Add(1)
					default:
						t.Error(err)
					}
				})
			}
			editors.Wait()
			if saved.Load() != 1 || told.Load() != 3 {
				t.Errorf("version %d: %d saved, %d told", version, saved.Load(), told.Load())
			}
		}
	})
}
