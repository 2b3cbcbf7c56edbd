package accounts_test

import (
	"os"
	"testing"

	"dawa/internal/testkit/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }
