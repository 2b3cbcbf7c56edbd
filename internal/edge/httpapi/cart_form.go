package httpapi

import (
	"mime"
	"net/http"
	"strconv"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/accounts"
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
	nameRoute(r, a.named(routeCartForm))
	out, err := a.cartForm(w, r)
	if err != nil {
		out = a.refuse(r, err)
	}
	a.write(w, r, out)
}

func (a *API) cartForm(w http.ResponseWriter, r *http.Request) (reply, error) {
	if err := a.origin.Check(r); err != nil {
		return reply{}, apperr.Wrap(apperr.CrossSite, err)
	}
	lane := a.lanes[LaneAccount]
	a.giveTime(w, r, lane)
	id, quantity, err := readCartForm(w, r)
	if err != nil {
		return reply{}, err
	}
	if err := a.enter(r.Context(), LaneAccount); err != nil {
		return reply{}, err
	}
	defer lane.leave()
	if x := exchangeOf(r.Context()); x != nil {
		x.limit.set(time.Now().Add(lane.Deadline))
	}
	who, err := a.actor(r)
	if err != nil {
		return reply{}, err
	}
	var cookie accounts.Cookie
	if who.SessionID == "" {
		var visitor accounts.Identity
		visitor, cookie = a.accounts.NewVisitor()
		who = Actor(visitor)
	}
	_, _, err = a.cart.Change(r.Context(), ownerOf(who), id, quantity)
	if err != nil && statusOf(apperr.CodeOf(err)) >= http.StatusInternalServerError {
		return reply{}, err
	}
	// What cannot be added, sold out meanwhile, is simply not in the cart that follows.
	out := reply{status: http.StatusSeeOther}
	out.set("Location", cartPath)
	out.noStore()
	if cookie.Value != "" {
		a.setSession(&out, cookie)
	}
	return out, nil
}

// readCartForm takes the fields of the form: which product, and how many, one unless
// said otherwise.
func readCartForm(w http.ResponseWriter, r *http.Request) (id string, quantity int, err error) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/x-www-form-urlencoded" {
		return "", 0, apperr.New(apperr.InvalidInput)
	}
	r.Body = http.MaxBytesReader(w, r.Body, formLimit)
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
