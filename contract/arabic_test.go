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
	{"an adverb without its tanwin", "أولًا، نقدًا، حاليًا",
		regexp.MustCompile(`(?:^|\s)(?:أولا|مثلا|نقدا|حاليا|فورا|أيضا|جدا|دائما|مجددا|قليلا|يدويا|مسبقا|تلقائيا|شكرا` +
			`|مرحبا|غدا|أهلا|أبدا|معا|بدلا|أصلا|نهائيا|ابتداء)(?:[\s،؛.:]|$)`)},
	{"تعذر without its shadda", "تعذّر", regexp.MustCompile(`تعذر`)},
	{"a hamza left out", "إلى، أو، إذا، اسم",
		regexp.MustCompile(`(?:^|\s)(?:الى|او|اذا|أسم|إسم|فى|التى|الذى)(?:\s|$)`)},
	{"the shop's name without its marks", "«دواء»",
		regexp.MustCompile(`(?:لصالح|فريق|موقع|مستحق ل) ?دواء(?:[\s،.]|$)`)},
	{"a number sign", "رقم", regexp.MustCompile(`#\{number\}`)},
	{"a space before a percent sign", "none", regexp.MustCompile(`\d %`)},
	{"dots written apart", "…", regexp.MustCompile(`\.\.\.| …`)},
	{"straight quotation marks", "«»", regexp.MustCompile(`"`)},
	{"another plural of a row", "أسطر", regexp.MustCompile(`سطور`)},
	{"another word for the customer", "الزبون", regexp.MustCompile(`(?:^|\s)(?:ال)?(?:عميل|عملاء)(?:[\s،.]|$)`)},
	{"another name of the delivery fee", "رسوم التوصيل", regexp.MustCompile(`رسم التوصيل`)},
	{"another way to say call", "اتصل بـ", regexp.MustCompile(`اتصل على`)},
}

// terms are things that have one Arabic name: whenever the English text has the word, the Arabic one has its own.
var terms = []struct{ english, arabic *regexp.Regexp }{
	{regexp.MustCompile(`(?i)two-step verification`), regexp.MustCompile(`التحقق بخطوتين`)},
	{regexp.MustCompile(`(?i)\bpasskey`), regexp.MustCompile(`مفتاح|مفاتيح`)},
	{regexp.MustCompile(`(?i)recovery code`), regexp.MustCompile(`استرداد`)},
	{regexp.MustCompile(`(?i)wishlist`), regexp.MustCompile(`مفضل`)},
	{regexp.MustCompile(`CVV`), regexp.MustCompile(`رمز (?:ال)?تحقق`)},
	{regexp.MustCompile(`(?i)cash on delivery`), regexp.MustCompile(`نقدًا عند الاستلام`)},
	{regexp.MustCompile(`(?i)delivery fee`), regexp.MustCompile(`رسوم التوصيل`)},
	{regexp.MustCompile(`(?i)\bcourier`), regexp.MustCompile(`مندوب`)},
	{regexp.MustCompile(`(?i)\bdriver`), regexp.MustCompile(`سائق`)},
	{regexp.MustCompile(`(?i)\bpharmacist`), regexp.MustCompile(`صيدلي|صيادلة`)},
	{regexp.MustCompile(`(?i)\bcustomer`), regexp.MustCompile(`زبون|زبائن|الطلب`)},
	{regexp.MustCompile(`(?i)\badmins?\b`), regexp.MustCompile(`مشرف|الإدارة`)},
	{regexp.MustCompile(`(?i)prescription`), regexp.MustCompile(`وصف`)},
	{regexp.MustCompile(`(?i)\bpasswords?\b`), regexp.MustCompile(`كلم(?:ة|ات) (?:ال)?مرور`)},
	{regexp.MustCompile(`(?i)\bconcerns?\b`), regexp.MustCompile(`حاج`)},
	{regexp.MustCompile(`(?i)\bshifts?\b`), regexp.MustCompile(`مناوب`)},
	{regexp.MustCompile(`(?i)exchange rate`), regexp.MustCompile(`سعر (?:ال)?صرف`)},
	{regexp.MustCompile(`(?i)barcode`), regexp.MustCompile(`الباركود|باركود`)},
	{regexp.MustCompile(`(?i)catalogue`), regexp.MustCompile(`الكتالوج`)},
	{regexp.MustCompile(`(?i)commission`), regexp.MustCompile(`عمول`)},
	{regexp.MustCompile(`(?i)invitation`), regexp.MustCompile(`دعو`)},
	{regexp.MustCompile(`(?i)discount`), regexp.MustCompile(`خصم|عروض`)},
	{regexp.MustCompile(`(?i)\brefunds?\b|refunded`), regexp.MustCompile(`رُ?د|أعدنا|أُعيد`)},
	{regexp.MustCompile(`(?i)official price`), regexp.MustCompile(`رسمي`)},
	{regexp.MustCompile(`(?i)audit log`), regexp.MustCompile(`سجل العمليات`)},
}

// englishRules are what every English text of the shop keeps to, but for what the specification fixes word by word.
var englishRules = []struct {
	name, instead string
	found         *regexp.Regexp
}{
	{"another word for signing in", "sign in", regexp.MustCompile(`(?i)\blog(?:ged)? ?(?:in|out)\b`)},
	{"a capital in a sentence", "Sign in", regexp.MustCompile(`Sign (?:In|Up|Out)`)},
	{"another word for email", "email", regexp.MustCompile(`(?i)\b(?:a|the|this) mail\b|\bmails\b|\bmailbox`)},
	{"another word for two-step verification", "two-step verification",
		regexp.MustCompile(`(?i)second step|(?:^|\s)two-factor|2FA`)},
	{"dots written apart", "…", regexp.MustCompile(`\.\.\.| …`)},
	{"a space before a percent sign", "none", regexp.MustCompile(`\d %`)},
	{"two spaces", "one", regexp.MustCompile(`  `)},
	{"two words for one person", "someone", regexp.MustCompile(`(?i)\bsomebody\b|\bwhoever\b`)},
}

// fixedByTheSpecification are texts that other programs and people know word by word.
var fixedByTheSpecification = map[string]bool{
	"access.already_logged_in": true, "access.login_needed": true, "auth.password_changed": true,
	"done.logged_out": true, "done.password_changed": true, "error.already_signed_in": true,
	"error.not_signed_in": true, "nav.logout": true, "session.logged_out": true, "mail.box_title": true,
}

func TestMessages_ArabicNamesOneThingByOneWord(t *testing.T) {
	english, arabic := readMessages(t, "en"), readMessages(t, "ar")
	placeholder := regexp.MustCompile(`\{\w+\}`)
	for key, text := range english {
		text = placeholder.ReplaceAllString(text, "")
		for _, term := range terms {
			if term.english.MatchString(text) && !term.arabic.MatchString(arabic[key]) {
				t.Errorf("%s: %q has no %s in %q", key, text, term.arabic, arabic[key])
			}
		}
	}
}

func TestMessages_EnglishKeepsToOneWayOfWriting(t *testing.T) {
	for key, text := range readMessages(t, "en") {
		for _, rule := range englishRules {
			if at := rule.found.FindString(text); at != "" && !fixedByTheSpecification[key] {
				t.Errorf("%s: %s (%q in %q), better %s", key, rule.name, at, text, rule.instead)
			}
		}
	}
}

// readMessages reads the texts of one language; of what depends on a number, the forms that both languages have.
func readMessages(t *testing.T, language string) map[string]string {
	t.Helper()
	var messages map[string]any
	readJSON(t, "messages/"+language+".json", &messages)
	texts := map[string]string{}
	for key, message := range messages {
		switch said := message.(type) {
		case string:
			texts[key] = said
		case map[string]any:
			for _, form := range []string{"one", "other"} {
				texts[key+"."+form] = said[form].(string)
			}
		}
	}
	return texts
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
