# Two commands matter to a newcomer: `make run` and `make test`. `make help` lists the rest.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# Node 24 comes with the npm packages; the machine's own Node only has to install them.
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)
export CGO_ENABLED := 0
# The same flags everywhere, so that build, tests and linters share what was compiled once.
export GOFLAGS := $(GOFLAGS) -trimpath -tags=nodynamic

GOLANGCI   := .tools/bin/golangci-lint
GOLANGCI_V := v2.14.0
# A real S3 server for the tests.
VERSITYGW   := .tools/bin/versitygw
VERSITYGW_V := v1.8.0

# Stripe's published API as a server; the adapter's requests are tried against it.
STRIPEMOCK   := .tools/bin/stripe-mock
STRIPEMOCK_V := v0.203.0
# Let's Encrypt's test authority, which gives the tests certificates.
PEBBLE   := .tools/bin/pebble
PEBBLE_V := v2.10.1
GO_BUILD   := go build -ldflags '-s -w'

WEB_SOURCES := $(shell find web/src web/public web/build contract -type f 2>/dev/null) \
	web/vite.config.ts web/vite.server.config.ts web/service-worker.js web/index.html package-lock.json

##@ Every day
.PHONY: run
run: build ## Build and start the shop with the demo catalogue at http://localhost:8080
	bin/dawa serve --demo --data data --listen 127.0.0.1:8080

.PHONY: test
test: node_modules/.installed $(GOLANGCI) $(VERSITYGW) $(STRIPEMOCK) $(PEBBLE) ## Everything: lint, types, Go on both engines, Vitest, contract, real Chromium
	tools/test.sh all

.PHONY: check
check: node_modules/.installed $(GOLANGCI) $(VERSITYGW) $(STRIPEMOCK) $(PEBBLE) ## The fast inner loop: lint, types, Go and Vitest, no browser
	tools/test.sh check

.PHONY: build
build: web/dist/.built ## Build the one static binary, bin/dawa, with the frontend inside
	$(GO_BUILD) -o bin/dawa ./cmd/dawa

.PHONY: dev
dev: build ## Vite with reload on http://localhost:5173 in front of the Go server
	bin/dawa serve --demo --data data --listen 127.0.0.1:8080 & server=$$!; \
	trap "kill $$server" EXIT; \
	cd web && vite

##@ Code
.PHONY: gen
gen: node_modules/.installed ## Write the Go and TypeScript types of contract/openapi.yaml anew
	tools/gen.sh

.PHONY: verify
verify: node_modules/.installed ## Fail when the generated types are stale
	tools/gen.sh --verify

.PHONY: fmt
fmt: node_modules/.installed ## Format Go and TypeScript
	gofmt -w $$(git ls-files '*.go')
	cd web && npm run --silent format
	cd e2e && npm run --silent format

.PHONY: lint
lint: node_modules/.installed $(GOLANGCI) ## Format check and linters, Go and TypeScript
	tools/test.sh lint

.PHONY: string
string: ## Add a text in both languages: make string key=cart.empty en="…" ar="…"
	node tools/add-string.mjs '$(key)' '$(en)' '$(ar)'

.PHONY: tools
tools: $(GOLANGCI) $(VERSITYGW) $(STRIPEMOCK) $(PEBBLE) ## Install what the tests and linters need besides npm

.PHONY: pictures
pictures: node_modules/.installed ## Render the pictures of demo products whose data changed
	tools/pictures/run.sh

.PHONY: architecture
architecture: ## Draw docs/architecture.svg from the code
	go run ./tools/architecture

.PHONY: audit
audit: node_modules/.installed ## Known vulnerabilities in what we build on
	tools/audit.sh

##@ Past one machine
.PHONY: cluster
cluster: build ## Three servers, a balancer, PostgreSQL on three nodes and an S3 store on this machine, until Ctrl-C
	tools/cluster.sh run

.PHONY: cluster-stop
cluster-stop: ## Stop what make cluster started
	tools/cluster.sh stop

##@ Long runs
.PHONY: race
race: $(VERSITYGW) $(STRIPEMOCK) $(PEBBLE) ## Go tests of every package under the race detector, in their short form (needs a C compiler)
	tools/test.sh race

.PHONY: faults
faults: ## Kills, cut connections, overload: the tables of docs/resilience.md at full size
	tools/faults.sh

.PHONY: bench
bench: build ## Budgets and growth curves, measured as ratios in one run
	bench/run.sh
	bench/paint/run.sh
	go test -tags nodynamic -run '^$$' -bench . -benchtime 1x -timeout 30m ./bench/writes
	go test -tags nodynamic -run '^$$' -bench OldShop -benchtime 1x -timeout 30m ./bench/orders
	go test -tags nodynamic -run '^$$' -bench . -benchtime 1x -timeout 30m ./bench/catalogue
	go test -tags nodynamic -run '^$$' -bench . -benchtime 1x -timeout 30m ./bench/search

.PHONY: bench-start
bench-start: ## The start with a million products: time, processor time and memory (fills a shop first, ten minutes)
	BENCH_READY=1000000 bench/run.sh

.PHONY: screenshots
screenshots: build node_modules/.installed ## Renew docs/screenshots in both languages and sizes
	cd e2e && CHROMIUM=$$(../tools/install-chromium.sh) SCREENSHOTS=1 playwright test

.PHONY: clean
clean: ## Remove what was built (not ./data)
	rm -rf bin web/dist e2e/test-results e2e/playwright-report

.PHONY: help
help: ## This list
	@awk 'BEGIN {FS = ":.*## "} /^##@/ {printf "\n%s\n", substr($$0, 5)} /^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# --- files ---------------------------------------------------------------------------------------

node_modules/.installed: package-lock.json package.json web/package.json e2e/package.json
	npm ci --no-audit --no-fund --loglevel=error
	touch $@

web/dist/.built: node_modules/.installed $(WEB_SOURCES)
	cd web && npm run --silent build
	touch $@

$(VERSITYGW):
	GOBIN=$(CURDIR)/.tools/bin GOFLAGS=-trimpath go install github.com/versity/versitygw/cmd/versitygw@$(VERSITYGW_V)

$(STRIPEMOCK):
	GOBIN=$(CURDIR)/.tools/bin GOFLAGS=-trimpath go install github.com/stripe/stripe-mock@$(STRIPEMOCK_V)

$(PEBBLE):
	GOBIN=$(CURDIR)/.tools/bin GOFLAGS=-trimpath go install github.com/letsencrypt/pebble/v2/cmd/pebble@$(PEBBLE_V)

$(GOLANGCI):
	GOBIN=$(CURDIR)/.tools/bin go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_V)
