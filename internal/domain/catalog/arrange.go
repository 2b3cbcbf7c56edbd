package catalog

// Arrange makes a Snapshot of products of any status, for lists that only some people see: a
// store's own view of what it sells and of what still waits for approval.
func Arrange(products []*Product, encode func(*Product) []byte) *Snapshot {
	words := newInterner()
	items := make([]*Item, 0, len(products))
	for _, p := range products {
		items = append(items, newItem(p, encoding{list: encode}, words))
	}
	return build(items)
}
