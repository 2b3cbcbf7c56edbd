package stores

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/roles"
)

// Sealer seals what only admins may read. What is sealed for one store and field does not open for another.
type Sealer interface {
	// Seal gives the sealed bytes and the id of the key.
	Seal(owner, field string, data []byte) (sealed []byte, key byte)
	Open(owner, field string, sealed []byte) ([]byte, error)
	// Active is the id of the key that seals now.
	Active() byte
}

// SealedLicence is a store's licence as it is stored.
type SealedLicence struct {
	StoreID string
	// Number and Document are sealed; empty is none.
	Number, Document []byte
	// Kind is the media type of the document.
	Kind  string
	KeyID byte
	// Version is the one that was read; zero is a licence that was not there.
	Version   int64
	UpdatedAt time.Time
}

// Licence is a store's licence, opened. Only admins see it.
type Licence struct {
	Number    string
	Document  []byte
	Kind      string
	UpdatedAt time.Time
}

// LicenceRecords stores licences.
type LicenceRecords interface {
	// Licence reads a store's licence; one that is not there is the zero value.
	Licence(ctx context.Context, storeID string) (SealedLicence, error)
	// LicenceNumbers reads the sealed numbers of stores, those that are there.
	LicenceNumbers(ctx context.Context, storeIDs []string) (map[string][]byte, error)
	// SaveLicence writes a licence over the version that it was made from and records who did. Code: Conflict.
	SaveLicence(ctx context.Context, licence SealedLicence, decision Decision) error
	// LicencesSealedWithOther gives licences that another key than this one seals, by store.
	LicencesSealedWithOther(ctx context.Context, keyID byte, afterStore string, limit int) ([]SealedLicence, error)
}

const (
	numberField   = "licence_no"
	documentField = "licence_document"
)

// documentKinds are the beginnings of the files that a document may be.
var documentKinds = []struct{ kind, begins string }{
	{"application/pdf", "%PDF-"}, {"image/jpeg", "\xff\xd8\xff"}, {"image/png", "\x89PNG\r\n\x1a\n"},
}

// SetLicenceDocument stores the document of a store's licence, sealed. Codes: StoreNotFound, Forbidden,
// DocumentType, Conflict.
func (s *Service) SetLicenceDocument(ctx context.Context, id string, who Actor, file []byte) (*Store, error) {
	store, err := s.records.Store(ctx, id)
	if err != nil {
		return nil, err
	}
	if !store.MayEdit(who) {
		return nil, store.refuse(who)
	}
	kind := ""
	for _, k := range documentKinds {
		if bytes.HasPrefix(file, []byte(k.begins)) {
			kind = k.kind
		}
	}
	if kind == "" {
		return nil, apperr.New(apperr.DocumentType)
	}
	err = s.changeLicence(ctx, id, Decision{By: who.UserID, Action: "licence_uploaded"}, func(l *Licence) {
		l.Document, l.Kind = file, kind
	})
	if err != nil {
		return nil, err
	}
	return s.records.Store(ctx, id)
}

// changeLicence opens a licence, changes it and seals it anew.
func (s *Service) changeLicence(ctx context.Context, id string, decision Decision, change func(l *Licence)) error {
	sealed, err := s.licences.Licence(ctx, id)
	if err != nil {
		return err
	}
	open, err := s.openLicence(sealed)
	if err != nil {
		open = Licence{} // its key is gone: the owner must not be stuck with it
	}
	change(&open)
	fresh := s.sealLicence(id, open, s.now())
	fresh.Version = sealed.Version
	if err := s.licences.SaveLicence(ctx, fresh, decision); err != nil {
		return fmt.Errorf("saving a licence: %w", err)
	}
	return nil
}

func (s *Service) sealLicence(storeID string, l Licence, now time.Time) SealedLicence {
	sealed := SealedLicence{StoreID: storeID, Kind: l.Kind, KeyID: s.sealer.Active(), UpdatedAt: now}
	if l.Number != "" {
		sealed.Number, sealed.KeyID = s.sealer.Seal(storeID, numberField, []byte(l.Number))
	}
	if len(l.Document) > 0 {
		sealed.Document, sealed.KeyID = s.sealer.Seal(storeID, documentField, l.Document)
	}
	return sealed
}

func (s *Service) openLicence(sealed SealedLicence) (l Licence, err error) {
	l.Kind, l.UpdatedAt = sealed.Kind, sealed.UpdatedAt
	if len(sealed.Number) > 0 {
		number, err := s.sealer.Open(sealed.StoreID, numberField, sealed.Number)
		if err != nil {
			return Licence{}, err
		}
		l.Number = string(number)
	}
	if len(sealed.Document) > 0 {
		if l.Document, err = s.sealer.Open(sealed.StoreID, documentField, sealed.Document); err != nil {
			return Licence{}, err
		}
	}
	return l, nil
}

// Licence opens a store's licence for an admin. Codes: Forbidden, StoreNotFound, DocumentNotFound when there is none
// or its key is gone.
func (s *Service) Licence(ctx context.Context, id string, who Actor) (Licence, error) {
	if !who.Roles.May(roles.SeeSealedLicence, roles.House) {
		return Licence{}, apperr.New(apperr.Forbidden)
	}
	if _, err := s.records.Store(ctx, id); err != nil {
		return Licence{}, err
	}
	sealed, err := s.licences.Licence(ctx, id)
	if err != nil {
		return Licence{}, err
	}
	licence, err := s.openLicence(sealed)
	if err != nil || licence.Number == "" && len(licence.Document) == 0 {
		return Licence{}, apperr.New(apperr.DocumentNotFound)
	}
	return licence, nil
}

// withNumbers adds the numbers of their licences to stores, for those who may see them.
func (s *Service) withNumbers(ctx context.Context, who Actor, found []Managed) error {
	if !who.Roles.May(roles.SeeSealedLicence, roles.House) {
		return nil
	}
	ids := make([]string, len(found))
	for i, m := range found {
		ids[i] = m.ID
	}
	sealed, err := s.licences.LicenceNumbers(ctx, ids)
	if err != nil {
		return err
	}
	for i, m := range found {
		open, err := s.openLicence(SealedLicence{StoreID: m.ID, Number: sealed[m.ID]})
		if err == nil { // one whose key is gone is shown as none
			found[i].LicenceNo = open.Number
		}
	}
	return nil
}

const rotateBatch = 20

// RotateLicences seals every licence that an older key sealed with the active one. It counts those that cannot be
// opened, which are left alone.
func (s *Service) RotateLicences(ctx context.Context) (broken int, err error) {
	after := ""
	for {
		found, err := s.licences.LicencesSealedWithOther(ctx, s.sealer.Active(), after, rotateBatch)
		if err != nil || len(found) == 0 {
			return broken, err
		}
		for _, sealed := range found {
			after = sealed.StoreID
			open, err := s.openLicence(sealed)
			if err != nil {
				broken++
				continue
			}
			fresh := s.sealLicence(sealed.StoreID, open, sealed.UpdatedAt)
			fresh.Version = sealed.Version
			err = s.licences.SaveLicence(ctx, fresh, Decision{})
			if errors.Is(err, context.Canceled) || err != nil && apperr.CodeOf(err) != apperr.Conflict {
				return broken, err
			}
		}
	}
}
