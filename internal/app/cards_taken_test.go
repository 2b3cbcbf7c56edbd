package app

import (
	"testing"

	"dawa/internal/edge/page"
)

func TestCardsTaken_FollowsTheGateway(t *testing.T) {
	t.Parallel()
	account := Config{Payments: "mpgs://SHOP@gateway.example", PaymentsSecret: "secret"}
	for want, configs := range map[page.Cards][]Config{
		page.NoCards:     {{}, {Payments: "nonsense"}},
		page.CardsOnPage: {{Demo: true}, {Payments: "sandbox"}},
		page.CardsHosted: {{Demo: true, Payments: "sandbox-hosted"}, account},
	} {
		for _, c := range configs {
			if got := c.cardsTaken(); got != want {
				t.Errorf("--payments %q, demo %v: %q, want %q", c.Payments, c.Demo, got, want)
			}
		}
	}
}
