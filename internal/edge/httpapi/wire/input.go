package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// TextOrNumber is what was typed into a form: a JSON string as it is, a JSON number as its digits.
// What it means is for the rules to say, which also read Arabic digits.
type TextOrNumber string

// UnmarshalJSON accepts a string or a number and nothing else.
func (v *TextOrNumber) UnmarshalJSON(data []byte) error {
	data = bytes.TrimSpace(data)
	if len(data) > 0 && data[0] == '"' {
		var s string
		if err := json.Unmarshal(data, &s); err != nil {
			return err
		}
		*v = TextOrNumber(s)
		return nil
	}
	var n json.Number
	if err := json.Unmarshal(data, &n); err != nil || n == "" {
		return fmt.Errorf("want text or a number, not %s", kindOf(data))
	}
	*v = TextOrNumber(n)
	return nil
}

// YesNo is a tick box: a boolean, or the words yes and no that some forms send.
type YesNo bool

// UnmarshalJSON accepts a boolean, or one of "yes", "no", "true", "false".
func (v *YesNo) UnmarshalJSON(data []byte) error {
	switch string(bytes.TrimSpace(data)) {
	case `true`, `"true"`, `"yes"`:
		*v = true
	case `false`, `"false"`, `"no"`:
		*v = false
	default:
		return fmt.Errorf("want a boolean or yes or no, not %s", kindOf(data))
	}
	return nil
}

// ProductReference is the id of a product, sent alone or inside the product it belongs to.
type ProductReference string

// UnmarshalJSON accepts an id, or an object that has one as _id or id.
func (v *ProductReference) UnmarshalJSON(data []byte) error {
	data = bytes.TrimSpace(data)
	if len(data) > 0 && data[0] == '"' {
		var id string
		if err := json.Unmarshal(data, &id); err != nil {
			return err
		}
		*v = ProductReference(id)
		return nil
	}
	if len(data) == 0 || data[0] != '{' {
		return fmt.Errorf("want a product or its id, not %s", kindOf(data))
	}
	var product struct {
		UnderscoreID string `json:"_id"`
		ID           string `json:"id"`
	}
	if err := json.Unmarshal(data, &product); err != nil {
		return err
	}
	*v = ProductReference(product.ID)
	if product.ID == "" {
		*v = ProductReference(product.UnderscoreID)
	}
	return nil
}

// kindOf names a JSON value without repeating it: it may hold what nobody should read in a log.
func kindOf(data []byte) string {
	data = bytes.TrimSpace(data)
	if len(data) == 0 {
		return "nothing"
	}
	switch data[0] {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "text"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	}
	return "a number"
}
