package admin

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
)

// The demo catalogue is what people see first: it lacks nothing in either language, and the meter does
// not cry wolf over 250 real-looking products.
func TestDemoCatalogue_CompleteInBothLanguages(t *testing.T) {
	files, err := filepath.Glob("../../app/demo/catalogue/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no demo catalogue: %v", err)
	}
	products, strengths := 0, 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var entries []struct {
			Code               string `json:"code"`
			EnglishName        string `json:"english_name"`
			ArabicName         string `json:"arabic_name"`
			EnglishDescription string `json:"english_description"`
			ArabicDescription  string `json:"arabic_description"`
			EnglishUsage       string `json:"english_usage"`
			ArabicUsage        string `json:"arabic_usage"`
			EnglishWarnings    string `json:"english_warnings"`
			ArabicWarnings     string `json:"arabic_warnings"`
		}
		if err := json.Unmarshal(data, &entries); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, e := range entries {
			products++
			strengths += len(strengthsIn(e.ArabicName))
			for _, g := range gapsOf(&catalog.Product{
				ID: e.Code, Code: e.Code, Name: text.Pair{English: e.EnglishName, Arabic: e.ArabicName},
				Description: text.Pair{English: e.EnglishDescription, Arabic: e.ArabicDescription},
				Usage:       text.Pair{English: e.EnglishUsage, Arabic: e.ArabicUsage},
				Warnings:    text.Pair{English: e.EnglishWarnings, Arabic: e.ArabicWarnings},
			}) {
				t.Errorf("%s: %s in %s, %q and %q", g.Code, g.Problem, g.Field, g.Strengths.English, g.Strengths.Arabic)
			}
		}
	}
	if products < 240 || strengths < 200 {
		t.Errorf("looked at %d products with %d strengths", products, strengths)
	}
}
