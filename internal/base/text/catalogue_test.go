package text

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dawa/contract"
)

var placeholder = regexp.MustCompile(`\{([^{}]*)\}`)

// texts gives every text of a message, by plural form.
func (m message) texts() map[string]string {
	if m.forms != nil {
		return m.forms
	}
	return map[string]string{"": m.plain}
}

func (m message) placeholders() []string {
	var names []string
	for _, text := range m.texts() {
		for _, match := range placeholder.FindAllStringSubmatch(text, -1) {
			names = append(names, match[1])
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func TestMessages_SameKeysInBothLanguages(t *testing.T) {
	c := MustCatalogue()
	for _, pair := range [][2]Lang{{English, Arabic}, {Arabic, English}} {
		for key := range c.messages[pair[0]] {
			if _, ok := c.messages[pair[1]][key]; !ok {
				t.Errorf("%s is missing in %s", key, pair[1])
			}
		}
	}
}

func TestMessages_SamePlaceholdersInBothLanguages(t *testing.T) {
	c := MustCatalogue()
	for key, english := range c.messages[English] {
		if arabic := c.messages[Arabic][key]; !slices.Equal(english.placeholders(), arabic.placeholders()) {
			t.Errorf("%s: %v in English, %v in Arabic", key, english.placeholders(), arabic.placeholders())
		}
	}
}

// A subject stands on locked screens and in the logs of mail servers, and a product may be a medicine.
func TestMessages_NoSubjectNamesAProduct(t *testing.T) {
	checked := 0
	for lang, messages := range MustCatalogue().messages {
		for key, m := range messages {
			if strings.HasPrefix(key, "mail.") && strings.HasSuffix(key, "_subject") {
				checked++
				if slices.Contains(m.placeholders(), "product") {
					t.Errorf("%s in %s names the product", key, lang)
				}
			}
		}
	}
	if checked == 0 {
		t.Error("there is no subject")
	}
}

func TestMessages_PluralsHaveEveryForm(t *testing.T) {
	forms := map[Lang][]string{English: {"one", "other"}, Arabic: {"few", "many", "one", "other", "two", "zero"}}
	c := MustCatalogue()
	for lang, texts := range c.messages {
		for key, m := range texts {
			if m.forms == nil {
				if c.messages[English][key].forms != nil {
					t.Errorf("%s is a plural in English only", key)
				}
				continue
			}
			if got := slices.Sorted(maps.Keys(m.forms)); !slices.Equal(got, forms[lang]) {
				t.Errorf("%s in %s has the forms %v", key, lang, got)
			}
		}
	}
}

func TestMessages_NoneIsEmpty(t *testing.T) {
	for lang, texts := range MustCatalogue().messages {
		for key, m := range texts {
			for form, text := range m.texts() {
				if text == "" || strings.TrimSpace(text) != text {
					t.Errorf("%s (%s %s) is empty or has loose spaces: %q", key, lang, form, text)
				}
			}
		}
	}
}

func TestMessages_ArabicIsWrittenInArabic(t *testing.T) {
	// Only names of marks and signs, and patterns of placeholders alone, may lack Arabic letters.
	allowed := regexp.MustCompile(`^(unit\.percent|product\.discount_tag)$`)
	arabicLetter := regexp.MustCompile(`\p{Arabic}`)
	for key, m := range MustCatalogue().messages[Arabic] {
		for _, text := range m.texts() {
			words := strings.TrimFunc(placeholder.ReplaceAllString(text, ""), func(r rune) bool {
				return strings.ContainsRune(" –×·،,:-/#%()•+0123456789$", r)
			})
			if words != "" && !arabicLetter.MatchString(words) && !allowed.MatchString(key) {
				t.Errorf("%s says %q in Arabic", key, text)
			}
		}
	}
}

func TestMessages_EveryErrorCodeHasText(t *testing.T) {
	c := MustCatalogue()
	codes := errorCodes(t)
	if len(codes) < 50 {
		t.Fatalf("only %d codes found in package apperr", len(codes))
	}
	for _, code := range codes {
		if !c.Has("error." + code) {
			t.Errorf("there is no text error.%s", code)
		}
	}
}

// errorCodes reads the values of the Code constants from the source of package apperr.
func errorCodes(t *testing.T) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../apperr/code.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if name, ok := spec.Type.(*ast.Ident); !ok || name.Name != "Code" {
			t.Errorf("constant %v is not declared as a Code", spec.Names)
			return true
		}
		for _, value := range spec.Values {
			code, err := strconv.Unquote(value.(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			codes = append(codes, code)
		}
		return true
	})
	return codes
}

func TestMessages_EveryRuleCodeHasText(t *testing.T) {
	c := MustCatalogue()
	for _, code := range contract.ValidationRules().Codes() {
		if !c.Has("rule." + code) {
			t.Errorf("there is no text rule.%s", code)
		}
	}
}

func TestMessages_EveryNameOfTheShopHasText(t *testing.T) {
	c, shop := MustCatalogue(), contract.Shop()
	var keys []string
	add := func(prefix string, names []string) {
		for _, name := range names {
			keys = append(keys, prefix+name)
		}
	}
	add("category.", shop.Categories)
	add("form.", shop.DosageForms)
	add("regulation.", shop.Regulations)
	add("order.status_", shop.Orders.Statuses)
	add("store.status_", shop.ReviewStatuses)
	add("admin.product_status_", shop.ReviewStatuses)
	add("list.sort_", shop.Lists.Sorts)
	add("card.", shop.CardBrands)
	for _, brand := range shop.Brands {
		keys = append(keys, "brand."+brand.Code)
	}
	for _, key := range keys {
		if !c.Has(key) {
			t.Errorf("there is no text %s", key)
		}
	}
}

func TestMessages_EnglishMatchesTheSpecification(t *testing.T) {
	c := MustCatalogue()
	for key, want := range map[string]string{
		"access.login_needed":           "You must be logged in",
		"access.already_logged_in":      "Already logged in",
		"access.forbidden":              "Forbidden",
		"access.page_not_found":         "Page not found",
		"access.cart_empty":             "Your cart is empty",
		"error.network":                 "An error occurred",
		"error.products":                "Error: Failed to fetch products.",
		"error.products_initial":        "Error: Failed to fetch initial products.",
		"error.products_count":          "Error: Failed to fetch total product count.",
		"error.email_not_registered":    "Email not registered",
		"error.link_invalid":            "Wrong or expired link",
		"error.card_not_updated":        "Error updating card",
		"error.card_not_deleted":        "Error deleting card",
		"error.account_not_updated":     "Error updating account",
		"error.product_not_updated":     "Error updating product",
		"session.logged_out":            "You have been logged out",
		"session.welcome":               "Welcome!",
		"session.order_placed":          "Order placed",
		"done.email_sent":               "Email sent",
		"done.email_verified":           "Email verified",
		"done.password_changed":         "Password has been changed. You can now login",
		"done.product_updated":          "Product updated",
		"auth.password_already_changed": "Password already changed.",
		"product.add_to_cart":           "Add to cart",
		"product.added_to_cart":         "Added to cart",
		"product.out_of_stock":          "Out of stock",
		"product.add_to_wishlist":       "Add to wishlist",
		"product.remove_from_wishlist":  "Remove from wishlist",
		"cart.empty":                    "Shopping cart is empty",
		"cart.start_shopping":           "Start Shopping Now",
		"cart.delivery_up_to":           "Up to $2",
		"wishlist.empty":                "Wishlist is empty",
		"wishlist.lookup":               "Lookup Products Now",
		"order.empty":                   "No Orders Currently",
		"store.empty":                   "No stores currently",
		"rule.name_blank":               "Name cannot be blank",
		"rule.username_or_email_format": "Enter a valid username (3-30 characters) or email",
		"rule.password_format":          "Password must be 8-30 characters long and alphanumeric",
		"rule.password_empty":           "Password is empty",
		"rule.email_com_net":            "Email must be a valid .com or .net address",
		"rule.exp_date_required":        "Exp date cannot be blank",
		"rule.floor_integer":            "Floor must be an integer",
		"rule.nb_in_stock_blank":        "Nb in stock cannot be blank",
	} {
		if got := c.T(English, key, nil); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
	if got := c.T(English, "search.results_for", map[string]any{"query": "advil"}); got != "Results for: advil" {
		t.Errorf("got %q", got)
	}
	if got := c.T(Arabic, "list.results", map[string]any{"count": 3}); got != "3 منتجات" {
		t.Errorf("got %q", got)
	}
}
