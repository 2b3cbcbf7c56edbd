package httpapi

import (
	"encoding/json"
	"math/rand/v2"
	"testing"
)

func checkText(t *testing.T, text string) {
	t.Helper()
	want, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	if got := appendText(nil, text); string(got) != string(want) {
		t.Errorf("%q is written as %s, want %s", text, got, want)
	}
}

func TestAppendText_WritesAsEncodingJSON(t *testing.T) {
	for _, text := range []string{
		"", "Panadol 500 mg", "بنادول، ٥٠٠ ملغ", "é", "a\"b", `a\b`, "a\nb", "<b>&", "\x7f", "\x00", "\x1f",
		"–", "€", "😀", "\u2028", "\u2029", "a\u2028", "\u2027\u202a", "\xff", "\x80", "\xc2", "\xc0\x80", "\xc1\xbf",
		"a\xd8", "\xd8a", "\xd8\xd8\xa7", "\xd8\xa7\xa7", "\xe2\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80",
	} {
		checkText(t, text)
	}
	for a := range 256 {
		for b := range 256 {
			checkText(t, string([]byte{byte(a), byte(b)}))
		}
	}
}

func TestAppendText_WritesAnyBytesAsEncodingJSON(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	likely := []string{"a", "ا", "ب", "\xd8", "\xa7", "é", "–", "😀", "<", " "}
	for range 20_000 {
		var text []byte
		for range rng.IntN(12) {
			text = append(text, likely[rng.IntN(len(likely))]...)
		}
		checkText(t, string(text))
	}
}
