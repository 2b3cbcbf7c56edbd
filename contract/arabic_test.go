package contract_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// arabicRules are what every Arabic text of the shop keeps to: one way of writing, and one word for one thing.
var arabicRules = []struct {
	name, instead string
	found         *regexp.Regexp
}{
	{"Arabic digits", "Latin digits", regexp.MustCompile(`[٠-٩۰-۹]`)},
	{"tanwin after its alef", "ًا", regexp.MustCompile(`اً`)},
	{"Latin punctuation after an Arabic word", "، ؛ ؟", regexp.MustCompile(`\p{Arabic}[,;?]`)},
	{"a space before punctuation", "none", regexp.MustCompile(` [،؛؟!](?: \p{L}|$)`)},
	{"tatweel, except in بـ and لـ", "none", regexp.MustCompile(`ـ[\p{Arabic}]|[^بل]ـ`)},
	{"two spaces", "one", regexp.MustCompile(`  `)},
	{"another name of a unit", "ملغ، غ، كلغ، مل",
		regexp.MustCompile(`(?:^|[\s\d])(?:مجم|ملجم|مغ|غم|جم|كجم|كغ|كيلو|سي سي|ملل)(?:[\s،.]|$)`)},
	{"a unit glued to its number", "a space between", regexp.MustCompile(`\d(?:ملغ|غ|كلغ|مل|سم|مكغ)(?:[\s،./]|$)`)},
	{"another word for the admin", "المشرف", regexp.MustCompile(`الأدمن|المدير`)},
	{"another word for the wishlist", "المفضلة", regexp.MustCompile(`الأمنيات|الرغبات`)},
	{"another word for the cart", "السلة", regexp.MustCompile(`عربة|سلّة|سلّت`)},
	{"another word for English", "الإنجليزية", regexp.MustCompile(`انجليزي|إنكليزي|انكليزي`)},
	{"another word for the delivery fee", "رسوم التوصيل",
		regexp.MustCompile(`أجور|أجرة|ك[ُ]?لفة التوصيل|تكلفة التوصيل`)},
	{"another word for at most", "كحد أقصى", regexp.MustCompile(`على الأكثر|حد أعلى`)},
	{"another word for a discount", "خصم", regexp.MustCompile(`(?:^|\s)(?:ال)?حسم(?:\s|$)|تخفيضات`)},
	{"another word for the CVV", "رمز التحقق (CVV)", regexp.MustCompile(`رمز الأمان`)},
	{"another word for a password", "كلمة المرور", regexp.MustCompile(`كلمة السر`)},
	{"another word for email", "البريد الإلكتروني", regexp.MustCompile(`إيميل|ايميل`)},
	{"another word for cash on delivery", "عند الاستلام", regexp.MustCompile(`نقدًا عند التسليم`)},
	{"the head without its hamza", "الرأس", regexp.MustCompile(`الراس`)},
}

func checkArabic(t *testing.T, where, text string) {
	t.Helper()
	for _, rule := range arabicRules {
		if at := rule.found.FindString(text); at != "" {
			t.Errorf("%s: %s (%q in %q), better %s", where, rule.name, at, text, rule.instead)
		}
	}
}

func TestMessages_ArabicKeepsToOneWayOfWriting(t *testing.T) {
	var messages map[string]any
	readJSON(t, "messages/ar.json", &messages)
	for key, message := range messages {
		switch said := message.(type) {
		case string:
			checkArabic(t, key, said)
		case map[string]any:
			for form, text := range said {
				checkArabic(t, key+" "+form, text.(string))
			}
		}
	}
}

// The words that the shop is called and what belongs to a seller are told apart.
func TestMessages_ArabicCallsTheShopByItsName(t *testing.T) {
	var messages map[string]any
	readJSON(t, "messages/ar.json", &messages)
	for key, message := range messages {
		text, ok := message.(string)
		seller := strings.HasPrefix(key, "store.") || strings.Contains(key, "store") ||
			strings.Contains(key, "owner") || strings.HasPrefix(key, "members.") || strings.HasPrefix(key, "desk.")
		if ok && !seller && strings.Contains(text, "هذا المتجر") {
			t.Errorf("%s calls the shop a store: %q", key, text)
		}
	}
}

func TestDemoCatalogue_ArabicKeepsToOneWayOfWriting(t *testing.T) {
	files, err := filepath.Glob("../internal/app/demo/catalogue/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	for _, file := range files {
		var products []map[string]any
		readJSON(t, file, &products)
		for _, product := range products {
			for field, value := range product {
				text, ok := value.(string)
				if ok && strings.HasPrefix(field, "arabic_") {
					checkArabic(t, product["code"].(string)+" "+field, text)
				}
			}
		}
	}
}

func readJSON(t *testing.T, path string, into any) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}
