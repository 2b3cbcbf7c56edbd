package cardvault

import (
	"strings"
	"testing"
)

// Whatever stands in a ring's file is read or refused; what is read seals and opens again.
func FuzzParseKeyRing_RoundTrip(f *testing.F) {
	key := strings.Repeat("A", 43) + "="
	for _, seed := range []string{
		"", "1:" + key, "# ours\n2:" + key + "\n\n1:" + key, "1:" + key + "\n1:" + key, "256:" + key, "-1:" + key, "1:",
		":", "\xff:\x00",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		ring, err := ParseRing(text)
		if err != nil {
			if strings.Contains(err.Error(), "AAAAAAAA") {
				t.Errorf("the message shows a key: %v", err)
			}
			return
		}
		if got, err := ring.open("user", "number", ring.seal("user", "number", text)); err != nil || got != text {
			t.Errorf("sealed and opened as %q, %v", got, err)
		}
		if longer, err := AddKey(text); err == nil {
			if _, err := ParseRing(longer); err != nil {
				t.Errorf("with one more key: %v", err)
			}
		}
	})
}

// Nothing that somebody could write into the database opens, but for what was sealed for that place.
func FuzzKeyRing_Open(f *testing.F) {
	ring, err := ParseRing("1:" + strings.Repeat("A", 43) + "=")
	if err != nil {
		f.Fatal(err)
	}
	f.Add("user", "number", []byte{})
	f.Add("user", "number", ring.seal("other", "number", visa))
	f.Add("user", "name", ring.seal("user", "number", visa))
	f.Add("use", "r number", ring.seal("user", "number", visa))
	f.Fuzz(func(t *testing.T, owner, field string, sealed []byte) {
		if text, err := ring.open(owner, field, sealed); err == nil {
			t.Errorf("%q opened as %q", sealed, text)
		}
	})
}
