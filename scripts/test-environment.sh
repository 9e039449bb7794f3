# shellcheck shell=sh
# Sourced by what runs tests: installs what they need and builds the program; ends the caller where that fails.
scripts/prepare.sh packaging/debian-test.txt engine/debian-packages.txt
scripts/engine.sh --tests || [ $? -eq 3 ]
scripts/test-venv.sh
scripts/build.sh
