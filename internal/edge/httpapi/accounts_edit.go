package httpapi

import (
	"context"
	"net/http"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/audit"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

func (a *API) updateAccount(r *http.Request) (serve.Reply, error) {
	var in wire.AccountUpdate
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	edit := accounts.Edit{
		FullName: in.User.FullName, Username: in.User.Username, Phone: in.User.PhoneNb,
		Email: in.User.Email, Marketing: in.User.MarketingEmails,
	}
	if in.Password != nil {
		edit.Password = *in.Password
	}
	user, mailed, err := a.accounts.Update(r.Context(), who.UserID, edit)
	if err != nil {
		return serve.Reply{}, err
	}
	code := "account_updated"
	if mailed {
		code = "account_updated_verify"
	}
	if mailed && user.PendingUnapproved {
		code = "account_updated_approve"
	}
	wired, err := a.toUser(r.Context(), user)
	if err != nil {
		return serve.Reply{}, err
	}
	return serve.NoStoreJSON(wire.SignedIn{
		Success: true, Code: code, Message: a.doneText(code), User: wired,
	})
}

func (a *API) setLanguage(r *http.Request) (serve.Reply, error) {
	var in wire.LanguageRequest
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	lang, ok := text.ParseLang(string(in.Language))
	if !ok {
		return serve.Reply{}, apperr.New(apperr.InvalidInput).WithFields(map[string]string{"language": serve.WrongType})
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	if err := a.accounts.SetLanguage(r.Context(), who.UserID, lang); err != nil {
		return serve.Reply{}, err
	}
	return a.done("saved"), nil
}

// exportAudit is how many entries of the audit log go into a user's own file.
const exportAudit = 1000

// exportAccount answers everything the shop stores about the user, as a file.
func (a *API) exportAccount(r *http.Request) (serve.Reply, error) {
	var in wire.PasswordRequest
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	if err := a.accounts.ConfirmExport(r.Context(), who.UserID, in.Password); err != nil {
		return serve.Reply{}, err
	}
	export, err := a.export(r.Context(), who)
	if err != nil {
		return serve.Reply{}, err
	}
	out, err := serve.JSON(http.StatusOK, export)
	out.NoStore()
	out.Set("Content-Disposition", `attachment; filename="dawa-account.json"`)
	return out, err
}

// export gathers the user's data from every service that stores some.
func (a *API) export(ctx context.Context, who Actor) (wire.AccountExport, error) {
	user, err := a.accounts.User(ctx, who.UserID)
	if err != nil {
		return wire.AccountExport{}, err
	}
	wired, err := a.toUser(ctx, user)
	if err != nil {
		return wire.AccountExport{}, err
	}
	sessions, err := a.accounts.Sessions(ctx, who.UserID)
	if err != nil {
		return wire.AccountExport{}, err
	}
	records, _, err := a.audit.Events(ctx, audit.Filter{UserID: who.UserID, Limit: exportAudit})
	if err != nil {
		return wire.AccountExport{}, err
	}
	step, err := a.accounts.TwoFactor(ctx, who.UserID)
	if err != nil {
		return wire.AccountExport{}, err
	}
	passkeys, err := a.accounts.PasskeysOf(ctx, who.UserID)
	if err != nil {
		return wire.AccountExport{}, err
	}
	wishes, err := a.exportWishlist(ctx, who.UserID)
	if err != nil {
		return wire.AccountExport{}, err
	}
	awaited, err := a.exportRestock(ctx, who.UserID)
	if err != nil {
		return wire.AccountExport{}, err
	}
	card, err := a.exportCard(ctx, who.UserID)
	if err != nil {
		return wire.AccountExport{}, err
	}
	bought, err := a.exportOrders(ctx, who.UserID)
	if err != nil {
		return wire.AccountExport{}, err
	}
	owned, err := a.exportStores(ctx, who.UserID)
	if err != nil {
		return wire.AccountExport{}, err
	}
	submitted, err := a.exportSubmitted(ctx, who.UserID)
	if err != nil {
		return wire.AccountExport{}, err
	}
	return wire.AccountExport{
		ExportedAt: a.now().UTC(), User: wired, Addresses: wired.Addresses, Cart: wired.Cart,
		Orders: bought, Wishlist: wishes, RestockAlerts: awaited, Stores: owned, Products: submitted, Card: card,
		Sessions: toSessions(sessions, who.SessionID), SecondStepSince: since(step),
		Passkeys: toPasskeys(passkeys), Audit: toAudit(records),
	}, nil
}

// changePassword asks for the current password; this browser goes on with a new session.
func (a *API) changePassword(r *http.Request) (serve.Reply, error) {
	in, from, err := decodeWithCaller[wire.ChangePasswordRequest](a, r)
	if err != nil {
		return serve.Reply{}, err
	}
	signedIn, err := a.accounts.ChangePassword(r.Context(), from, in.Password, in.NewPassword)
	if err != nil {
		return serve.Reply{}, err
	}
	return a.doneSignedIn("password_set", signedIn), nil
}

func (a *API) deleteAccount(r *http.Request) (serve.Reply, error) {
	var in wire.PasswordRequest
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	if err := a.accounts.Delete(r.Context(), who.UserID, in.Password); err != nil {
		return serve.Reply{}, err
	}
	out := a.done("account_deleted")
	a.dropSession(&out)
	clearSite(&out)
	return out, nil
}
