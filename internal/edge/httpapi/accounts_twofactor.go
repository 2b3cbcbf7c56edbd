package httpapi

import (
	"fmt"
	"net/http"
	"time"

	"rsc.io/qr"

	"dawa/internal/domain/accounts"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

func (a *API) getTwoFactor(r *http.Request) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	step, err := a.accounts.TwoFactor(r.Context(), who.UserID)
	if err != nil {
		return serve.Reply{}, err
	}
	return serve.NoStoreJSON(wire.TwoFactor{
		Success: true, On: !step.Since.IsZero(), Since: since(step), RecoveryCodesLeft: step.CodesLeft,
		Required: step.Required, Enrolment: step.Enrolment,
	})
}

// since is from when on two-factor is on, nil when it is off.
func since(step accounts.TwoFactorState) *time.Time {
	if step.Since.IsZero() {
		return nil
	}
	return &step.Since
}

func (a *API) beginTwoFactor(r *http.Request) (serve.Reply, error) {
	var in wire.TwoFactorBeginRequest
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	secret, uri, err := a.accounts.BeginTwoFactor(r.Context(), who.UserID, in.Password, valueOf(in.Enrolment))
	if err != nil {
		return serve.Reply{}, err
	}
	rows, err := qrRows(uri)
	if err != nil {
		return serve.Reply{}, err
	}
	return serve.NoStoreJSON(wire.TwoFactorBegun{Success: true, Secret: secret, URI: uri, Qr: rows})
}

// qrRows draws a text as a QR code: a row of 0 and 1 for each line of it.
func qrRows(text string) ([]string, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return nil, fmt.Errorf("drawing a QR code: %w", err)
	}
	rows := make([]string, code.Size)
	for y := range rows {
		row := make([]byte, code.Size)
		for x := range row {
			row[x] = '0'
			if code.Black(x, y) {
				row[x] = '1'
			}
		}
		rows[y] = string(row)
	}
	return rows, nil
}

// confirmTwoFactor answers the recovery codes; this browser goes on with a new session.
func (a *API) confirmTwoFactor(r *http.Request) (serve.Reply, error) {
	in, from, err := decodeWithCaller[wire.TwoFactorConfirmRequest](a, r)
	if err != nil {
		return serve.Reply{}, err
	}
	codes, signedIn, err := a.accounts.ConfirmTwoFactor(r.Context(), from, in.Code)
	if err != nil {
		return serve.Reply{}, err
	}
	out, err := serve.JSON(http.StatusOK, wire.TwoFactorConfirmed{Success: true, RecoveryCodes: codes})
	out.NoStore()
	a.setSignedIn(&out, signedIn)
	return out, err
}

func (a *API) endTwoFactor(r *http.Request) (serve.Reply, error) {
	in, from, err := decodeWithCaller[wire.TwoFactorEndRequest](a, r)
	if err != nil {
		return serve.Reply{}, err
	}
	signedIn, err := a.accounts.EndTwoFactor(r.Context(), from, in.Password, in.Code)
	if err != nil {
		return serve.Reply{}, err
	}
	return a.doneSignedIn("second_step_off", signedIn), nil
}

// renewRecoveryCodes answers ten new codes; the session stays.
func (a *API) renewRecoveryCodes(r *http.Request) (serve.Reply, error) {
	in, from, err := decodeWithCaller[wire.TwoFactorEndRequest](a, r)
	if err != nil {
		return serve.Reply{}, err
	}
	codes, err := a.accounts.RenewRecoveryCodes(r.Context(), from.UserID, in.Password, in.Code)
	if err != nil {
		return serve.Reply{}, err
	}
	return serve.NoStoreJSON(wire.TwoFactorConfirmed{Success: true, RecoveryCodes: codes})
}
