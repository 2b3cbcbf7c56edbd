package catalog

// Settle takes off what nobody means to write and then checks the product, for those who bring in
// many and write them by themselves. Code: InvalidFields.
func (p *Product) Settle() error {
	p.tidy()
	return p.Check()
}
