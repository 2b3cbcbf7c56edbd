package httpapi

import (
	"runtime"
	"time"

	"dawa/internal/edge/serve"
)

// The lanes (bulkheads) of the route table, from the one that is refused last under load to the first.
const (
	LaneCheckout serve.Lane = "checkout"
	LaneAccount  serve.Lane = "account"
	LaneUpload   serve.Lane = "upload"
	LaneAdmin    serve.Lane = "admin"
	LaneBrowse   serve.Lane = "browse"
	LaneSearch   serve.Lane = "search"
)

// DefaultLanes are the limits of a server on this machine. Catalogue reads cost microseconds of CPU, so few
// places carry many requests; the others wait for the database, so more places than cores are useful. Checkouts
// are never refused to shed load, and the account lane, which fills the carts, nearly never.
func DefaultLanes() map[serve.Lane]serve.LaneLimits {
	cores := runtime.GOMAXPROCS(0)
	return map[serve.Lane]serve.LaneLimits{
		LaneCheckout: {
			Places: 16 * cores, Queue: 64 * cores, Wait: 2 * time.Second,
			Deadline: 20 * time.Second, Body: 10 * time.Second, Shed: serve.ShedNever,
		},
		LaneAccount: {
			Places: 16 * cores, Queue: 32 * cores, Wait: time.Second,
			Deadline: 10 * time.Second, Body: 10 * time.Second, Shed: serve.ShedLast,
		},
		LaneUpload: {
			Places: 2 * cores, Queue: 4 * cores, Wait: 2 * time.Second,
			Deadline: 2 * time.Minute, Body: 2 * time.Minute, Shed: serve.ShedHalf,
		},
		LaneAdmin: {
			Places: 4 * cores, Queue: 8 * cores, Wait: 2 * time.Second,
			Deadline: 30 * time.Second, Body: 10 * time.Second, Shed: serve.ShedHalf,
		},
		LaneBrowse: {
			Places: 32 * cores, Queue: 64 * cores, Wait: 250 * time.Millisecond,
			Deadline: 5 * time.Second, Body: 5 * time.Second, Shed: serve.ShedFirst, QuietReads: true,
		},
		LaneSearch: {
			Places: 4 * cores, Queue: 16 * cores, Wait: 250 * time.Millisecond,
			Deadline: 3 * time.Second, Body: 5 * time.Second, Shed: serve.ShedFirst, QuietReads: true,
		},
	}
}
