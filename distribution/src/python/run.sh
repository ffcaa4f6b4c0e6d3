#!/usr/bin/env bash
# Runs a program of a Python environment. Creates the environment if it does not match requirements.txt.
# run.sh ENVIRONMENT PROGRAM ARGUMENT…
set -euo pipefail

wanted=$(dirname "${BASH_SOURCE[0]}")/requirements.txt
environment=$1
program=$2
shift 2
if ! cmp -s "$wanted" "$environment/requirements.txt"; then
  rm -rf "$environment"
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet --disable-pip-version-check --requirement "$wanted"
  cp "$wanted" "$environment/requirements.txt"
fi
export NO_MKDOCS_2_WARNING=1 # Material's warning about its successor
PATH=$(cd "$environment/bin" && pwd):$PATH
exec "$program" "$@"
