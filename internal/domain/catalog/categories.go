package catalog

import (
	"slices"
	"strings"

	"dawa/contract"
)

// Categories lists the keys of the six categories in the order of the shop.
func Categories() []string { return contract.Shop().Categories }

// IsCategory tells whether key is one of the six.
func IsCategory(key string) bool { return contract.Shop().IsCategory(key) }

// Brands lists the keys of the six brands that have a page of their own on Home.
func Brands() []string {
	brands := contract.Shop().Brands
	keys := make([]string, len(brands))
	for i, b := range brands {
		keys[i] = b.Key
	}
	return keys
}

// BrandKey is how a brand is written as a key: lower case, one space between words.
func BrandKey(name string) string {
	return strings.ToLower(strings.Join(strings.Fields(name), " "))
}

func isForm(code string) bool { return slices.Contains(contract.Shop().DosageForms, code) }
