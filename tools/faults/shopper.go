package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"slices"
	"strings"
	"time"
)

// shopper is a browser of somebody.
type shopper struct {
	base   string
	client *http.Client
	token  string
}

func newClient(conns int) *http.Client {
	return &http.Client{
		Timeout: 20 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: conns, MaxConnsPerHost: 0},
	}
}

// call makes a call of the API and gives status and body.
func (s *shopper) call(ctx context.Context, method, path, body string, headers ...string) (int, []byte, error) {
	req, err := http.NewRequestWithContext(ctx, method, s.base+path, strings.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("CSRF-Token", s.token)
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := s.client.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = res.Body.Close() }()
	got, err := io.ReadAll(res.Body)
	return res.StatusCode, got, err
}

func (s *shopper) renew(ctx context.Context) error {
	var got struct{ CsrfToken string }
	status, body, err := s.call(ctx, http.MethodGet, "/api/get-csrf-token", "")
	if err != nil || status != http.StatusOK {
		return fmt.Errorf("fetching a token: %d %w %s", status, err, body)
	}
	if err := json.Unmarshal(body, &got); err != nil {
		return err
	}
	s.token = got.CsrfToken
	return nil
}

func visitor(ctx context.Context, base string) (*shopper, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	s := &shopper{base: base, client: newClient(2)}
	s.client.Jar = jar
	return s, s.renew(ctx)
}

// signUp makes an account.
func signUp(ctx context.Context, base, name string) (*shopper, error) {
	s, err := visitor(ctx, base)
	if err != nil {
		return nil, err
	}
	status, body, err := s.call(ctx, http.MethodPost, "/api/user/register", fmt.Sprintf(
		`{"user":{"full_name":"Layla Haddad","username":%q,"phone_nb":"03123456","email":"%s@example.com",`+
			`"type":"normal"},"password":"fig3tree9sun"}`, name, name))
	if err != nil || status != http.StatusOK {
		return nil, fmt.Errorf("signing up: %d %w %s", status, err, body)
	}
	return s, s.renew(ctx)
}

// signIn signs a person of the demo in.
func signIn(ctx context.Context, base, name, password string) (*shopper, error) {
	s, err := visitor(ctx, base)
	if err != nil {
		return nil, err
	}
	status, body, err := s.call(ctx, http.MethodPost, "/api/user/login",
		fmt.Sprintf(`{"username":%q,"password":%q,"remember":null}`, name, password))
	if err != nil || status != http.StatusOK {
		return nil, fmt.Errorf("signing in: %d %w %s", status, err, body)
	}
	return s, s.renew(ctx)
}

const byCash = `{"data":{"address":{"first_name":"Layla","last_name":"Haddad","street":"Hamra","city":"Beirut",` +
	`"state":"","building":"Blue","floor":2,"phone_nb":"03123456"},"payment":{"method":"cash"}}}`

// errNotYet is an answer that says: ask again.
var errNotYet = errors.New("not yet")

// order fills the cart and buys, once. The key makes asking again harmless. A 503, a cut connection and
// a session that cannot be answered up are errNotYet.
func (s *shopper) order(ctx context.Context, product, key string) (number string, err error) {
	status, body, err := s.call(ctx, http.MethodPut, "/api/user/cart",
		fmt.Sprintf(`{"productId":%q,"quantity":1}`, product))
	if err != nil || status == http.StatusServiceUnavailable {
		return "", errors.Join(errNotYet, err)
	}
	if status != http.StatusOK && status != http.StatusConflict {
		return "", fmt.Errorf("filling the cart: %d %s", status, body)
	}
	return s.buy(ctx, key)
}

func (s *shopper) buy(ctx context.Context, key string) (number string, err error) {
	status, body, err := s.call(ctx, http.MethodPost, "/api/user/checkout", byCash, "Idempotency-Key", key)
	if err != nil || status == http.StatusServiceUnavailable {
		return "", errors.Join(errNotYet, err)
	}
	var placed struct{ Order struct{ Number string } }
	if status != http.StatusOK {
		return "", fmt.Errorf("checkout: %d %s", status, body)
	}
	if err := json.Unmarshal(body, &placed); err != nil {
		return "", err
	}
	return placed.Order.Number, nil
}

type product struct {
	ID    string
	Stock int `json:"nb_in_stock"`
}

// onSale is the first page of the catalogue.
func onSale(ctx context.Context, base string) ([]product, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/api/product/all?limit=48", nil)
	if err != nil {
		return nil, err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	var all []product
	if err := json.NewDecoder(res.Body).Decode(&all); err != nil {
		return nil, err
	}
	if len(all) < 10 {
		return nil, fmt.Errorf("the shop sells %d things", len(all))
	}
	return all, nil
}

// inStock finds a product that will not run out soon.
func inStock(ctx context.Context, base string) (string, error) {
	all, err := onSale(ctx, base)
	if err != nil {
		return "", err
	}
	return slices.MaxFunc(all, func(a, b product) int { return cmp.Compare(a.Stock, b.Stock) }).ID, nil
}
