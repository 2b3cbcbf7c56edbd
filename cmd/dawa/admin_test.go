package main

import (
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/app/operate"
	"dawa/internal/app/settings"
	"dawa/internal/domain/accounts"
)

func addUser(t *testing.T, dir, name string) {
	t.Helper()
	db, err := sqlstore.Open(t.Context(), dir, sqlstore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	service := accounts.New(accounts.Options{
		Store:     sqlstore.NewAccounts(db, sqlstore.AccountHooks{}),
		Passwords: accounts.NewPasswords(accounts.PasswordCost{MemoryKiB: 64, Passes: 1, Threads: 1}),
	})
	_, err = service.AddSeed(t.Context(), accounts.Seed{Registration: accounts.Registration{
		FullName: "Layla Haddad", Username: name, Phone: "03123456", Email: name + "@example.com",
		Password: "Zaatar4Manakish",
	}})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAdminCommand_GrantsListsAndRevokes(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	data := "--data=" + dir
	code, _, errs := command(t, "admin", "list", data)
	if code != 1 || !strings.HasPrefix(errs, "dawa: --data: there is no shop in") {
		t.Fatalf("without a shop: %d %q", code, errs)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("the command made a folder")
	}
	if _, err := operate.Migrate(t.Context(), settings.Storage{Data: dir}); err != nil {
		t.Fatal(err)
	}
	addUser(t, dir, "layla")
	addUser(t, dir, "maya")
	for _, c := range []struct {
		args      string
		code      int
		out, errs string
	}{
		{"list", 0, "", "There is no admin.\n"},
		{"grant nobody", 1, "", "dawa: there is no user \"nobody\"\n"},
		{"grant layla", 0, "layla is an admin now.\n", ""},
		{"grant LAYLA", 0, "LAYLA is an admin already.\n", ""},
		{"list", 0, "layla\n", ""},
		{"revoke layla", 1, "", "dawa: layla is the last admin: make another one first\n"},
		{"grant maya", 0, "maya is an admin now.\n", ""},
		{"revoke layla", 0, "layla is no admin any more.\n", ""},
		{"revoke layla", 0, "layla is no admin.\n", ""},
		{"reset-password nobody", 1, "", "dawa: there is no user \"nobody\"\n"},
		{
			"reset-password layla --base-url=shop.example", 1, "",
			"dawa: --base-url: \"shop.example\" must look like https://shop.example\n",
		},
		{"reset-second-step nobody", 1, "", "dawa: there is no user \"nobody\"\n"},
		{"reset-second-step layla", 0, "Two-factor is off for layla.\n", ""},
		{"reset-passkeys layla", 0, "layla has no passkeys.\n", ""},
		{"sign-out nobody", 1, "", "dawa: there is no user \"nobody\"\n"},
		{"sign-out layla", 0, "Sessions ended: 0\n", ""},
		{"sign-out --everyone", 0, "Sessions ended: 0\n", ""},
		{"sign-out", 1, "", "dawa: name a user, or say --everyone\n"},
	} {
		code, out, errs := command(t, append(append([]string{"admin"}, strings.Fields(c.args)...), data)...)
		if code != c.code || out != c.out || errs != c.errs {
			t.Errorf("admin %s: %d %q %q, want %d %q %q", c.args, code, out, errs, c.code, c.out, c.errs)
		}
	}
	_, first, said := command(t, "admin", "reset-password", "layla", data, "--base-url=https://shop.example")
	_, second, _ := command(t, "admin", "reset-password", "layla", data, "--listen=0.0.0.0:9999")
	if !strings.HasPrefix(first, "https://shop.example/resetpassword/") ||
		!strings.Contains(said, "once, for 30 minutes") {
		t.Errorf("the link is %q, with %q", first, said)
	}
	if !strings.HasPrefix(second, "http://localhost:9999/resetpassword/") || path.Base(first) == path.Base(second) {
		t.Errorf("the second link is %q", second)
	}
	if _, err := os.Stat(filepath.Join(dir, "keys")); err == nil {
		t.Error("a command left keys behind")
	}
}
