package accounts

import "strings"

// Device says in short which browser and system a User-Agent speaks of, such as
// "Firefox / Windows", or "" when it names none that we know. The full text, which can tell
// people apart, is not stored.
func Device(userAgent string) string {
	browser, system := firstOf(userAgent, browsers), firstOf(userAgent, systems)
	switch {
	case browser == "":
		return system
	case system == "":
		return browser
	}
	return browser + " / " + system
}

// Browsers name their ancestors too, so the order matters: the first that is found wins.
var browsers = [][2]string{
	{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"}, {"YaBrowser/", "Yandex"},
	{"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"}, {"CriOS/", "Chrome"}, {"Chrome/", "Chrome"},
	{"Chromium/", "Chromium"}, {"Safari/", "Safari"}, {"curl/", "curl"},
}

var systems = [][2]string{
	{"Windows", "Windows"}, {"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"},
	{"CrOS", "ChromeOS"}, {"Mac OS X", "macOS"}, {"Linux", "Linux"},
}

func firstOf(userAgent string, names [][2]string) string {
	for _, n := range names {
		if strings.Contains(userAgent, n[0]) {
			return n[1]
		}
	}
	return ""
}
