package app

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"dawa/internal/adapter/backup"
	"dawa/internal/app/operate"
	"dawa/internal/app/settings"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/cardvault"
	"dawa/internal/domain/media"
	"dawa/internal/edge/httpapi/wire"
)

// withKeyFiles gives a configuration a key ring in its data folder, where backups find it.
func withKeyFiles(t *testing.T, c Config) Config {
	t.Helper()
	c.CardKeys = ""
	if err := operate.NewCardRing(c.Storage); err != nil {
		t.Fatal(err)
	}
	return c
}

// backupKey makes a key that seals backups.
func backupKey(t *testing.T) *backup.Key {
	t.Helper()
	key, err := backup.NewKey()
	must(t, err)
	return key
}

// livedIn is a shop in which somebody has left something in every room, and its order.
func livedIn(t *testing.T, c Config) (*stock, wire.Order) {
	t.Helper()
	s := rehearsal(t, c)
	for _, width := range media.Widths { // the picture that a product names
		if err := s.storage.Blobs.Put(t.Context(), media.Key(strings.Repeat("a1", 16), width),
			[]byte("picture")); err != nil {
			t.Fatal(err)
		}
	}
	me := s.customer("layla")
	me.must("POST", "/api/user/add-card", cardWith("4242424242424242", "987", "Layla Haddad"))
	me.must("POST", "/api/user/add-address", `{"address":{"street":"Hamra","state":"Beirut","city":"Beirut",`+
		`"building":"Blue","floor":"2","extra_info":"بعد الصيدلية"}}`)
	me.must("PUT", "/api/user/addToWishlist", `{"productID":"item-08"}`)
	me.put("item-04", 2)
	order := me.mustBuy(byCard("4242424242424242"), "the only order")
	me.put("item-09", 1)
	s.visitor().put("item-13", 1)
	s.customer("karim").secure(&wrist{})
	return s, order
}

// remembers checks that a shop knows what livedIn left.
func remembers(t *testing.T, s *stock, order wire.Order) {
	t.Helper()
	me := s.visitor()
	me.signIn("layla")
	var got wire.OrderAnswer
	me.into(&got, "GET", "/api/order/"+order.Number, "")
	if again := got.Order; again.Total != order.Total || len(again.Products) != 1 {
		t.Errorf("the order came back as %+v", again)
	}
	if form := me.payment(); form.Last4 != "4242" || form.DecryptedCardName != "Layla Haddad" {
		t.Errorf("the card came back as %+v", form)
	}
	if n := me.cartLength(); n != 1 {
		t.Errorf("the cart came back with %d lines", n)
	}
	s.visitor().refused(http.StatusUnauthorized, apperr.CodeNeeded, "POST", "/api/user/login",
		`{"username":"karim","password":"`+testPassword+`"}`)
	for _, path := range []string{"/api/user/get-addresses", "/api/user/wishlist"} {
		if got := me.must("GET", path, ""); len(got) < 100 {
			t.Errorf("%s came back as %s", path, got)
		}
	}
}

func TestBackup_OfARunningShopRestoresTheSameShop(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		c = withKeyFiles(t, c)
		s, order := livedIn(t, c)
		key := backupKey(t)
		file := filepath.Join(t.TempDir(), "shop.backup")

		// People go on buying while the backup is made.
		var stop atomic.Bool
		busy := make(chan int)
		go func() {
			n := 0
			for p := s.visitor(); !stop.Load(); n++ {
				p.put("item-14", 1)
			}
			busy <- n
		}()
		killed, running := workFoldersOfOthers(t, c.Data, ".backup-")
		done, err := operate.MakeBackup(t.Context(), c.Storage, operate.BackupOptions{To: file, Key: key}, nil)
		stop.Store(true)
		if n := <-busy; n == 0 {
			t.Error("nobody bought anything meanwhile")
		}
		if err != nil {
			t.Fatal(err)
		}
		if !done.Manifest.Keys || done.Pictures != 3 || done.Manifest.Rows["orders"] != 1 ||
			done.Manifest.Rows["cards"] != 1 || done.Manifest.Rows["recovery_codes"] != 10 {
			t.Errorf("the backup holds %+v", done)
		}
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 || info.Size() != done.Bytes {
			t.Errorf("the file is %v, %v", info, err)
		}
		onlyTheRunningStays(t, killed, running)

		drills := t.TempDir()
		killed, running = workFoldersOfOthers(t, drills, "dawa-drill-")
		proved, err := operate.RestoreDrill(t.Context(), operate.RestoreOptions{From: file, Key: key, To: drills},
			Check)
		if err != nil || proved.Products != 40 || proved.Pictures != 3 || proved.Cards != 1 {
			t.Errorf("the drill says %+v, %v", proved, err)
		}
		onlyTheRunningStays(t, killed, running)

		restored := testConfig(t)
		restored.Data = filepath.Join(t.TempDir(), "restored")
		restored.CardKeys, restored.Payments = "", "sandbox"
		if _, err := operate.RestoreBackup(t.Context(),
			operate.RestoreOptions{From: file, Key: key, To: restored.Data}); err != nil {
			t.Fatal(err)
		}
		remembers(t, &stock{running: start(t, restored), client: s.client, t: t}, order)
	})
}

// workFoldersOfOthers makes two folders as work on a copy of a shop leaves them: one of a process that was killed and
// one of a process that still runs.
func workFoldersOfOthers(t *testing.T, parent, prefix string) (killed, running string) {
	t.Helper()
	killed, running = filepath.Join(parent, prefix+"1"), filepath.Join(parent, prefix+"2")
	for _, folder := range []string{killed, running} {
		must(t, os.Mkdir(folder, 0o700))
		must(t, os.WriteFile(filepath.Join(folder, "dawa.db"), []byte("a copy"), 0o600))
	}
	lock, err := os.Open(running)
	must(t, err)
	t.Cleanup(func() { _ = lock.Close() })
	must(t, syscall.Flock(int(lock.Fd()), syscall.LOCK_EX))
	return killed, running
}

// onlyTheRunningStays checks that what the killed process left is gone, and so is what the work itself made.
func onlyTheRunningStays(t *testing.T, killed, running string) {
	t.Helper()
	pattern := strings.TrimSuffix(killed, "1") + "*"
	if left, _ := filepath.Glob(pattern); !slices.Equal(left, []string{running}) {
		t.Errorf("of %s there is %v, only %s should be", pattern, left, running)
	}
}

func TestBackup_WithKeysMustBeSealedOrForced(t *testing.T) {
	t.Parallel()
	c := withKeyFiles(t, testConfig(t))
	livedIn(t, c)
	dir := t.TempDir()
	refused := func(how operate.BackupOptions, setting, words string) {
		t.Helper()
		_, err := operate.MakeBackup(t.Context(), c.Storage, how, nil)
		var bad *settings.Error
		if !errors.As(err, &bad) || bad.Setting != setting || !strings.Contains(bad.Problem, words) {
			t.Errorf("%+v: %v", how, err)
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("%+v left %v", how, left)
		}
	}
	refused(operate.BackupOptions{To: filepath.Join(dir, "b")}, "--key", "must not lie readable")
	refused(operate.BackupOptions{To: filepath.Join(dir, "missing", "b"), WithoutKeys: true}, "--to",
		"cannot be written")

	without := filepath.Join(t.TempDir(), "without")
	done, err := operate.MakeBackup(t.Context(), c.Storage, operate.BackupOptions{To: without, WithoutKeys: true}, nil)
	if err != nil || done.Manifest.Keys {
		t.Errorf("without keys: %+v, %v", done, err)
	}
	if proved, err := operate.RestoreDrill(t.Context(), operate.RestoreOptions{From: without, To: t.TempDir()},
		Check); err != nil || proved.Cards != -1 {
		t.Errorf("the drill without keys says %+v, %v", proved, err)
	}
	open := filepath.Join(t.TempDir(), "open")
	if done, err := operate.MakeBackup(t.Context(), c.Storage, operate.BackupOptions{To: open, KeysInClear: true},
		nil); err != nil || !done.Manifest.Keys {
		t.Errorf("keys in clear: %+v, %v", done, err)
	}
	if _, err := operate.MakeBackup(t.Context(), c.Storage, operate.BackupOptions{To: open, WithoutKeys: true},
		nil); err == nil {
		t.Error("a backup was written over another")
	}
}

func TestBackup_LeavesOutKeyFilesReplacedBySettings(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		given := c.CardKeys
		c = withKeyFiles(t, c) // as a shop that came from one folder has them
		c.CardKeys, c.Secret = given, strings.Repeat("one secret for all ", 3)
		livedIn(t, c)
		file := filepath.Join(t.TempDir(), "shop.backup")
		if done, err := operate.MakeBackup(t.Context(), c.Storage, operate.BackupOptions{To: file, Key: backupKey(t)},
			nil); err != nil || done.Manifest.Keys || !done.KeysElsewhere {
			t.Errorf("the backup holds %+v, %v", done, err)
		}
		open := filepath.Join(t.TempDir(), "open.backup")
		if _, err := operate.MakeBackup(t.Context(), c.Storage, operate.BackupOptions{To: open}, nil); err != nil {
			t.Errorf("without a key in it: %v", err)
		}
		if proved, err := operate.RestoreDrill(t.Context(),
			operate.RestoreOptions{From: open, To: t.TempDir(), CardKeys: given}, Check); err != nil ||
			proved.Cards != 1 || !proved.KeysGiven {
			t.Errorf("the drill with the setting's keys says %+v, %v", proved, err)
		}
		other, err := cardvault.AddKey("")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := operate.RestoreDrill(t.Context(),
			operate.RestoreOptions{From: open, To: t.TempDir(), CardKeys: other}, Check); err == nil ||
			!strings.Contains(err.Error(), "1 saved cards cannot be opened") {
			t.Errorf("the drill with other keys says %v", err)
		}
	})
}

func TestBackup_NamesAnUnreachableDatabase(t *testing.T) {
	t.Parallel()
	c := testConfig(t)
	c.Database = "postgres://nobody@127.0.0.1:1/dawa"
	if _, err := operate.MakeBackup(t.Context(), c.Storage, operate.BackupOptions{To: filepath.Join(t.TempDir(), "b")},
		nil); err == nil || !strings.HasPrefix(err.Error(), "--database: ") {
		t.Errorf("said %v", err)
	}
}

func TestRestore_DamagedBackupLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	c := withKeyFiles(t, testConfig(t))
	livedIn(t, c)
	key := backupKey(t)
	file := filepath.Join(t.TempDir(), "shop.backup")
	if _, err := operate.MakeBackup(t.Context(), c.Storage, operate.BackupOptions{To: file, Key: key},
		nil); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{
		"cut off": whole[:len(whole)-1], "changed": append(append([]byte{}, whole[:len(whole)/2]...),
			append([]byte{whole[len(whole)/2] ^ 1}, whole[len(whole)/2+1:]...)...), "something else": []byte("hello"),
	} {
		bad, to := filepath.Join(t.TempDir(), "bad"), filepath.Join(t.TempDir(), "data")
		if err := os.WriteFile(bad, content, 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := operate.RestoreBackup(t.Context(), operate.RestoreOptions{From: bad, Key: key, To: to})
		if !strings.Contains(err.Error(), "--from: the backup is damaged") {
			t.Errorf("%s: %v", name, err)
		}
		if left, _ := os.ReadDir(to); len(left) > 0 {
			t.Errorf("%s left %v", name, left)
		}
	}
	if _, err := operate.RestoreBackup(t.Context(),
		operate.RestoreOptions{From: file, Key: key, To: c.Data}); err == nil ||
		!strings.Contains(err.Error(), "is not empty") {
		t.Errorf("into the folder of a shop: %v", err)
	}
	if _, err := operate.RestoreBackup(t.Context(), operate.RestoreOptions{From: file, To: t.TempDir()}); err == nil ||
		!strings.Contains(err.Error(), "--key: the backup is encrypted") {
		t.Errorf("without the key: %v", err)
	}
}

func TestRestoreDrill_FindsMissingFiles(t *testing.T) {
	t.Parallel()
	c := withKeyFiles(t, testConfig(t))
	s, _ := livedIn(t, c)
	key := backupKey(t)
	restored := func() error {
		file := filepath.Join(t.TempDir(), "b")
		if _, err := operate.MakeBackup(t.Context(), c.Storage, operate.BackupOptions{To: file, Key: key},
			nil); err != nil {
			t.Fatal(err)
		}
		_, err := operate.RestoreDrill(t.Context(), operate.RestoreOptions{From: file, Key: key, To: t.TempDir()},
			Check)
		return err
	}
	if err := s.storage.Blobs.Delete(t.Context(), media.Key(strings.Repeat("a1", 16), 400)); err != nil {
		t.Fatal(err)
	}
	if err := restored(); err == nil || !strings.Contains(err.Error(), "lacks 1 pictures") {
		t.Errorf("without a picture: %v", err)
	}
	if err := s.storage.Blobs.Put(t.Context(), media.Key(strings.Repeat("a1", 16), 400),
		[]byte("picture")); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(c.CardRing()); err != nil {
		t.Fatal(err)
	}
	if err := operate.NewCardRing(c.Storage); err != nil {
		t.Fatal(err)
	}
	if err := restored(); err == nil || !strings.Contains(err.Error(), "1 saved cards cannot be opened") {
		t.Errorf("with the keys of another shop: %v", err)
	}
}

// The canary's flight goes on into the backups: no form of them holds what must not be kept.
func TestBackup_HoldsNoPersonalSecret(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		c = withKeyFiles(t, c)
		s, _ := livedIn(t, c)
		p := s.visitor()
		const password, cvv, number = "CanaryPass1word", "971", "4000056655665556"
		p.must("POST", "/api/user/register", `{"user":{"full_name":"Canary Person","username":"canaryuser",`+
			`"phone_nb":"03999888","email":"canary@example.com"},"password":"`+password+`"}`)
		session := strings.TrimPrefix(p.cookie, "dawa_session=s.")
		p.renew()
		p.call("POST", "/api/user/add-card", cardWith(number, cvv, "Canary Person"))
		p.put("item-03", 1)
		p.buy(`{"data":{`+toHamra+`,"payment":{"method":"card","card_name":"Canary Person","card_number":"`+number+
			`","cvv":"`+cvv+`","exp_date":"12/39"}}}`, "")
		key := backupKey(t)
		dir := t.TempDir()
		sealed, open := filepath.Join(dir, "sealed"), filepath.Join(dir, "open")
		for file, how := range map[string]operate.BackupOptions{sealed: {Key: key}, open: {WithoutKeys: true}} {
			how.To = file
			if _, err := operate.MakeBackup(t.Context(), c.Storage, how, nil); err != nil {
				t.Fatal(err)
			}
		}
		f, err := os.Open(open)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		var inside bytes.Buffer
		if _, err := backup.Read(f, nil, func(_ string, _ int64, content io.Reader) error {
			_, err := io.Copy(&inside, content)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		raw := bytes.Join([][]byte{mustRead(t, sealed), mustRead(t, open), inside.Bytes()}, []byte("\n"))
		for what, canary := range map[string]string{
			"password": password, "CVV of a card": `"` + cvv + `"`, "card number": number,
			"saved card": "4242424242424242", "session": session, "CSRF token": p.token,
		} {
			if bytes.Contains(raw, []byte(canary)) {
				t.Errorf("the %s is in a backup", what)
			}
		}
		if !bytes.Contains(inside.Bytes(), []byte("canary@example.com")) {
			t.Error("the test looks at the wrong place: not even the email is in the backup")
		}
		if bytes.Contains(mustRead(t, sealed), []byte("canary@example.com")) {
			t.Error("a sealed backup can be read")
		}
	})
}

func mustRead(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}
