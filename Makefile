# What there is to do in this repository. `make` alone lists it.

.DEFAULT_GOAL := help
.PHONY: help format play site docs crates terminal test test-long problems test-browser test-newcomer test-web test-clients test-python test-wasm wheel web bench strength attack soak chaos proxies faults fuzz mutants coverage check-games audit sbom npm dist try-packages replication archive

# Which game `make terminal` begins; without it you are asked.
GAME ?=
# The file that `make mutants` changes; without it all of three crates.
FILE ?=
# What `make play` hands to the server (ARGS='--open --port 8080'), and `make test-browser` to Playwright.
ARGS ?=
# The crates that are published.
CRATES = geometry spec rules language catalogue nnue engine solve endgames draw
# Zig links wheels for older systems than this one.
WHEEL = PATH="$(CURDIR)/target/maturin/bin:$$PATH" CARGO_TARGET_DIR=$(CURDIR)/target/wheel-build maturin build --release --zig --out target/wheels
# How long `make fuzz` and `make test-long` run each fuzz target, and `make attack` each attack.
SECONDS_EACH ?= 60
# How long `make soak` goes on.
MINUTES ?= 15
# On how many positions of each game `make test-long` compares the two generators.
POSITIONS ?= 1000
# What is built to run on this machine may use all that its processor has. What is given away (wheel, site, containers)
# must not, nor is anything else built so.
NATIVE = RUSTFLAGS="$${RUSTFLAGS--C target-cpu=native}"

help: ## list what there is to do
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

format: ## format the Rust code, that of modules which macros declare too
	git ls-files -z '*.rs' | xargs -0 rustfmt --edition 2024 $(ARGS)

play: ## play in the browser: builds everything, starts the server, prints its address
	@command -v cargo >/dev/null || { echo 'Rust is needed: https://rustup.rs'; exit 1; }
	web/ready
	$(NATIVE) cargo run --release --package spielraum-cli -- serve $(ARGS)

site: ## build the site that needs no server, with the documentation: target/site, for any file host
	web/ready site

docs: ## build the site of the documentation: target/docs/index.html
	docs/site/build

terminal: ## play in the terminal (GAME=raumschach begins that game)
	$(NATIVE) cargo run --release --package spielraum-cli -- play $(GAME)

test: ## run every test: Rust, web client, other programs, Python package, browser
	@command -v cargo >/dev/null || { echo 'Rust is needed: https://rustup.rs'; exit 1; }
	web/ready
	cargo test --workspace
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=line test-web test-clients test-python test-wasm
	web/tests/e2e/run

test-long: ## run the tests that have no end for longer: agreement of the generators, deep perft, changed seeds
	POSITIONS=$(POSITIONS) SPIELRAUM_LONG=1 SPIELRAUM_FUZZ_SECONDS=$(SECONDS_EACH) cargo test --workspace

problems: ## solve the published chess problems that take too long for a test (ARGS=all: every one)
	$(NATIVE) cargo run --release --package spielraum-solve --example problems -- $(ARGS)

web: ## check, test and build the web client
	web/ready packages
	cd web && npm run check

test-browser: ## run the browser tests alone (ARGS=special-moves: those of one file)
	web/ready
	web/tests/e2e/run $(ARGS)

test-newcomer: ## visit the site as a newcomer in Firefox and WebKit (ARGS=webkit: in that one)
	web/tests/browsers/run $(ARGS)

test-web: ## test the modules of the web client alone, without a browser
	cd web && npm run --silent test

test-clients: ## let other programs drive the engine (python-chess)
	crates/cli/tests/clients/run

test-python: ## test the Python package alone (ARGS='-k pettingzoo': some of it)
	crates/python/tests/run $(ARGS)

test-wasm: ## compare the module for browsers with the same code natively
	crates/wasm/tests/run

crates: ## package the crates that are published, and build each from its package alone: target/package/*.crate
	cargo package --allow-dirty $(addprefix --package spielraum-,$(CRATES)) $(ARGS)

wheel: ## build the Python package for other machines: its source archive, and a wheel for each libc: target/wheels (ARGS='--target aarch64-unknown-linux-gnu': that one alone)
	rm -rf target/wheels
	python3 -m venv target/maturin
	target/maturin/bin/pip install --quiet --disable-pip-version-check 'maturin[zig]>=1.8,<2'
	target/maturin/bin/maturin sdist --manifest-path crates/python/Cargo.toml --out target/wheels
	$(WHEEL) $(or $(ARGS),--target x86_64-unknown-linux-gnu --compatibility manylinux2014)
	$(if $(ARGS),,rustup target add x86_64-unknown-linux-musl && $(WHEEL) --target x86_64-unknown-linux-musl --compatibility musllinux_1_2)

check-games: ## check every definition file
	cargo run --quiet --package spielraum-cli -- check $(filter-out games/lib/%,$(wildcard games/*/*.kdl))

bench: ## measure nodes a second and loading times of every game
	$(NATIVE) cargo bench --package spielraum-cli

strength: ## measure the engine's strength; takes hours (see docs/strength.md)
	docs/strength.sh

attack: ## attack a server on this machine, and measure an ordinary player beside it (SECONDS_EACH=60)
	$(NATIVE) cargo build --release --package spielraum-cli
	$(NATIVE) cargo run --release --package spielraum-loadtest --bin attack -- --seconds $(SECONDS_EACH)

soak: ## let mixed traffic go on at a modest rate, and report how the server's memory grows (MINUTES=15)
	$(NATIVE) cargo build --release --package spielraum-cli
	$(NATIVE) cargo run --release --package spielraum-loadtest --bin soak -- --minutes $(MINUTES)

chaos: ## stop, starve and confuse a server at full size: 20,000 running games, 10 s of SIGSTOP
	CHAOS=1 cargo test --package spielraum-cli --test it chaos -- --test-threads 1 --nocapture
	CHAOS=1 cargo test --package spielraum-server --test it slow_disk -- --nocapture
	@if [ "$$(id -u)" = 0 ]; then tests/half-open target/debug/spielraum; else echo 'not root: half-open sockets were not tried'; fi

archive: ## measure every page of the archive with 200,000 finished games, and the memory of games that were looked at
	$(NATIVE) cargo build --release --package spielraum-cli
	$(NATIVE) cargo run --release --package spielraum-loadtest --bin archive

proxies: ## try the configurations of ops/ with nginx, HAProxy and Caddy, those that are installed
	$(NATIVE) cargo build --release --package spielraum-cli
	ops/try-proxies target/release/spielraum

replication: ## let Litestream follow a server, and compare what it restores (LITESTREAM=the program)
	$(NATIVE) cargo build --release --package spielraum-cli --package spielraum-loadtest
	ops/try-litestream target/release/spielraum $(LITESTREAM)

faults: ## let the disk fail at each call, and the power too; writes the table of docs/reliability.md
	FAULTS=all UPDATE=1 cargo test --package spielraum-server --lib every_call -- --nocapture

fuzz: ## fuzz definitions, positions, moves and UCI (SECONDS_EACH=60)
	fuzz/run $(SECONDS_EACH)

mutants: ## change the code of play, rules and the server's domain, and list the changes that no test notices; takes days (FILE=crates/play/src/clock.rs: that file alone)
	cargo install --quiet --locked --root target/tools cargo-mutants@27.1.0
	@status=0; \
	mutants() { \
	    crate=$$1 files=$$2; shift 2; mkdir -p target/mutants/$$crate; \
	    target/tools/bin/cargo-mutants mutants --output target/mutants/$$crate --package spielraum-$$crate --file "$$files" $(ARGS) "$$@" || status=$$?; \
	}; \
	mutants play '$(or $(FILE),crates/play/src/**)'; \
	mutants server '$(or $(FILE),crates/server/src/domain/**)' -- --lib; \
	mutants rules '$(or $(FILE),crates/rules/src/**)' --test-package spielraum-rules,spielraum-catalogue,spielraum-oracle,spielraum-play; \
	exit $$status

coverage: ## measure which lines the Rust tests run: a table, and pages in target/coverage/html (ARGS='--package spielraum-play': one crate's tests)
	cargo install --quiet --locked --root target/tools cargo-llvm-cov@0.9.1
	target/tools/bin/cargo-llvm-cov llvm-cov clean --profraw-only
	target/tools/bin/cargo-llvm-cov llvm-cov --no-report $(or $(ARGS),--workspace)
	target/tools/bin/cargo-llvm-cov llvm-cov report --html --output-dir target/coverage
	target/tools/bin/cargo-llvm-cov llvm-cov report

audit: ## look for advisories on dependencies, and at their licences and sources (deny.toml)
	.ci/audit

sbom: ## list what the program and its web client are made of, as CycloneDX: target/sbom
	cargo install --quiet --locked --root target/tools cargo-sbom@0.10.0
	mkdir -p target/sbom
	target/tools/bin/cargo-sbom --cargo-package spielraum-cli --output-format cyclone_dx_json_1_6 >target/sbom/spielraum.cdx.json
	cd web && npm sbom --package-lock-only --omit dev --sbom-format cyclonedx >../target/sbom/web.cdx.json

npm: ## build the packages for npm, @spielraum/engine and @spielraum/board: target/npm
	rm -rf target/npm
	crates/wasm/npm/build
	web/packages/board/build

dist: ## build what is given away: archives, a Debian package, checksums, SBOM: target/dist (ARGS=v3: for processors with AVX2 alone)
	ops/dist $(ARGS)

try-packages: ## install each package in a bare Debian or an empty folder, and use it (ARGS=program: that one)
	ops/try-packages $(ARGS)
