# What there is to do in this repository. `make` alone lists it.

.DEFAULT_GOAL := help
.PHONY: help play test web bench fuzz check-games

# Which game `make play` begins; without it you are asked.
GAME ?=
# How long `make fuzz` runs each target.
SECONDS_EACH ?= 60

help: ## list what there is to do
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

play: ## play in the terminal (GAME=raumschach begins that game)
	cargo run --release --package spielraum-cli -- play $(GAME)

test: ## run every test, and check every definition file
	@command -v cargo >/dev/null || { echo 'Rust is needed: https://rustup.rs'; exit 1; }
	cargo test --workspace

web: ## check, test and build the web client
	@command -v npm >/dev/null || { echo 'Node.js 20.19 or later is needed: https://nodejs.org'; exit 1; }
	cd web && npm ci && npm run check

check-games: ## check every definition file
	cargo run --quiet --package spielraum-cli -- check games/*.kdl

bench: ## measure nodes a second and loading times of every game
	cargo bench --package spielraum-cli

fuzz: ## fuzz definitions, positions and moves (SECONDS_EACH=60)
	fuzz/run $(SECONDS_EACH)
