package httpapi

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"dawa/internal/base/money"
)

// jsonObject writes a JSON object member by member, with the bytes that encoding/json would give. The catalogue
// encodes every product when a shop opens; through reflection that took a fifth of the start.
type jsonObject struct{ out []byte }

func beginObject(to []byte) jsonObject { return jsonObject{append(to, '{')} }

func (o *jsonObject) end() []byte { return append(o.out, '}') }

// name begins a member.
func (o *jsonObject) name(name string) {
	if o.out[len(o.out)-1] != '{' {
		o.out = append(o.out, ',')
	}
	o.out = append(append(append(o.out, '"'), name...), '"', ':')
}

func (o *jsonObject) text(name, value string) {
	o.name(name)
	o.out = appendText(o.out, value)
}

// optionalText leaves out an empty text.
func (o *jsonObject) optionalText(name, value string) {
	if value != "" {
		o.text(name, value)
	}
}

func (o *jsonObject) number(name string, value int64) {
	o.name(name)
	o.out = strconv.AppendInt(o.out, value, 10)
}

// optionalNumber leaves out a zero.
func (o *jsonObject) optionalNumber(name string, value int64) {
	if value != 0 {
		o.number(name, value)
	}
}

func (o *jsonObject) money(name string, value money.Cents) {
	o.name(name)
	o.out = value.AppendTo(o.out)
}

func (o *jsonObject) boolean(name string, value bool) {
	o.name(name)
	o.out = strconv.AppendBool(o.out, value)
}

// optionalTexts leaves out an empty list.
func (o *jsonObject) optionalTexts(name string, values []string) {
	if len(values) > 0 {
		o.list(name, len(values), func(to []byte, i int) []byte { return appendText(to, values[i]) })
	}
}

// list writes a list whose elements are appended one by one.
func (o *jsonObject) list(name string, length int, element func(to []byte, i int) []byte) {
	o.name(name)
	o.out = appendList(o.out, length, element)
}

// value writes a value of ours that always encodes, by reflection.
func (o *jsonObject) value(name string, value any) {
	o.name(name)
	o.out = append(o.out, encoded(value)...)
}

func appendList(to []byte, length int, element func(to []byte, i int) []byte) []byte {
	to = append(to, '[')
	for i := range length {
		if i > 0 {
			to = append(to, ',')
		}
		to = element(to, i)
	}
	return append(to, ']')
}

// appendText writes a text in quotation marks. encoding/json writes the few that hold something to be escaped.
func appendText(to []byte, text string) []byte {
	if plainText(text) {
		return append(append(append(to, '"'), text...), '"')
	}
	escaped, err := json.Marshal(text)
	if err != nil {
		panic(fmt.Sprintf("encoding a text: %v", err)) // no text is refused
	}
	return append(to, escaped...)
}

// plainText tells whether a text stands in JSON as it is. Besides what JSON escapes, encoding/json escapes what could
// end a script in HTML, and the two line separators U+2028 and U+2029, whose first byte is 0xE2.
func plainText(text string) bool {
	if surelyPlain(text) {
		return true
	}
	for i := range len(text) {
		c := text[i]
		if byteClasses[c] == escaped || c == 0xE2 && isLineSeparator(text[i:]) {
			return false
		}
	}
	return utf8.ValidString(text)
}

func isLineSeparator(text string) bool {
	return strings.HasPrefix(text, "\u2028") || strings.HasPrefix(text, "\u2029")
}

// surelyPlain is plainText for letters of one or two bytes, which nearly all of ours have, Arabic ones too. It looks at
// each byte once and without branches, in half the time or less.
func surelyPlain(text string) bool {
	before, wrong := byteClass(0), byteClass(0)
	for i := range len(text) {
		class := byteClasses[text[i]]
		wrong |= class ^ before>>1 // what follows must follow what leads, and nothing else
		before = class
	}
	return wrong&(escaped|unsure|follows) == 0 && before&leads == 0
}

// byteClass is what a byte may be in a text in UTF-8.
type byteClass byte

const (
	escaped byteClass = 1 << 0 // JSON has another way to write it
	follows byteClass = 1 << 2 // it is the second byte of a letter
	leads   byteClass = 1 << 3 // it is the first of two bytes of a letter; half of it is follows
	unsure  byteClass = 1 << 5 // it is something else
)

var byteClasses = func() (classes [256]byteClass) {
	const firstFollowing, afterFollowing, firstLeading, firstOfThree = 0x80, 0xC0, 0xC2, 0xE0
	for c := range classes {
		switch {
		case c >= firstOfThree, c >= afterFollowing && c < firstLeading:
			classes[c] = unsure
		case c >= firstLeading:
			classes[c] = leads
		case c >= firstFollowing:
			classes[c] = follows
		case c < ' ', strings.ContainsRune(`"\<>&`, rune(c)):
			classes[c] = escaped
		}
	}
	return classes
}()
