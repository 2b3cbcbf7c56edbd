package contract

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"
)

//go:embed shop.json
var shopJSON []byte

// ShopConstants are the fixed facts of the shop, the same for server and browser (shop.json).
// They are shared by everyone: read them, never change them.
type ShopConstants struct {
	Currency struct {
		Code     string `json:"code"`
		Sign     string `json:"sign"`
		Decimals int    `json:"decimals"`
	} `json:"currency"`
	Languages struct {
		Cookie     string   `json:"cookie"`
		CookieDays int      `json:"cookie_days"`
		Default    string   `json:"default"`
		Values     []string `json:"values"`
	} `json:"languages"`
	Categories      []string `json:"categories"`
	DefaultCategory string   `json:"default_category"`
	// HomeConcerns are the concerns that Home offers to begin with.
	HomeConcerns []string `json:"home_concerns"`
	Brands       []Brand  `json:"brands"`
	DosageForms  []string `json:"dosage_forms"`
	// Regulations are the classes of products under the law on medicines.
	Regulations []string `json:"regulations"`
	Lists       struct {
		PageSize     int      `json:"page_size"`
		LimitMax     int      `json:"limit_max"`
		SkeletonsMax int      `json:"skeletons_max"`
		Sorts        []string `json:"sorts"`
	} `json:"lists"`
	Search struct {
		AutocompleteMin int `json:"autocomplete_min"`
		SuggestionsMax  int `json:"suggestions_max"`
		QueryMax        int `json:"query_max"`
	} `json:"search"`
	Slider struct {
		Min  int `json:"min"`
		Step int `json:"step"`
	} `json:"slider"`
	CarouselStep int `json:"carousel_step"`
	Quantity     struct {
		Min     int `json:"min"`
		Max     int `json:"max"`
		CardAdd int `json:"card_add"`
	} `json:"quantity"`
	// DeliveryFeeCents is charged for any cart that is not empty.
	DeliveryFeeCents int64 `json:"delivery_fee"`
	// Pounds is how totals are shown in pounds: rounded up to a multiple of Step, unless the shop says otherwise.
	Pounds struct {
		Step int64 `json:"step"`
	} `json:"pounds"`
	// Cash are the notes in circulation, in whole dollars and pounds.
	Cash struct {
		Notes struct {
			Dollars []int64 `json:"usd"`
			Pounds  []int64 `json:"lbp"`
		} `json:"notes"`
	} `json:"cash"`
	BadgeMax int `json:"badge_max"`
	Images   struct {
		Widths         []int      `json:"widths"`
		DefaultWidth   int        `json:"default_width"`
		Viewports      []Viewport `json:"viewports"`
		UploadMax      int        `json:"upload_max"`
		UploadBytesMax int64      `json:"upload_bytes_max"`
		PixelsMax      int        `json:"pixels_max"`
		UploadTypes    []string   `json:"upload_types"`
	} `json:"images"`
	Skeleton struct {
		Width  int `json:"width"`
		Height int `json:"height"`
	} `json:"skeleton"`
	ChunkTimeoutSeconds int      `json:"chunk_timeout_seconds"`
	PhonePrefix         string   `json:"phone_prefix"`
	UserType            string   `json:"user_type"`
	CardBrands          []string `json:"card_brands"`
	PaymentMethods      []string `json:"payment_methods"`
	Sessions            struct {
		RememberDays int `json:"remember_days"`
		ShortHours   int `json:"short_hours"`
	} `json:"sessions"`
	Links struct {
		ResetMinutes int `json:"reset_minutes"`
		VerifyHours  int `json:"verify_hours"`
		UndoDays     int `json:"undo_days"`
	} `json:"links"`
	StorageKeys struct {
		SessionMessage string `json:"session_message"`
		Authenticated  string `json:"authenticated"`
	} `json:"storage_keys"`
	NoFavoriteAddress int `json:"no_favorite_address"`
	Orders            struct {
		Statuses    []string            `json:"statuses"`
		Transitions map[string][]string `json:"transitions"`
	} `json:"orders"`
	ReviewStatuses []string `json:"review_statuses"`
	Analytics      struct {
		Affiliation string   `json:"affiliation"`
		Events      []string `json:"events"`
	} `json:"analytics"`
}

// Brand is one of the six brands: Key as it stands in addresses and data, Code in message keys.
type Brand struct {
	Key  string `json:"key"`
	Code string `json:"code"`
}

// Viewport says which picture width serves screens up to UpTo pixels; zero means any larger one.
type Viewport struct {
	UpTo  int `json:"up_to"`
	Width int `json:"width"`
}

var loadShop = sync.OnceValue(func() *ShopConstants {
	shop := &ShopConstants{}
	decoder := json.NewDecoder(bytes.NewReader(shopJSON))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(shop); err != nil {
		panic(fmt.Sprintf("reading the embedded shop.json: %v", err))
	}
	return shop
})

// Shop gives the constants.
func Shop() *ShopConstants { return loadShop() }

// IsCategory tells whether key is one of the six categories.
func (s *ShopConstants) IsCategory(key string) bool { return slices.Contains(s.Categories, key) }

// MayMove tells whether an order may go from one status to another.
func (s *ShopConstants) MayMove(from, to string) bool {
	return slices.Contains(s.Orders.Transitions[from], to)
}

// RememberFor is how long a session with 'Remember me' lives.
func (s *ShopConstants) RememberFor() time.Duration {
	return time.Duration(s.Sessions.RememberDays) * 24 * time.Hour
}

// SessionFor is how long a session without 'Remember me' lives at most.
func (s *ShopConstants) SessionFor() time.Duration {
	return time.Duration(s.Sessions.ShortHours) * time.Hour
}

// ResetLinkFor is how long a password reset link works.
func (s *ShopConstants) ResetLinkFor() time.Duration {
	return time.Duration(s.Links.ResetMinutes) * time.Minute
}

// VerifyLinkFor is how long an email verification link works.
func (s *ShopConstants) VerifyLinkFor() time.Duration {
	return time.Duration(s.Links.VerifyHours) * time.Hour
}

// UndoLinkFor is how long the old address can take a change of email back.
func (s *ShopConstants) UndoLinkFor() time.Duration {
	return time.Duration(s.Links.UndoDays) * 24 * time.Hour
}
