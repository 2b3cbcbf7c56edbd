package main

import (
	"fmt"
	"io"
	"strings"

	"dawa/internal/app/demo"
)

// The colours of a terminal.
const (
	bold  = "\x1b[1m"
	green = "\x1b[32m"
	faint = "\x1b[2m"
	plain = "\x1b[0m"
)

// whatToTry is what somebody who opens the demo for the first time may click.
var whatToTry = []string{
	"Search for panadol, for بنادول, or for what hurts: headache, سخونة",
	"Put something into the cart, sign in as layla and check out, in cash or with card 4242 4242 4242 4242",
	"Switch to العربية at the top",
	"Sign in as admin and open Admin in the account menu: orders, products, approvals",
	"Sign in as karim, who owns a store, and add a product to it",
}

// welcome says where the shop is; in a demo also who can sign in, where mail goes and what to try. A terminal gets
// colours and columns, a program lines that it can read.
func welcome(out io.Writer, address string, isDemo bool) {
	if !isTerminal(out) {
		fmt.Fprintf(out, "Dawa is open at %s\n", address)
		if isDemo {
			fmt.Fprintf(out, "Demo users: %s\nMail goes to %s/dev/mail\n", strings.Join(demo.Logins(), ", "), address)
		}
		return
	}
	fmt.Fprintf(out, "\n  %s%sDawa is open at %s%s\n", bold, green, address, plain)
	if isDemo {
		fmt.Fprint(out, demoGuide(address))
	}
	fmt.Fprintf(out, "\n  %sCtrl+C stops it.%s\n\n", faint, plain)
}

func demoGuide(address string) string {
	var guide strings.Builder
	fmt.Fprintf(&guide, "\n  %sPeople to sign in as%s\n", bold, plain)
	for _, login := range demo.Logins() {
		name, password, _ := strings.Cut(login, " / ")
		fmt.Fprintf(&guide, "    %s%-8s%s %s\n", green, name, plain, password)
	}
	fmt.Fprintf(&guide, "\n  %sWhat to try%s\n", bold, plain)
	for _, try := range whatToTry {
		fmt.Fprintf(&guide, "    • %s\n", try)
	}
	fmt.Fprintf(&guide, "\n  %sMail%s      %s/dev/mail\n  %sMoney%s     none moves: this is a sandbox\n",
		bold, plain, address, bold, plain)
	return guide.String()
}
