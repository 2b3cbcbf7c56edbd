package httpapi

import (
	"mime"
	"net/http"
	"strconv"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/accounts"
	"dawa/internal/edge/serve"
)

// cartPath is the cart's page. Its form is no call of the contract: it is what a
// browser sends by itself as long as the script is not there.
const cartPath = "/user/cart"

// formLimit is more than the two fields of the form need.
const formLimit = 4 << 10

// addByForm puts a product into the cart for a page whose script has not arrived yet,
// and leads to the cart. Without a script there is no header for a token; the browser's
// own word about where the request comes from stands in for it.
func (a *API) addByForm(w http.ResponseWriter, r *http.Request) {
	a.stack.SetRoute(r, routeCartForm)
	out, err := a.cartForm(w, r)
	if err != nil {
		out = a.stack.Refuse(r, err)
	}
	a.stack.Send(w, r, out)
}

func (a *API) cartForm(w http.ResponseWriter, r *http.Request) (serve.Reply, error) {
	if err := a.origin.Check(r); err != nil {
		return serve.Reply{}, apperr.Wrap(apperr.CrossSite, err)
	}
	a.stack.StartBody(w, r, LaneAccount)
	id, quantity, err := readCartForm(r)
	if err != nil {
		return serve.Reply{}, err
	}
	return a.stack.Do(r, LaneAccount, func(r *http.Request) (serve.Reply, error) {
		return a.addToCart(r, id, quantity)
	})
}

func (a *API) addToCart(r *http.Request, id string, quantity int) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	var cookie accounts.Cookie
	if who.SessionID == "" {
		var visitor accounts.Identity
		visitor, cookie = a.accounts.NewVisitor()
		who = Actor(visitor)
	}
	if err := a.mayFillCart(r, who); err != nil {
		return serve.Reply{}, err
	}
	_, _, err = a.cart.Change(r.Context(), ownerOf(who), id, quantity)
	if err != nil && serve.StatusOf(apperr.CodeOf(err)) >= http.StatusInternalServerError {
		return serve.Reply{}, err
	}
	// What cannot be added, sold out meanwhile, is simply not in the cart that follows.
	out := serve.Reply{Status: http.StatusSeeOther}
	out.Set("Location", cartPath)
	out.NoStore()
	if cookie.Value != "" {
		a.setSession(&out, cookie)
	}
	return out, nil
}

// readCartForm takes the fields of the form: which product, and how many, one unless
// said otherwise.
func readCartForm(r *http.Request) (id string, quantity int, err error) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil ||
		kind != "application/x-www-form-urlencoded" {
		return "", 0, apperr.New(apperr.InvalidInput)
	}
	r.Body = serve.LimitBody(r, formLimit)
	if err := r.ParseForm(); err != nil {
		return "", 0, apperr.Wrap(apperr.InvalidInput, err)
	}
	id, quantity = r.PostForm.Get("productId"), 1
	if said := r.PostForm.Get("quantity"); said != "" {
		if quantity, err = strconv.Atoi(said); err != nil {
			return "", 0, apperr.Wrap(apperr.InvalidInput, err)
		}
	}
	if id == "" || quantity < 1 {
		return "", 0, apperr.New(apperr.InvalidInput)
	}
	return id, quantity, nil
}
