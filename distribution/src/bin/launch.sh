# shellcheck shell=bash
# Finds Java and chooses the JVM options, for ./dharch and the installed bin/dharch.
# Sourced with the command line as arguments.

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
  local release version
  release=$(dirname "$(dirname "$(readlink -f "$java")")")/release
  version=$(sed -n 's/^JAVA_VERSION="\(1\.\)\{0,1\}\([0-9]*\).*/\2/p' "$release" 2>/dev/null || true)
  [ "${version:-17}" -ge 17 ] || fail "Java must be version 17 or newer (got $version at '$java'); set JAVA_HOME"
}

# Sets options: the JVM options of this command.
java_options() {
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
      options=-XX:TieredStopAtLevel=1
      ;;
  esac
  # Java reads these variables itself, and fails if two collectors are selected.
  local said=" ${DHARCH_OPTS:-} ${JDK_JAVA_OPTIONS:-} ${JAVA_TOOL_OPTIONS:-} ${_JAVA_OPTIONS:-} "
  [[ $said =~ -XX:\+Use[A-Za-z0-9]*GC[[:space:]] ]] || options="$collector $options"
}

# run_java CLASSPATH ARCHIVES ARGUMENT…: replaces this process by Java; ARCHIVES: folder of the Axis2 module
run_java() {
  local classpath=$1 archives=$2
  shift 2
  java_options
  [ ! -t 1 ] || options="$options -Ddharch.terminal=true"
  # shellcheck disable=SC2086 # several options
  [ "${DHARCH_TRACE:-}" != 1 ] || echo "dharch: $java" $options ${DHARCH_OPTS:-} >&2
  # shellcheck disable=SC2086 # DHARCH_OPTS may have several options
  exec "$java" $options ${DHARCH_OPTS:-} -cp "$classpath" "-Ddharch.archives=$archives" org.dharch.cli.Main "$@"
}
