# shellcheck shell=bash
# What the launcher of the sources (./dharch) and that of an installation (bin/dharch) share:
# which Java, and with which options. It is sourced, with the command line as arguments.

fail() {
  echo "dharch: $*" >&2
  exit 2
}

# Java names files in the encoding of the locale, and that of C and POSIX has ASCII alone
case $(locale charmap 2>/dev/null || true) in
  ANSI_X3.4-1968 | US-ASCII | '') export LC_ALL=C.UTF-8 ;;
esac

command= # options may stand before it
for each in "$@"; do
  case $each in
    --trace) DHARCH_TRACE=1 ;;
    -*) ;;
    *) command=${command:-$each} ;;
  esac
done

# find_java WHAT: sets java; WHAT is to be installed if there is none
find_java() {
  if [ -n "${JAVA_HOME:-}" ]; then
    java="$JAVA_HOME/bin/java"
    [ -x "$java" ] || fail "JAVA_HOME is '$JAVA_HOME', and there is no bin/java in it; that of a $1 of version 17 or newer is allowed, or none"
  else
    java=$(command -v java) || fail "no Java found; install a $1 of version 17 or newer, or set JAVA_HOME"
  fi
  local release version
  release=$(dirname "$(dirname "$(readlink -f "$java")")")/release
  version=$(sed -n 's/^JAVA_VERSION="\(1\.\)\{0,1\}\([0-9]*\).*/\2/p' "$release" 2>/dev/null || true)
  [ "${version:-17}" -ge 17 ] || fail "'$java' is of version $version; 17 or newer is needed, JAVA_HOME says where it is"
}

# Sets options: what Java is given for this command.
java_options() {
  # Where memory has run out, threads may have ended that all others wait for, ActiveMQ's and those of HTTP too.
  options=
  case $command in
    serve | broker) options=-XX:+ExitOnOutOfMemoryError ;;
  esac
  # What jstat and others may look at is brought up to date each second; by itself Java does so 20 times, which is a third of what an idle node needs.
  case $command in
    serve | broker | node | outbound) options="$options -XX:PerfDataSamplingInterval=1000" ;;
  esac
  # On two cores the serial collector takes less of both, and of memory, than what Java takes by itself.
  local cores collector
  cores=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 4)
  collector=
  [ "$cores" -gt 2 ] || collector=-XX:+UseSerialGC
  case $command in
    bench) collector= ;; # figures are compared with those of other machines
    serve | broker | node | outbound | demo | findroute | plan) ;;
    *) # over before its hottest code would be compiled
      collector=-XX:+UseSerialGC
      options=-XX:TieredStopAtLevel=1
      ;;
  esac
  # Java reads these by itself; with two collectors it does not start.
  local said=" ${DHARCH_OPTS:-} ${JDK_JAVA_OPTIONS:-} ${JAVA_TOOL_OPTIONS:-} ${_JAVA_OPTIONS:-} "
  [[ $said =~ -XX:\+Use[A-Za-z0-9]*GC[[:space:]] ]] || options="$collector $options"
}

# run_java CLASSPATH ARCHIVES ARGUMENT…: becomes Java; ARCHIVES is the folder with the Axis2 module
run_java() {
  local classpath=$1 archives=$2
  shift 2
  java_options
  [ ! -t 1 ] || options="$options -Ddharch.terminal=true"
  # shellcheck disable=SC2086 # several options
  [ "${DHARCH_TRACE:-}" != 1 ] || echo "dharch: $java" $options ${DHARCH_OPTS:-} >&2
  # shellcheck disable=SC2086 # several options may stand in DHARCH_OPTS
  exec "$java" $options ${DHARCH_OPTS:-} -cp "$classpath" "-Ddharch.archives=$archives" org.dharch.cli.Main "$@"
}
