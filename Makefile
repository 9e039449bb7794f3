# The project's commands. Each is a small script in scripts/; CONTRIBUTING.md describes them.
PREFIX ?= /usr/local
ARGS ?=

.PHONY: run test build install uninstall clean format lint soak tables

run:  ## install what is missing, build, start (ARGS="…" are passed on)
	@scripts/run.sh $(ARGS)

test:  ## everything that must hold
	@scripts/test.sh

build:  ## the program in release mode: .build/release/voice-translator
	@scripts/prepare.sh
	@scripts/build.sh

install:  ## the program and its engine below PREFIX
	@scripts/install.sh "$(PREFIX)"

uninstall:  ## remove what install put below PREFIX
	@scripts/uninstall.sh "$(PREFIX)"

clean:  ## what was built, and the virtual environments; models and recordings stay
	rm -rf .build engine/.venv Tests/.venv Tests/.venv-* Tests/Rigs/build

format:  ## rewrite the Swift sources in the project's style
	@scripts/format.sh

lint:  ## check the style of the Swift sources
	@scripts/lint.sh

soak:  ## the long runs
	@scripts/soak.sh

bench-%:  ## run Benchmarks/NAME, write Benchmarks/results/NAME.json
	@scripts/bench.sh "$*"

tables:  ## bring the tables in the pages up to date with Benchmarks/results
	@python3 scripts/tables.py
