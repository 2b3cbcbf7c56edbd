package search

import "unicode/utf16"

func utf16Of(s string) []uint16      { return utf16.Encode([]rune(s)) }
func stringOf(units []uint16) string { return string(utf16.Decode(units)) }
