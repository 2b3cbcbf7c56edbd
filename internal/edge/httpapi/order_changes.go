package httpapi

import (
	"net/http"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/orders"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// reduceFulfilment says what the store cannot send, and asks the customer about the rest.
func (a *API) reduceFulfilment(r *http.Request) (serve.Reply, error) {
	var in wire.FulfilmentReduction
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	return a.changeFulfilment(r, "order_reduced", func(who Actor, place, id string) (*orders.Order, error) {
		reduction := orders.Reduction{
			StoreID: place, ID: id, Version: valueOf(in.Version), By: who.UserID,
			Stock: orders.Stock{Quarantine: valueOf(in.Quarantine)},
		}
		for _, line := range in.Lines {
			reduction.Lines = append(reduction.Lines, orders.ReducedLine{ProductID: line.Product, Left: line.Pieces})
		}
		return a.orders.Reduce(r.Context(), reduction)
	})
}

func (a *API) recordAgreement(r *http.Request) (serve.Reply, error) {
	return a.changeFulfilment(r, "order_updated", func(who Actor, place, id string) (*orders.Order, error) {
		return a.orders.AnswerByPhone(r.Context(), place, id, who.UserID)
	})
}

func (a *API) recordCall(r *http.Request) (serve.Reply, error) {
	return a.changeFulfilment(r, "order_updated", func(who Actor, place, id string) (*orders.Order, error) {
		return a.orders.RecordCall(r.Context(), place, id, who.UserID)
	})
}

func (a *API) replaceAddress(r *http.Request) (serve.Reply, error) {
	var in wire.FulfilmentAddress
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	return a.changeFulfilment(r, "order_updated", func(who Actor, place, id string) (*orders.Order, error) {
		return a.orders.ReplaceAddress(r.Context(), place, id, fromCheckoutAddress(in.Address), valueOf(in.Version),
			who.UserID)
	})
}

func (a *API) lowerFee(r *http.Request) (serve.Reply, error) {
	var in wire.FulfilmentFee
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	return a.changeFulfilment(r, "order_updated", func(who Actor, place, id string) (*orders.Order, error) {
		return a.orders.LowerFee(r.Context(), place, id, in.Fee, valueOf(in.Version), who.UserID)
	})
}

// answerOrder answers for the signed-in owner whether what is left of an order is welcome.
func (a *API) answerOrder(r *http.Request) (serve.Reply, error) {
	var in wire.OrderAnswerInput
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	number, who, err := a.namedOrder(r)
	if err != nil {
		return serve.Reply{}, err
	}
	order, err := a.orders.AnswerOn(r.Context(), number, in.Fulfilment, who.UserID, in.Agree)
	if err != nil {
		return serve.Reply{}, err
	}
	code := answerCode(in.Agree)
	return serve.NoStoreJSON(wire.OrderSaved{
		Success: true, Code: code, Message: a.doneText(code), Order: a.toOrder(order, false),
	})
}

// answerCode says what an answer did.
func answerCode(agree bool) string {
	if agree {
		return "order_agreed"
	}
	return "order_cancelled"
}

// namedQuestion reads which question a link is about. What cannot be one is none.
func namedQuestion(r *http.Request) (fulfilment, token string, err error) {
	fulfilment, token = r.PathValue("fid"), r.PathValue("token")
	if len(fulfilment) > 80 || len(token) > 200 {
		return "", "", apperr.New(apperr.AnswerLinkInvalid)
	}
	return fulfilment, token, nil
}

// getQuestion answers what the link of a mail asks about, to whoever holds it.
func (a *API) getQuestion(r *http.Request) (serve.Reply, error) {
	fulfilment, token, err := namedQuestion(r)
	if err != nil {
		return serve.Reply{}, err
	}
	asked, err := a.orders.AskedBy(r.Context(), fulfilment, token)
	if err != nil {
		return serve.Reply{}, err
	}
	return a.toOrderQuestion(asked)
}

func (a *API) answerQuestion(r *http.Request) (serve.Reply, error) {
	var in wire.QuestionAnswerInput
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	fulfilment, token, err := namedQuestion(r)
	if err != nil {
		return serve.Reply{}, err
	}
	asked, err := a.orders.AnswerByLink(r.Context(), fulfilment, token, in.Agree)
	if err != nil {
		return serve.Reply{}, err
	}
	return a.toOrderQuestion(asked)
}

// toOrderQuestion tells of the order what the mail told already: nothing of address and payment.
func (a *API) toOrderQuestion(asked orders.Asked) (serve.Reply, error) {
	answer := wire.OrderQuestion{
		Success: true, Number: asked.Order.Number, Fulfilment: a.toFulfilment(asked.Order, asked.Part),
	}
	if question := toQuestion(asked.Order, asked.Part); question != nil {
		answer.Question = *question
	}
	return serve.NoStoreJSON(answer)
}

// toQuestion is the last question about a fulfilment; nil when none was asked. One whose fulfilment was cancelled
// otherwise counts as refused.
func toQuestion(o *orders.Order, f *orders.Fulfilment) *wire.Question {
	if f.Question.ID == "" {
		return nil
	}
	out := &wire.Question{Until: f.Question.Until, Partly: o.Partly, Answer: wire.QuestionAnswer(f.Question.Answer)}
	switch {
	case f.Asking():
		out.Answer = "open"
	case f.Question.Answer == "":
		out.Answer = wire.QuestionAnswer(orders.Refused)
	}
	return out
}
