package httpapi

import (
	"net/http"

	"dawa/internal/domain/admin"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// getTranslations answers how complete the catalogue is in both languages, and one page of what is not.
func (a *API) getTranslations(r *http.Request) (serve.Reply, error) {
	query, err := values(r)
	if err != nil {
		return serve.Reply{}, err
	}
	limit, offset, err := readPage(query, defaultRows, maxRows)
	if err != nil {
		return serve.Reply{}, err
	}
	t, err := a.admin.Translations(r.Context(), offset, limit)
	if err != nil {
		return serve.Reply{}, err
	}
	return serve.NoStoreJSON(toMeter(t))
}

func toMeter(t *admin.Translations) wire.TranslationMeter {
	m := wire.TranslationMeter{
		Success: true, Products: t.Products, Complete: t.Complete, MissingEnglish: t.MissingEnglish,
		MissingArabic:   t.MissingArabic,
		StrengthDiffers: t.StrengthDiffers, WithoutConcern: t.WithoutConcern, ProblemCount: t.GapCount,
		Problems: make([]wire.TranslationProblem, len(t.Gaps)),
	}
	for i, g := range t.Gaps {
		m.Problems[i] = wire.TranslationProblem{
			ID: g.ID, Code: g.Code, EnglishName: g.Name.English, ArabicName: g.Name.Arabic,
			Problem: wire.TranslationProblemProblem(g.Problem), Field: g.Field,
		}
		if g.Problem == admin.StrengthDiffers {
			m.Problems[i].English, m.Problems[i].Arabic = &g.Strengths.English, &g.Strengths.Arabic
		}
	}
	return m
}
