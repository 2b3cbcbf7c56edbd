package text

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"dawa/contract"
)

// Catalogue holds every message of the shop in both languages. It never changes once loaded.
type Catalogue struct {
	messages map[Lang]map[string]message
}

// message is one text, or one text per plural form.
type message struct {
	plain string
	forms map[string]string
}

// UnmarshalJSON reads a text or an object of plural forms.
func (m *message) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '{' {
		return json.Unmarshal(data, &m.forms)
	}
	return json.Unmarshal(data, &m.plain)
}

// LoadCatalogue reads the catalogue that the binary carries, once in a process.
func LoadCatalogue() (*Catalogue, error) { return readCatalogue() }

var readCatalogue = sync.OnceValues(func() (*Catalogue, error) {
	c := &Catalogue{messages: map[Lang]map[string]message{}}
	for _, lang := range Langs() {
		data, err := contract.Messages(lang.Tag())
		if err != nil {
			return nil, fmt.Errorf("reading messages in %s: %w", lang, err)
		}
		texts := map[string]message{}
		if err := json.Unmarshal(data, &texts); err != nil {
			return nil, fmt.Errorf("reading messages in %s: %w", lang, err)
		}
		c.messages[lang] = texts
	}
	return c, nil
})

// MustCatalogue is LoadCatalogue for wiring: the files are inside the binary, so a failure
// cannot be repaired at run time.
func MustCatalogue() *Catalogue {
	c, err := LoadCatalogue()
	if err != nil {
		panic(err)
	}
	return c
}

// Has tells whether there is a text for key.
func (c *Catalogue) Has(key string) bool {
	_, ok := c.messages[English][key]
	return ok
}

// T gives the text for key with its {placeholders} filled from vars; a plural text takes the
// form of vars["count"]. An unknown key is answered with the key, so that it is noticed.
func (c *Catalogue) T(lang Lang, key string, vars map[string]any) string {
	lang, _ = ParseLang(string(lang))
	m, ok := c.messages[lang][key]
	if !ok {
		if m, ok = c.messages[English][key]; !ok {
			return key
		}
		lang = English
	}
	if m.forms != nil {
		m.plain = m.forms[formFor(lang, vars["count"])]
	}
	return fill(m.plain, vars)
}

func formFor(lang Lang, count any) string {
	switch n := count.(type) {
	case int:
		return pluralForm(lang, int64(n))
	case int64:
		return pluralForm(lang, n)
	case int32:
		return pluralForm(lang, int64(n))
	case float64:
		if n == float64(int64(n)) {
			return pluralForm(lang, int64(n))
		}
	}
	return "other"
}

func fill(template string, vars map[string]any) string {
	if len(vars) == 0 || !strings.Contains(template, "{") {
		return template
	}
	var b strings.Builder
	for {
		before, rest, opened := strings.Cut(template, "{")
		b.WriteString(before)
		if !opened {
			return b.String()
		}
		name, after, closed := strings.Cut(rest, "}")
		if !closed {
			b.WriteString("{" + rest)
			return b.String()
		}
		if value, ok := vars[name]; ok {
			fmt.Fprint(&b, value)
		} else {
			b.WriteString("{" + name + "}")
		}
		template = after
	}
}
