package app

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dawa/internal/app/settings"
	"dawa/internal/app/storage"
)

func good() Config {
	return Config{
		Storage:   settings.Storage{Data: "data"},
		Listen:    "127.0.0.1:8080",
		LogFormat: "text",
		LogLevel:  "info",
	}
}

func TestConfigCheck_NamesTheWrongSetting(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change  func(*Config)
		setting string
	}{
		"no data folder":            {func(c *Config) { c.Data = " " }, "--data"},
		"database of another kind":  {func(c *Config) { c.Database = "mysql://u:canary@h/db" }, "--database"},
		"database is no address":    {func(c *Config) { c.Database = "postgres://u:canary@[::1/db" }, "--database"},
		"database without a name":   {func(c *Config) { c.Database = "postgres://u:canary@host" }, "--database"},
		"media on something else":   {func(c *Config) { c.Media = "ftp://host" }, "--media"},
		"a bucket without a name":   {func(c *Config) { c.Media = "s3://?endpoint=http://host" }, "--media"},
		"a bucket at no address":    {func(c *Config) { c.Media = "s3://shop?endpoint=host" }, "--media"},
		"listen without a port":     {func(c *Config) { c.Listen = "localhost" }, "--listen"},
		"port too high":             {func(c *Config) { c.Listen = ":70000" }, "--listen"},
		"port is a word":            {func(c *Config) { c.Listen = ":http" }, "--listen"},
		"ops on the same port":      {func(c *Config) { c.OpsListen = c.Listen }, "--ops-listen"},
		"ops without a port":        {func(c *Config) { c.OpsListen = "here" }, "--ops-listen"},
		"open without an address":   {func(c *Config) { c.Listen = "0.0.0.0:8080" }, "--base-url"},
		"http on the open network":  {func(c *Config) { c.BaseURL = "http://shop.example" }, "--base-url"},
		"base url without a scheme": {func(c *Config) { c.BaseURL = "shop.example" }, "--base-url"},
		"base url with a path":      {func(c *Config) { c.BaseURL = "https://shop.example/shop" }, "--base-url"},
		"base url with a user":      {func(c *Config) { c.BaseURL = "https://me@shop.example" }, "--base-url"},
		"the demo on the network":   {func(c *Config) { c.Demo = true; c.Listen = "0.0.0.0:8080" }, "--demo"},
		"mail by carrier pigeon":    {func(c *Config) { c.SMTP = "pigeon://u:canary@host" }, "--smtp"},
		"mail without a host":       {func(c *Config) { c.SMTP = "smtp://" }, "--smtp"},
		"proxies are no networks":   {func(c *Config) { c.TrustedProxies = "10.0.0.0/8, home" }, "--trusted-proxies"},
		"a pharmacist's name":       {func(c *Config) { c.PharmacistPhone = "Maya" }, "--pharmacist-phone"},
		"a number of no country":    {func(c *Config) { c.PharmacistWhatsApp = "70123456" }, "--pharmacist-whatsapp"},
		"a domain without a dot":    {func(c *Config) { c.TLSDomain = "shop" }, "--tls-domain"},
		"a domain and http": {func(c *Config) {
			c.TLSDomain, c.BaseURL = "shop.example", "http://localhost"
		}, "--base-url"},
		"a domain of another's": {func(c *Config) {
			c.TLSDomain, c.BaseURL = "shop.example", "https://other.example"
		}, "--base-url"},
		"HTTPS without a port": {func(c *Config) {
			c.TLSDomain, c.BaseURL, c.TLSListen = "shop.example", "https://shop.example", "here"
		}, "--tls-listen"},
		"an authority without TLS": {func(c *Config) {
			c.TLSDomain, c.BaseURL, c.TLSListen = "shop.example", "https://shop.example", ":443"
			c.TLSDirectory = "http://ca.example"
		}, "--tls-directory"},
		"log format": {func(c *Config) { c.LogFormat = "xml" }, "--log-format"},
		"log level":  {func(c *Config) { c.LogLevel = "loud" }, "--log-level"},
	} {
		t.Run(name, func(t *testing.T) {
			config := good()
			c.change(&config)
			err := config.Check()
			var wrong *settings.Error
			if !errors.As(err, &wrong) || wrong.Setting != c.setting {
				t.Fatalf("got %v, want a complaint about %s", err, c.setting)
			}
			if strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "canary") {
				t.Errorf("message is %q", err)
			}
		})
	}
}

func TestConfigCheck_AcceptsGoodSettings(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*Config){
		"as shipped":          func(*Config) {},
		"demo on the network": func(c *Config) { c.Demo = true; c.DemoPublic = true; c.Listen = ":8080" },
		"production":          func(c *Config) { c.Listen = ":8080"; c.BaseURL = "https://shop.example/" },
		"behind localhost":    func(c *Config) { c.BaseURL = "http://localhost:3000" },
		"PostgreSQL":          func(c *Config) { c.Database = "postgres://u:p@host:5432/dawa?sslmode=require" },
		"balancer and ops": func(c *Config) {
			c.TrustedProxies = "10.0.0.0/8, ::1"
			c.OpsListen = "127.0.0.1:9090"
		},
		"mail with a password":   func(c *Config) { c.SMTP = "smtps://u:p@host:465" },
		"any free port, twice":   func(c *Config) { c.Listen = "127.0.0.1:0"; c.OpsListen = "127.0.0.1:0" },
		"pictures in a folder":   func(c *Config) { c.Media = "/srv/media" },
		"pictures in a bucket":   func(c *Config) { c.Media = "s3://shop?endpoint=http://127.0.0.1:9000&region=eu" },
		"log lines for machines": func(c *Config) { c.LogFormat = "json"; c.LogLevel = "debug" },
	} {
		config := good()
		change(&config)
		if err := config.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestBaseURL_IsConfiguredOrOwnAddress(t *testing.T) {
	t.Parallel()
	const bound = "0.0.0.0:4321"
	for _, c := range []struct{ base, listen, want string }{
		{"https://shop.example/", ":8080", "https://shop.example"},
		{"", "127.0.0.1:0", "http://localhost:4321"},
		{"", ":0", "http://localhost:4321"},
		{"", "0.0.0.0:0", "http://localhost:4321"},
		{"", "192.0.2.7:0", "http://192.0.2.7:4321"},
	} {
		config := good()
		config.BaseURL, config.Listen = c.base, c.listen
		if got := settings.PublicURL(config.BaseURL, config.Listen, bound); got != c.want {
			t.Errorf("%+v: got %s", c, got)
		}
	}
}

func TestOpen_RefusesASecondServerOnAFolder(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "new", "data")
	first, err := storage.LockFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	_, err = storage.LockFolder(dir)
	if !errors.Is(err, storage.ErrInUse) || !strings.HasPrefix(err.Error(), "--data: ") {
		t.Fatalf("second lock: %v", err)
	}
	if err := first.Release(); err != nil {
		t.Fatal(err)
	}
	again, err := storage.LockFolder(dir)
	if err != nil {
		t.Fatalf("after the first let go: %v", err)
	}
	if err := again.Release(); err != nil {
		t.Fatal(err)
	}
}

func TestServe_RefusesAnUnwritableFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, filepath.Join(file, "below")} {
		_, err := storage.LockFolder(path)
		var wrong *settings.Error
		if !errors.As(err, &wrong) || wrong.Setting != "--data" {
			t.Errorf("%s: %v", path, err)
		}
	}
	if got, _ := os.ReadFile(file); string(got) != "mine" {
		t.Error("the file was touched")
	}
}
