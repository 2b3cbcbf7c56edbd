package httpapi

import (
	"net/http"
	"time"

	"dawa/internal/base/text"
	"dawa/internal/domain/content"
	"dawa/internal/edge/httpapi/wire"
)

func (a *API) getContentPage(r *http.Request) (reply, error) {
	n, err := a.content.Get(r.Context(), r.PathValue("name"))
	if err != nil {
		return reply{}, err
	}
	out, err := answer(http.StatusOK, wire.NoticeAnswer{Success: true, Notice: toContentPage(n)})
	out.tagged()
	return out, err
}

func (a *API) saveContentPage(r *http.Request) (reply, error) {
	var in wire.NoticeRequest
	if err := decode(r, &in); err != nil {
		return reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return reply{}, err
	}
	n, err := a.content.Save(r.Context(), content.Page{
		Name: r.PathValue("name"), Body: text.Pair{English: in.English, Arabic: in.Arabic}, Version: in.Version,
	}, who.UserID)
	if err != nil {
		return reply{}, err
	}
	out, err := answer(http.StatusOK, wire.NoticeAnswer{Success: true, Notice: toContentPage(n)})
	out.noStore()
	return out, err
}

func toContentPage(n content.Page) wire.Notice {
	out := wire.Notice{Name: n.Name, English: n.Body.English, Arabic: n.Body.Arabic, Version: n.Version}
	if !n.ChangedAt.IsZero() {
		changed := n.ChangedAt.Truncate(time.Second)
		out.ChangedAt = &changed
	}
	return out
}
