package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
)

const repository = "../.."

func TestPicture_ShowsTheCodeAsItIs(t *testing.T) {
	want, err := drawing(repository)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(repository + "/" + picture)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is stale: run make architecture and commit it", picture)
	}
}

func TestRender_NamesEveryLayerAndPart(t *testing.T) {
	rows := [][]layer{
		{{name: "top", about: "a <b>", imports: []string{"internal/low"}}},
		{{name: "internal/low", parts: []part{{name: "one", imports: []string{"two"}}, {name: "two"}}}},
	}
	svg := string(render(rows, nil))
	for _, text := range []string{
		">top<", "a &lt;b&gt;", ">imports low<", ">internal/low<", ">one<", ">→ two<", ">two<",
	} {
		if !strings.Contains(svg, text) {
			t.Errorf("the picture lacks %q", text)
		}
	}
	for decoder := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("the picture is not XML: %v", err)
		}
	}
}

func TestLocate_PutsAPackageIntoItsLayerAndPart(t *testing.T) {
	for path, want := range map[string][2]string{
		"cmd/dawa":                         {"cmd", "dawa"},
		"internal/app":                     {"internal/app", "app"},
		"internal/adapter/gateway/sandbox": {"internal/adapter", "gateway"},
		"contract":                         {"contract", "contract"},
		"elsewhere/cart":                   {"", ""},
	} {
		if layer, unit := locate(path); layer != want[0] || unit != want[1] {
			t.Errorf("locate(%q) = %q, %q, want %q", path, layer, unit, want)
		}
	}
}
