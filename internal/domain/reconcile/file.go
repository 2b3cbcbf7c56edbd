package reconcile

import (
	"encoding/csv"
	"strings"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/payments"
)

// The names that gateways give to the columns we need, in lower case without spaces, dots and underscores.
var (
	keyColumns      = []string{"orderid", "clientreferenceid", "orderreference", "merchantreference", "reference"}
	amountColumns   = []string{"amount", "totalcapturedamount", "capturedamount", "gross", "orderamount"}
	refundColumns   = []string{"refunded", "totalrefundedamount", "refundedamount", "amountrefunded"}
	currencyColumns = []string{"currency", "ordercurrency"}
)

// maxRows bounds what is read of a file.
const maxRows = 50_000

// readFile reads a gateway's settlement file: one payment a line, or several lines that add up. A file that cannot
// be read is InvalidFields.
func readFile(text string) (map[string]payments.Payment, []string, error) {
	bad := apperr.Invalid(map[string]string{"file": "settlement_file"})
	reader := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\ufeff")))
	reader.FieldsPerRecord, reader.TrimLeadingSpace = -1, true
	if head, _, _ := strings.Cut(text, "\n"); strings.Count(head, ";") > strings.Count(head, ",") {
		reader.Comma = ';'
	}
	rows, err := reader.ReadAll()
	if err != nil || len(rows) < 2 || len(rows) > maxRows {
		return nil, nil, bad
	}
	key, amount := column(rows[0], keyColumns), column(rows[0], amountColumns)
	refund, currency := column(rows[0], refundColumns), column(rows[0], currencyColumns)
	if key < 0 || amount < 0 || currency < 0 {
		return nil, nil, bad
	}
	found, order := map[string]payments.Payment{}, []string{}
	for _, row := range rows[1:] {
		if len(row) <= max(key, amount, refund, currency) {
			return nil, nil, bad
		}
		name := strings.TrimSpace(row[key])
		p, known := found[name]
		if !known {
			order = append(order, name)
		}
		sum, back, err := amounts(row, amount, refund)
		if name == "" || err != nil {
			return nil, nil, bad
		}
		p.Outcome, p.Currency = payments.Approved, strings.ToUpper(strings.TrimSpace(row[currency]))
		p.Captured += sum
		p.Refunded += back
		p.Amount = p.Captured
		found[name] = p
	}
	return found, order, nil
}

// amounts reads what a line took and gave back; a negative amount is a refund.
func amounts(row []string, amount, refund int) (taken, back money.Cents, err error) {
	text := strings.TrimSpace(row[amount])
	if less, negative := strings.CutPrefix(text, "-"); negative {
		back, err = money.Parse(less)
		return 0, back, err
	}
	if taken, err = money.Parse(text); err != nil || refund < 0 || strings.TrimSpace(row[refund]) == "" {
		return taken, 0, err
	}
	back, err = money.Parse(strings.TrimPrefix(strings.TrimSpace(row[refund]), "-"))
	return taken, back, err
}

// column finds a column by one of its names; -1 is none.
func column(head, names []string) int {
	for _, name := range names {
		for i, cell := range head {
			if plain := strings.NewReplacer(" ", "", ".", "", "_", "").Replace(strings.ToLower(cell)); plain == name {
				return i
			}
		}
	}
	return -1
}
