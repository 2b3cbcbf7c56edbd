// Command architecture writes docs/architecture.svg: the layers of the Go packages and of web/src, with what each
// part imports. Everything but the one-line descriptions is read from the code.
//
//	go run ./tools/architecture        (make architecture)
package main

import (
	"fmt"
	"os"
)

const picture = "docs/architecture.svg"

func main() {
	if err := run("."); err != nil {
		fmt.Fprintln(os.Stderr, "architecture:", err)
		os.Exit(1)
	}
}

func run(root string) error {
	svg, err := drawing(root)
	if err != nil {
		return err
	}
	return os.WriteFile(picture, svg, 0o644) //nolint:gosec // a document that everybody may read
}

// drawing is the picture of the code under root.
func drawing(root string) ([]byte, error) {
	server, err := readGo(root)
	if err != nil {
		return nil, err
	}
	browser, err := readWeb(root)
	if err != nil {
		return nil, err
	}
	return render(server, browser), nil
}
