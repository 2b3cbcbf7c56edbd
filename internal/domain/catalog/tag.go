package catalog

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
)

// Tag identifies what an answer says, for ETags and caches: it is the same for the same content, on every server
// and after every restart. It is cut from SHA-256, because sellers write much of the content and could find two
// texts with the same tag if it were a plain checksum.
type Tag [16]byte

// String is the tag in letters that an ETag may hold.
func (t Tag) String() string {
	var letters [22]byte // on the stack
	base64.RawURLEncoding.Encode(letters[:], t[:])
	return string(letters[:])
}

// number is a part of the tag, to add up.
func (t Tag) number() uint64 { return binary.LittleEndian.Uint64(t[:8]) }

// tagOf is the tag of some bytes.
func tagOf(content []byte) Tag {
	sum := sha256.Sum256(content)
	return Tag(sum[:len(Tag{})])
}
