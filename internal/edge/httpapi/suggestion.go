package httpapi

import (
	"strconv"

	"dawa/internal/domain/catalog"
	"dawa/internal/domain/search"
)

// suggestionBuffer has room for so many suggestions, and for something beside them.
func suggestionBuffer(count int) []byte {
	const size = 768 // of one, about
	return make([]byte, 0, (1+count)*size)
}

func appendSuggestions(to []byte, items []*catalog.Item, result search.Result) []byte {
	return appendList(to, len(items), func(to []byte, i int) []byte { return appendSuggestion(to, items[i], result) })
}

// appendSuggestion writes a product as the search box shows it, as the wire's Suggestion has it. A letter typed into
// the search box asks for eight of them.
func appendSuggestion(to []byte, item *catalog.Item, result search.Result) []byte {
	o := beginObject(to)
	o.text("_id", item.ID)
	o.text("arabic_name", item.Name.Arabic)
	o.text("brand", item.Brand)
	o.text("category", item.Category)
	o.number("discount", int64(item.Discount))
	o.money("discounted_price", item.Discounted)
	o.text("english_name", item.Name.English)
	english, arabic := result.Highlight(item.Name.English), result.Highlight(item.Name.Arabic)
	if len(english)+len(arabic) > 0 {
		o.name("highlight")
		marks := beginObject(o.out)
		appendRanges(&marks, "arabic_name", arabic)
		appendRanges(&marks, "english_name", english)
		o.out = marks.end()
	}
	o.text("id", item.ID)
	o.list("images", min(len(item.Images), 1), func(to []byte, i int) []byte {
		return appendImage(to, item.Images[i], item.Name)
	})
	o.boolean("in_stock", item.InStock())
	o.money("price", item.Price)
	o.optionalText("regulation", string(item.Regulation))
	return o.end()
}

func appendRanges(o *jsonObject, name string, ranges []search.Range) {
	if len(ranges) == 0 {
		return
	}
	o.list(name, len(ranges), func(to []byte, i int) []byte {
		to = strconv.AppendInt(append(to, '['), int64(ranges[i].Start), 10)
		to = strconv.AppendInt(append(to, ','), int64(ranges[i].End), 10)
		return append(to, ']')
	})
}
