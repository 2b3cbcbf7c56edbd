package search

import "strings"

// quotationMarks are the pairs that people and keyboards write around a text.
var quotationMarks = [][2]string{{`"`, `"`}, {"“", "”"}, {"„", "“"}, {"«", "»"}}

// quotedText gives what stands between quotation marks, when the whole text does.
func quotedText(text string) (string, bool) {
	text = strings.TrimSpace(text)
	for _, marks := range quotationMarks {
		if inner, ok := strings.CutPrefix(text, marks[0]); ok {
			if inner, ok = strings.CutSuffix(inner, marks[1]); ok && strings.TrimSpace(inner) != "" {
				return inner, true
			}
		}
	}
	return "", false
}

// literally finds the products that are called by exactly these words: nothing is corrected, left out or taken for
// a concern.
func (x *Index) literally(text, query string) Result {
	in := interpretation{words: queryWords(words(text), len(x.parts))}
	if len(in.words) > maxQueryWords {
		in.words = in.words[:maxQueryWords]
	}
	in.code = strings.Join(words(text), "")
	r, ok := x.result(in, query, func(p *part) matches {
		coded, longerCode := p.codes.find(in.code)
		return p.matchUpTo(in.words, coded, longerCode, -1, tierLabel+1)
	})
	if !ok {
		return Result{Query: query, Match: MatchNone, index: x}
	}
	return r.as(MatchExact)
}
