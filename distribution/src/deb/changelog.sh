#!/bin/bash
# Writes the compressed change log that Debian's policy requires; it refers to CHANGELOG.md.
# changelog.sh VERSION MAINTAINER TIME FILE
set -euo pipefail
version=${1/-SNAPSHOT/~snapshot}
date=$(LC_ALL=C date --utc --rfc-email --date="$3")
mkdir -p "$(dirname "$4")"
gzip --best --no-name >"$4" <<END
dharch ($version) unstable; urgency=medium

  * Release; what has changed stands in CHANGELOG.md beside this file.

 -- $2  $date
END
