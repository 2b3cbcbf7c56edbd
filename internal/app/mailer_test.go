package app

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"dawa/internal/adapter/mail"
)

func TestCheckMail_TellsAtStartWhatHoldsUpEveryEmail(t *testing.T) {
	t.Parallel()
	server, err := mail.NewSMTP("smtp://127.0.0.1:1", mail.SMTPOptions{Domain: "shop.example"})
	must(t, err)
	var log bytes.Buffer
	shop := &App{log: slog.New(slog.NewTextHandler(&log, nil))}
	shop.checkMail(t.Context(), server)
	said := log.String()
	if !strings.Contains(said, "mail cannot be sent") || !strings.Contains(said, "cannot be reached") {
		t.Errorf("the log says %q", said)
	}
}
