package storetest

import (
	"os"
	"testing"

	"dawa/internal/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }
