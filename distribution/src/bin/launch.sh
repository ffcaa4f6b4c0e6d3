# shellcheck shell=bash
# Finds Java and chooses the JVM options, for ./dharch and the installed bin/dharch.
# Sourced with the command line as arguments.

launch=$(dirname "${BASH_SOURCE[0]}")

fail() {
  echo "dharch: $*" >&2
  exit 2
}

# Java encodes file names by the locale; C and POSIX have ASCII only
case $(locale charmap 2>/dev/null || true) in
  ANSI_X3.4-1968 | US-ASCII | '') export LC_ALL=C.UTF-8 ;;
esac

command= # options may precede it
for each in "$@"; do
  case $each in
    --trace) DHARCH_TRACE=1 ;;
    -*) ;;
    *) command=${command:-$each} ;;
  esac
done

# find_java WHAT: sets java; WHAT (JDK or JRE) is named in the error message
find_java() {
  if [ -n "${JAVA_HOME:-}" ]; then
    java="$JAVA_HOME/bin/java"
    [ -x "$java" ] || fail "JAVA_HOME must be a $1 17 or newer or unset (got '$JAVA_HOME', which has no bin/java)"
  else
    java=$(command -v java) || fail "Java not found; install a $1 17 or newer, or set JAVA_HOME"
  fi
  local version
  java_home=$(dirname "$(dirname "$(readlink -f "$java")")")
  java_version=$(sed -n 's/^JAVA_VERSION="\(.*\)".*/\1/p' "$java_home/release" 2>/dev/null || true)
  version=${java_version#1.}
  version=${version%%[!0-9]*}
  [ "${version:-17}" -ge 17 ] || fail "Java must be version 17 or newer (got $version at '$java'); set JAVA_HOME"
}

# make_class_data CLASSPATH FILE: makes the class data archive FILE in the background, with the classes of brief commands.
make_class_data() {
  local folder part=$2.$$
  folder=$(dirname "$2")
  [ -f "$launch/classes.lst" ] && [ -f "$java_home/lib/classlist" ] || return 0
  mkdir -p "$folder" 2>/dev/null && [ -w "$folder" ] || return 0
  (
    exec 9>"$folder/.lock"
    ! command -v flock || flock -n 9 || exit 0
    rm -f "$folder"/*.jsa*
    cat "$java_home/lib/classlist" "$launch/classes.lst" >"$part.lst"
    if nice "$java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:dump -XX:SharedClassListFile="$part.lst" \
      -XX:SharedArchiveFile="$part" -cp "$1"; then
      mv "$part" "$2"
    fi
    rm -f "$part" "$part.lst"
  ) </dev/null >/dev/null 2>&1 &
}

# use_class_data CLASSPATH FOLDER: sets class_data to the options for this Java's archive in FOLDER. Makes the archive if it
# is missing or older than the libraries. Java ignores an archive that does not match.
use_class_data() {
  local file="$2/$java_version.jsa" all each
  class_data=()
  [[ " ${DHARCH_OPTS:-} " != *" -Xshare:"* ]] && [ -n "$java_version" ] && [ "$command" != bench ] || return 0
  IFS=: read -ra all <<<"$1"
  for each in "${all[@]}"; do
    if [ ! -f "$file" ] || [ "${each%/\*}" -nt "$file" ]; then
      make_class_data "$1" "$file"
      return 0
    fi
  done
  [ -z "$brief" ] || class_data=("-XX:SharedArchiveFile=$file" -Xlog:cds=off)
}

# Sets options: the JVM options of this command.
java_options() {
  brief=
  # After an OutOfMemoryError essential threads may have died, such as those of ActiveMQ or HTTP.
  options=
  case $command in
    serve | broker) options=-XX:+ExitOnOutOfMemoryError ;;
  esac
  # Update the counters for jstat once a second. The default of 20 times costs a third of an idle node's processor time.
  case $command in
    serve | broker | node | outbound) options="$options -XX:PerfDataSamplingInterval=1000" ;;
  esac
  # The serial collector uses less processor time and memory on two cores than the default one.
  local cores collector
  cores=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 4)
  collector=
  [ "$cores" -gt 2 ] || collector=-XX:+UseSerialGC
  case $command in
    bench) collector= ;; # figures must be comparable between machines
    serve | broker | node | outbound | demo | findroute | plan) ;;
    *) # ends before its hottest code would be compiled
      collector=-XX:+UseSerialGC
      options="-XX:TieredStopAtLevel=1 -XX:CompileThresholdScaling=4"
      # XMLBeans logs by Log4j, which would set up Logback
      options="$options -Dlog4j2.loggerContextFactory=org.apache.logging.log4j.simple.SimpleLoggerContextFactory"
      brief=1
      ;;
  esac
  # Java reads these variables itself, and fails if two collectors are selected.
  local said=" ${DHARCH_OPTS:-} ${JDK_JAVA_OPTIONS:-} ${JAVA_TOOL_OPTIONS:-} ${_JAVA_OPTIONS:-} "
  [[ $said =~ -XX:\+Use[A-Za-z0-9]*GC[[:space:]] ]] || options="$collector $options"
}

# run_java CLASSPATH ARCHIVES CLASS_DATA ARGUMENT…: replaces this process by Java; ARCHIVES: folder of the Axis2 module,
# CLASS_DATA: folder of the class data archive
run_java() {
  local classpath=$1 archives=$2 folder=$3
  shift 3
  java_options
  use_class_data "$classpath" "$folder"
  [ ! -t 1 ] || options="$options -Ddharch.terminal=true"
  # shellcheck disable=SC2086 # several options
  [ "${DHARCH_TRACE:-}" != 1 ] || echo "dharch: $java" $options ${DHARCH_OPTS:-} >&2
  # shellcheck disable=SC2086 # DHARCH_OPTS may have several options
  exec "$java" $options ${class_data[@]+"${class_data[@]}"} ${DHARCH_OPTS:-} -cp "$classpath" \
    "-Ddharch.archives=$archives" org.dharch.cli.Main "$@"
}
