package importer

import (
	"strings"
	"testing"
	"time"

	"dawa/internal/domain/catalog"
)

func TestReadHeader_TakesHeadingsOfTheScreensAndEmptyColumns(t *testing.T) {
	for _, heading := range []string{
		"code,category,price,,\n", "Code , Category ,Price ($)\n", "الرمز,الفئة,السعر ($),,\n",
	} {
		h, err := readHeader(newCSVReader(strings.NewReader(heading), ','))
		if err != nil {
			t.Errorf("%q: %v", heading, err)
			continue
		}
		var names []string
		for _, c := range h.columns {
			names = append(names, c.name)
		}
		if strings.Join(names, " ") != "code category price" {
			t.Errorf("%q has the columns %v", heading, names)
		}
	}
}

func TestColumns_TakeLabelsInPlaceOfKeys(t *testing.T) {
	var p catalog.Product
	for _, label := range []string{"pain_killers", "Pain Killers", " pain  killers ", "مسكّنات الألم"} {
		p.Category = ""
		if code := setCategory(&p, label); code != "" || p.Category != "pain_killers" {
			t.Errorf("%q is %q (%s)", label, p.Category, code)
		}
	}
}

func TestIdentify_NamesExcelWhenItShortenedACode(t *testing.T) {
	c := newCheck(&Importer{}, time.Time{})
	c.header = &header{columns: []*column{&columns[1]}, id: -1, code: 0}
	for _, cells := range [][]string{{"6.22E+12"}, {"6,22e+12", " "}} {
		c.identify(&row{number: 2, cells: cells})
	}
	if c.ProblemCount != 2 || c.Problems[0].Code != "code_excel" || c.Problems[1].Code != "code_excel" {
		t.Errorf("the problems are %+v", c.Problems)
	}
}
