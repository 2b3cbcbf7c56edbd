package httpapi

import (
	"net/http"
	"time"

	"dawa/internal/base/text"
	"dawa/internal/domain/content"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

func (a *API) getContentPage(r *http.Request) (serve.Reply, error) {
	page, err := a.reads.contentPage(r.Context(), r.PathValue("name"))
	return encodedReply(page), err
}

func (a *API) saveContentPage(r *http.Request) (serve.Reply, error) {
	var in wire.NoticeRequest
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	n, err := a.reads.content.Save(r.Context(), content.Page{
		Name: r.PathValue("name"), Body: text.Pair{English: in.English, Arabic: in.Arabic}, Version: in.Version,
	}, who.UserID)
	if err != nil {
		return serve.Reply{}, err
	}
	return serve.NoStoreJSON(toContentAnswer(n))
}

func toContentAnswer(p content.Page) wire.NoticeAnswer {
	return wire.NoticeAnswer{Success: true, Notice: toContentPage(p)}
}

func toContentPage(n content.Page) wire.Notice {
	out := wire.Notice{Name: n.Name, English: n.Body.English, Arabic: n.Body.Arabic, Version: n.Version}
	if !n.ChangedAt.IsZero() {
		changed := n.ChangedAt.Truncate(time.Second)
		out.ChangedAt = &changed
	}
	return out
}
