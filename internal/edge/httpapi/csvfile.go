package httpapi

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"dawa/internal/domain/admin"
	"dawa/internal/edge/serve"
)

// exportPage is how many rows are read at a time for a file.
const exportPage = 200

// csvReply answers with a file that spreadsheets open, written while it is read. The byte-order mark lets them read
// Arabic. Name is its name without the day.
func csvReply(name string, day time.Time, head []string,
	rows func(ctx context.Context, write func(row []string) error) error) serve.Reply {
	out := serve.Reply{Status: http.StatusOK, ContentType: "text/csv; charset=utf-8"}
	out.Stream = func(ctx context.Context, to io.Writer) error {
		if _, err := io.WriteString(to, "\ufeff"); err != nil {
			return err
		}
		file := csv.NewWriter(to)
		if err := file.Write(head); err != nil {
			return err
		}
		if err := rows(ctx, file.Write); err != nil {
			return err
		}
		file.Flush()
		return file.Error()
	}
	out.NoStore()
	out.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="dawa-%s-%s.csv"`, name,
		day.In(admin.Beirut).Format(time.DateOnly)))
	return out
}

// limitExports counts the files that one person asks for.
func (a *API) limitExports(export handler) handler {
	return func(r *http.Request) (serve.Reply, error) {
		who, err := a.actor(r)
		if err != nil {
			return serve.Reply{}, err
		}
		if err := a.limiter.AllowExport(r.Context(), who.UserID); err != nil {
			return serve.Reply{}, err
		}
		return export(r)
	}
}

// inertCell keeps a spreadsheet from running what somebody typed as a formula.
func inertCell(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r\n＝＋－＠", []rune(cell)[0]) {
		return "'" + cell
	}
	return cell
}
