package httpapi

import (
	"context"
	"net/http"

	"dawa/internal/base/apperr"
	"dawa/internal/base/validate"
	"dawa/internal/domain/cardvault"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// PaymentOffer is how an order can be paid.
type PaymentOffer struct {
	Methods []string // of contract/shop.json
	Sandbox bool     // no money moves
	Hosted  bool     // cards are typed on the gateway's page
	Pounds  bool     // cards are charged in pounds at the shop's rate
}

// getPaymentForm answers the saved card, masked, and the ways to pay. A card that
// cannot be opened is none: it has been reported, and may be entered again.
func (a *API) getPaymentForm(r *http.Request) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	form := wire.PaymentForm{Success: true, Methods: []wire.PaymentMethod{}, Sandbox: a.payments.Sandbox}
	if a.payments.Hosted {
		form.Hosted, form.InPounds = optional(true), optional(a.payments.Pounds)
		form.CardsDown = optional(a.orders.GatewayDown() || a.payments.Pounds && !a.rates.Current().Known())
	}
	for _, method := range a.payments.Methods {
		form.Methods = append(form.Methods, wire.PaymentMethod(method))
	}
	card, err := a.cards.Card(r.Context(), who.UserID)
	switch apperr.CodeOf(err) {
	case "":
		form.DecryptedCardName, form.DecryptedCardNumber, form.DecryptedExpDate =
			card.Name, card.MaskedNumber(), card.ExpDate
		form.Brand, form.Last4 = card.Brand, card.Last4
	case apperr.CardNotFound, apperr.CardUnreadable:
	default:
		return serve.Reply{}, err
	}
	last, err := a.orders.LastMethod(r.Context(), who.UserID)
	if err != nil {
		return serve.Reply{}, err
	}
	if last != "" {
		form.LastMethod = optional(wire.PaymentMethod(last))
	}
	return serve.NoStoreJSON(form)
}

func (a *API) addCard(r *http.Request) (serve.Reply, error) {
	return a.saveCard(r, "card", "card_added", a.cards.Add)
}

func (a *API) updateCard(r *http.Request) (serve.Reply, error) {
	return a.saveCard(r, "card_update", "card_updated", a.cards.Update)
}

// cardSaver saves a card for a user.
type cardSaver func(ctx context.Context, userID string, in cardvault.Input) error

// saveCard checks the form. The CVV is checked with it and goes no further: what
// follows has no room for it.
func (a *API) saveCard(r *http.Request, form, code string, save cardSaver) (serve.Reply, error) {
	var in wire.CardInput
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	clean, errs := validate.Form(form, map[string]string{
		"card_name": in.CardName, "card_number": in.CardNumber, "cvv": in.Cvv, "exp_date": in.ExpDate,
	})
	if len(errs) > 0 {
		return serve.Reply{}, apperr.Invalid(errs)
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	err = save(r.Context(), who.UserID, cardvault.Input{
		Name: clean["card_name"], Number: clean["card_number"], ExpDate: clean["exp_date"],
	})
	if err != nil {
		return serve.Reply{}, err
	}
	return a.done(code), nil
}

func (a *API) deleteCard(r *http.Request) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	if err := a.cards.Delete(r.Context(), who.UserID); err != nil {
		return serve.Reply{}, err
	}
	return a.done("card_deleted"), nil
}

// exportCard is the card for the user's own file: what its owner may see again.
func (a *API) exportCard(ctx context.Context, userID string) (*wire.CardSummary, error) {
	if a.cards == nil {
		return nil, nil
	}
	card, err := a.cards.Card(ctx, userID)
	switch apperr.CodeOf(err) {
	case "":
		return &wire.CardSummary{CardName: card.Name, Brand: card.Brand, Last4: card.Last4, ExpDate: card.ExpDate}, nil
	case apperr.CardNotFound, apperr.CardUnreadable:
		return nil, nil
	}
	return nil, err
}
