package httpapi

import (
	"net/http"
	"runtime"
	"time"

	"dawa/internal/base/bulkhead"
	"dawa/internal/edge/serve"
)

// The lanes (bulkheads) of the route table, from the one that is refused last under load to the first.
const (
	LaneCheckout serve.Lane = "checkout"
	LaneAccount  serve.Lane = "account"
	LaneUpload   serve.Lane = "upload"
	LaneImport   serve.Lane = "import"
	LaneAdmin    serve.Lane = "admin"
	LaneRead     serve.Lane = "read"
	LaneBrowse   serve.Lane = "browse"
	LaneSearch   serve.Lane = "search"
)

// uploadMemory bounds the uploads that are in memory at the same time, in bytes: those that arrive and those that
// wait. One client may take a quarter of it, which is more than a product with all its pictures.
const uploadMemory = 256 << 20

// client says whom a request is counted for in a lane. Reads of the catalogue look at no cookie.
func (a *API) client(r *http.Request, lane serve.Lane) bulkhead.Client {
	c := bulkhead.Client{Network: bulkhead.NetworkOf(serve.ClientIP(r, a.proxies))}
	if lane != LaneRead && lane != LaneBrowse && lane != LaneSearch {
		c.Session = a.stack.ClientHash(a.cookies().read(r, sessionCookie))
	}
	return c
}

// DefaultLanes are the limits of a server on this machine. Catalogue reads cost microseconds of CPU, so few
// places carry many requests; the others wait for the database, so more places than cores are useful. Checkouts
// are never refused to shed load, and the account lane, which fills the carts, nearly never; their queues are long
// enough for one user's part to hold what somebody sends who presses a button often.
func DefaultLanes() map[serve.Lane]serve.LaneLimits {
	cores := runtime.GOMAXPROCS(0)
	return map[serve.Lane]serve.LaneLimits{
		LaneCheckout: {
			Places: 16 * cores, Queue: 160 * cores, Wait: 2 * time.Second,
			Deadline: 20 * time.Second, Body: 10 * time.Second, Shed: serve.ShedNever,
		},
		LaneAccount: {
			Places: 16 * cores, Queue: 128 * cores, Wait: time.Second,
			Deadline: 10 * time.Second, Body: 10 * time.Second, Shed: serve.ShedLast,
		},
		// Bodies of uploads are read before they take a place, within uploadMemory. One browser sends all the
		// pictures of a product at once, so a client's share of the queue has room for them.
		LaneUpload: {
			Places: 2 * cores, Queue: 32 * cores, Wait: 10 * time.Second,
			Deadline: 2 * time.Minute, Body: 2 * time.Minute, Shed: serve.ShedHalf,
		},
		// Files of products go to the disk as they arrive, which takes the place for as long.
		LaneImport: {
			Places: 4, Queue: 4, Wait: 2 * time.Second,
			Deadline: 2 * time.Minute, Body: 2 * time.Minute, Shed: serve.ShedHalf,
		},
		LaneAdmin: {
			Places: 4 * cores, Queue: 8 * cores, Wait: 2 * time.Second,
			Deadline: 30 * time.Second, Body: 10 * time.Second, Shed: serve.ShedHalf,
		},
		LaneRead: {
			Places: 32 * cores, Queue: 64 * cores, Wait: 250 * time.Millisecond,
			Deadline: 5 * time.Second, Body: 5 * time.Second, Shed: serve.ShedFirst, QuietReads: true,
		},
		// Lists and searches read memory alone: they wait for nothing that a deadline could end.
		LaneBrowse: {
			Places: 32 * cores, Queue: 64 * cores, Wait: 250 * time.Millisecond,
			Body: 5 * time.Second, Shed: serve.ShedFirst, QuietReads: true,
		},
		LaneSearch: {
			Places: 4 * cores, Queue: 16 * cores, Wait: 250 * time.Millisecond,
			Body: 5 * time.Second, Shed: serve.ShedFirst, QuietReads: true,
		},
	}
}
