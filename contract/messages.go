package contract

import "embed"

//go:embed messages/en.json messages/ar.json
var messageFiles embed.FS

// Messages is the catalogue of texts for a language tag ("en" or "ar"), as JSON.
func Messages(tag string) ([]byte, error) {
	return messageFiles.ReadFile("messages/" + tag + ".json")
}
