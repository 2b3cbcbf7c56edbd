package serve

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
)

// statuses says which HTTP status answers a code. A code that is missing here is
// a fault of ours and answers 500; a test keeps the list complete.
var statuses = map[apperr.Code]int{
	apperr.InvalidInput:       http.StatusBadRequest,
	apperr.InvalidFields:      http.StatusBadRequest,
	apperr.BadPage:            http.StatusBadRequest,
	apperr.BadLimit:           http.StatusBadRequest,
	apperr.BadSort:            http.StatusBadRequest,
	apperr.BadPriceRange:      http.StatusBadRequest,
	apperr.BadQuery:           http.StatusBadRequest,
	apperr.BadQuantity:        http.StatusBadRequest,
	apperr.TooLarge:           http.StatusRequestEntityTooLarge,
	apperr.UnsupportedType:    http.StatusBadRequest,
	apperr.MethodNotAllowed:   http.StatusMethodNotAllowed,
	apperr.NotFound:           http.StatusNotFound,
	apperr.Conflict:           http.StatusConflict,
	apperr.IdempotencyReused:  http.StatusUnprocessableEntity,
	apperr.IdempotencyInvalid: http.StatusBadRequest,
	apperr.RateLimited:        http.StatusTooManyRequests,
	apperr.Unavailable:        http.StatusServiceUnavailable,
	apperr.StorageFull:        http.StatusServiceUnavailable,
	apperr.Timeout:            http.StatusServiceUnavailable,
	apperr.Internal:           http.StatusInternalServerError,

	apperr.NotSignedIn:         http.StatusUnauthorized,
	apperr.SessionEnded:        http.StatusUnauthorized,
	apperr.AlreadySignedIn:     http.StatusConflict,
	apperr.Forbidden:           http.StatusForbidden,
	apperr.CSRF:                http.StatusForbidden,
	apperr.CrossSite:           http.StatusForbidden,
	apperr.WrongHost:           http.StatusMisdirectedRequest,
	apperr.LoginFailed:         http.StatusUnauthorized,
	apperr.UsernameTaken:       http.StatusConflict,
	apperr.EmailTaken:          http.StatusConflict,
	apperr.EmailNotRegistered:  http.StatusUnauthorized,
	apperr.EmailUnverified:     http.StatusConflict,
	apperr.PasswordCommon:      http.StatusBadRequest,
	apperr.PasswordWrong:       http.StatusForbidden,
	apperr.LinkInvalid:         http.StatusBadRequest,
	apperr.AccountNotUpdated:   http.StatusBadRequest,
	apperr.CodeNeeded:          http.StatusUnauthorized,
	apperr.WrongCode:           http.StatusUnauthorized,
	apperr.TwoFactorOn:         http.StatusConflict,
	apperr.TwoFactorNotBegun:   http.StatusConflict,
	apperr.EnrolmentNeeded:     http.StatusForbidden,
	apperr.TwoFactorRequired:   http.StatusForbidden,
	apperr.PasskeyRequired:     http.StatusForbidden,
	apperr.PasskeyRefused:      http.StatusForbidden,
	apperr.PasskeyExpired:      http.StatusConflict,
	apperr.PasskeyKnown:        http.StatusConflict,
	apperr.PasskeyLimit:        http.StatusConflict,
	apperr.PasskeysUnavailable: http.StatusConflict,
	apperr.LastAdmin:           http.StatusConflict,
	apperr.LastOwner:           http.StatusConflict,
	apperr.AlreadyMember:       http.StatusConflict,
	apperr.InvitationLimit:     http.StatusConflict,

	apperr.ProductNotFound:   http.StatusNotFound,
	apperr.CategoryNotFound:  http.StatusNotFound,
	apperr.BrandNotFound:     http.StatusNotFound,
	apperr.ProductUnlisted:   http.StatusConflict,
	apperr.ProductNotUpdated: http.StatusBadRequest,
	apperr.ProductChanged:    http.StatusConflict,
	apperr.ProductCodeTaken:  http.StatusConflict,
	apperr.OutOfStock:        http.StatusConflict,
	apperr.InStock:           http.StatusConflict,
	apperr.PrescriptionOnly:  http.StatusConflict,
	apperr.DiscountForbidden: http.StatusBadRequest,
	apperr.QuantityLimit:     http.StatusConflict,
	apperr.NotInCart:         http.StatusNotFound,
	apperr.CartFull:          http.StatusConflict,
	apperr.NotInWishlist:     http.StatusNotFound,
	apperr.WishlistFull:      http.StatusConflict,
	apperr.AddressNotFound:   http.StatusNotFound,
	apperr.AddressStale:      http.StatusConflict,
	apperr.AddressLimit:      http.StatusConflict,
	apperr.CardExists:        http.StatusConflict,
	apperr.CardNotFound:      http.StatusNotFound,
	apperr.CardNotUpdated:    http.StatusBadRequest,
	apperr.CardNotDeleted:    http.StatusBadRequest,
	apperr.CardUnreadable:    http.StatusConflict,

	apperr.CartEmpty:          http.StatusBadRequest,
	apperr.CartChanged:        http.StatusConflict,
	apperr.RateChanged:        http.StatusConflict,
	apperr.StockShort:         http.StatusConflict,
	apperr.OrderLimit:         http.StatusConflict,
	apperr.ForeignProduct:     http.StatusConflict,
	apperr.MedicineLimit:      http.StatusConflict,
	apperr.AddressMissing:     http.StatusBadRequest,
	apperr.CardMissing:        http.StatusBadRequest,
	apperr.CVVMissing:         http.StatusBadRequest,
	apperr.CardExpired:        http.StatusBadRequest,
	apperr.PaymentMethod:      http.StatusBadRequest,
	apperr.PaymentDeclined:    http.StatusBadRequest,
	apperr.PaymentTimeout:     http.StatusServiceUnavailable,
	apperr.PaymentUnavailable: http.StatusServiceUnavailable,
	apperr.PaymentPending:     http.StatusConflict,
	apperr.AttemptNotFound:    http.StatusNotFound,
	apperr.OrderNotFound:      http.StatusNotFound,
	apperr.RefundNotFound:     http.StatusNotFound,
	apperr.RefundImpossible:   http.StatusConflict,
	apperr.RefundTooMuch:      http.StatusConflict,
	apperr.ShiftNotFound:      http.StatusNotFound,
	apperr.ShiftExists:        http.StatusConflict,
	apperr.ShiftClosed:        http.StatusConflict,
	apperr.ShiftChanged:       http.StatusConflict,
	apperr.ShiftNotCounted:    http.StatusConflict,
	apperr.ShiftOrdersOut:     http.StatusConflict,
	apperr.ShiftOwn:           http.StatusForbidden,
	apperr.ShiftOrderTaken:    http.StatusConflict,
	apperr.ShiftOrderNotTaken: http.StatusConflict,
	apperr.ShiftOrderSettled:  http.StatusConflict,
	apperr.CourierInvalid:     http.StatusBadRequest,
	apperr.PayoutTooMuch:      http.StatusConflict,
	apperr.OrderTransition:    http.StatusConflict,
	apperr.OrderChanged:       http.StatusConflict,
	apperr.OrderAsking:        http.StatusConflict,
	apperr.OrderCallFirst:     http.StatusConflict,
	apperr.AnswerGiven:        http.StatusConflict,
	apperr.AnswerLinkInvalid:  http.StatusNotFound,
	apperr.UndoLate:           http.StatusConflict,
	apperr.OrderNotCancelable: http.StatusConflict,

	apperr.StoreNotFound:     http.StatusNotFound,
	apperr.StoreNotApproved:  http.StatusConflict,
	apperr.StoreLimit:        http.StatusConflict,
	apperr.PendingLimit:      http.StatusConflict,
	apperr.LicenceMissing:    http.StatusBadRequest,
	apperr.DocumentType:      http.StatusBadRequest,
	apperr.DocumentNotFound:  http.StatusNotFound,
	apperr.StatusInvalid:     http.StatusBadRequest,
	apperr.ImageType:         http.StatusBadRequest,
	apperr.ImageTooLarge:     http.StatusRequestEntityTooLarge,
	apperr.ImageDimensions:   http.StatusBadRequest,
	apperr.ImageBroken:       http.StatusBadRequest,
	apperr.ImageTooMany:      http.StatusBadRequest,
	apperr.ImageNotFound:     http.StatusNotFound,
	apperr.ImageBusy:         http.StatusServiceUnavailable,
	apperr.ImportInvalid:     http.StatusBadRequest,
	apperr.ImportNotFound:    http.StatusNotFound,
	apperr.ImportInProgress:  http.StatusConflict,
	apperr.ImportExpired:     http.StatusConflict,
	apperr.ImportEmpty:       http.StatusBadRequest,
	apperr.ImportEncoding:    http.StatusBadRequest,
	apperr.ImportHeader:      http.StatusBadRequest,
	apperr.ImportTooMany:     http.StatusRequestEntityTooLarge,
	apperr.ImportFailed:      http.StatusInternalServerError,
	apperr.PriceListFormat:   http.StatusBadRequest,
	apperr.PriceListTooMany:  http.StatusRequestEntityTooLarge,
	apperr.PriceListRow:      http.StatusBadRequest,
	apperr.PriceListNotFound: http.StatusNotFound,
	apperr.PriceListState:    http.StatusConflict,
	apperr.PriceListNothing:  http.StatusConflict,
	apperr.MessageNotFound:   http.StatusNotFound,
	apperr.AnalyticsRejected: http.StatusBadRequest,
	apperr.NoticeChanged:     http.StatusConflict,
	apperr.RateSuspicious:    http.StatusConflict,
}

// StatusOf is the HTTP status of a code.
func StatusOf(code apperr.Code) int {
	if s, ok := statuses[code]; ok {
		return s
	}
	return http.StatusInternalServerError
}

// Refuse turns an error into the one shape of a failed answer and logs what is
// ours to repair. Nothing else writes an error body.
func (s *Stack) Refuse(r *http.Request, err error) Reply {
	if errors.Is(err, ErrLaneFull) {
		return s.refuseLaneFull()
	}
	e := apperr.From(err)
	status := StatusOf(e.Code)
	s.report(r, e, status)
	if st := StateOf(r.Context()); st != nil {
		st.code = e.Code
	}
	s.metrics.refusals.WithLabelValues(string(e.Code)).Inc()

	body := map[string]any{
		"success": false,
		"code":    e.Code,
		"message": s.texts.T(text.English, "error."+string(e.Code), nil),
	}
	for key, value := range e.Details {
		if _, taken := body[key]; !taken && key != "errors" {
			body[key] = value
		}
	}
	if len(e.Fields) > 0 {
		body["errors"] = e.Fields
	}
	out := MustJSON(status, body)
	out.NoStore()
	wait := e.RetryAfter
	if wait == 0 && status == http.StatusServiceUnavailable {
		wait = time.Second
	}
	if wait > 0 {
		out.Set("Retry-After", strconv.Itoa(int((wait+time.Second-1)/time.Second)))
	}
	return out
}

func (s *Stack) report(r *http.Request, e *apperr.Error, status int) {
	if status < 500 || errors.Is(e, ErrLaneFull) {
		return
	}
	switch e.Code {
	case apperr.PaymentTimeout, apperr.PaymentPending, apperr.PaymentUnavailable:
		return // the payment gateway's fault, logged where it was met
	}
	if errors.Is(e, context.Canceled) && r.Context().Err() != nil {
		return // the client went away
	}
	s.log.LogAttrs(r.Context(), slog.LevelError, "request failed",
		slog.String("request", RequestID(r.Context())),
		slog.String("route", routeOf(r)),
		slog.String("code", string(e.Code)),
		slog.Any("cause", e.Cause))
}
