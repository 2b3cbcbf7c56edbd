package stripe

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"sync/atomic"

	"github.com/stripe/stripe-go/v85"
	"github.com/stripe/stripe-go/v85/form"

	"dawa/internal/base/money"
	"dawa/internal/domain/payments"
)

// refusedError is an answer that says no. Stripe's own message is left out: it may quote what was sent.
type refusedError struct {
	Status     int
	Kind, Code string
}

func (e *refusedError) Error() string {
	return "the gateway answered " + strconv.Itoa(e.Status) + " " + e.Kind + " " + e.Code
}

// call makes one request. What was not answered, or was answered with a doubt, is payments.ErrTimeout: its effect is
// unknown.
func (g *Gateway) call(method, path string, params stripe.ParamsContainer, into stripe.LastResponseSetter) error {
	return outcome(g.backend.Call(method, path, g.o.Key, params, into))
}

// list asks for one page of a list.
func (g *Gateway) list(path string, params stripe.ListParamsContainer, into stripe.LastResponseSetter) error {
	query := &form.Values{}
	form.AppendTo(query, params)
	asked := &stripe.Params{Context: params.GetListParams().Context}
	return outcome(g.backend.CallRaw(http.MethodGet, path, g.o.Key, []byte(query.Encode()), asked, into))
}

// outcome tells a refusal from what is not known.
func outcome(err error) error {
	var refused *stripe.Error
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &refused):
		return fmt.Errorf("%w: %w", payments.ErrTimeout, withoutAddress(err))
	case refused.HTTPStatusCode >= http.StatusInternalServerError ||
		refused.HTTPStatusCode == http.StatusTooManyRequests || refused.HTTPStatusCode == http.StatusConflict:
		return fmt.Errorf("%w: status %d", payments.ErrTimeout, refused.HTTPStatusCode)
	}
	return &refusedError{refused.HTTPStatusCode, string(refused.Type), string(refused.Code)}
}

// withoutAddress leaves out the address of a request that failed: it names the shopper's session.
func withoutAddress(err error) error {
	if failed, ok := errors.AsType[*url.Error](err); ok {
		return failed.Err
	}
	return err
}

// reused tells that an idempotency key was used before with another request.
func reused(err error) bool {
	var refused *refusedError
	return errors.As(err, &refused) && refused.Kind == string(stripe.ErrorTypeIdempotency)
}

// accountCheck remembers whose key it is.
type accountCheck struct{ id atomic.Pointer[string] }

// merchant is the account that the key belongs to, when the settings name one: money that another account holds is
// not ours.
func (g *Gateway) merchant(ctx context.Context) (string, error) {
	if g.o.Account == "" {
		return "", nil
	}
	if id := g.account.id.Load(); id != nil {
		return *id, nil
	}
	params := &stripe.AccountRetrieveParams{}
	params.Context = ctx
	account := &stripe.Account{}
	if err := g.call(http.MethodGet, "/v1/account", params, account); err != nil {
		return "", err
	}
	g.account.id.Store(&account.ID)
	return account.ID, nil
}

// minorUnits is an amount in the smallest unit of its currency, as Stripe counts.
func minorUnits(amount money.Cents, currency string) (int64, error) {
	switch payments.Decimals(currency) {
	case 0:
		if amount%100 != 0 {
			return 0, fmt.Errorf("%s has no cents", currency)
		}
		return int64(amount) / 100, nil
	case 3:
		return int64(amount) * 10, nil
	}
	return int64(amount), nil
}

// cents is an amount that Stripe counts in the smallest unit of its currency.
func cents(minor int64, currency string) (money.Cents, error) {
	switch payments.Decimals(currency) {
	case 0:
		return money.Cents(minor * 100), nil
	case 3:
		if minor%10 != 0 {
			return 0, fmt.Errorf("an amount of %d is no whole number of cents", minor)
		}
		return money.Cents(minor / 10), nil
	}
	return money.Cents(minor), nil
}
