package org.dharch.cli.chaos;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The documents of the site.
 *
 * @param forwards whether stateless stages are on nodes of two kinds, which pass messages on to
 *     each other; else every node has all of them, and does them in one visit
 */
record ChaosDocuments(boolean forwards) {
  static final String LEDGER = "ledger";
  static final String BOOKING = "booking";

  /** How long a request may take, as {@link #orchestrations} says. */
  static final int REQUEST_SECONDS = 8;

  /** How long each handler may run. */
  static final Duration TO_FINISH = Duration.ofSeconds(2);

  private static final String TIMES =
      " timeToStart=\"2s\" timeToFinish=\"" + TO_FINISH.toSeconds() + "s\"";
  private static final String RETRY = "<retry retries=\"8\" delay=\"20ms\" maxDelay=\"500ms\"/>";

  String orchestrations() {
    String direct = forwards ? " direct=\"always\"" : "";
    return "<orchestrations xmlns=\"urn:dharch:orchestration:1\">\n"
        + "  <orchestration name=\"requests\" deadline=\""
        + REQUEST_SECONDS
        + "s\" recover=\"compensate\""
        + direct
        + ">\n"
        + tags()
        + atomic()
        + "    <handler name=\"booking\" atomicity=\"quasi-atomic\" compensator=\"booking-undo\""
        + TIMES
        + ">"
        + RETRY
        + "</handler>\n"
        + "  </orchestration>\n"
        + "  <orchestration name=\"letters\" deadline=\"60s\" durable=\"true\""
        + direct
        + ">\n"
        + tags()
        + atomic()
        + "  </orchestration>\n"
        + "  <rule orchestration=\"letters\" operation=\"notify\"/>\n"
        + "  <rule orchestration=\"requests\"/>\n"
        + "</orchestrations>\n";
  }

  private String tags() {
    return stateless("tag") + stateless("tag-again") + (forwards ? stateless("tag-last") : "");
  }

  /** Those of one kind have the first and the last of three stages, the others the one between. */
  private List<String> tags(boolean isOdd) {
    if (!forwards) {
      return List.of("tag", "tag-again");
    }
    return isOdd ? List.of("tag", "tag-last") : List.of("tag-again");
  }

  private static String stateless(String name) {
    return "    <handler name=\"" + name + "\"" + TIMES + ">" + RETRY + "</handler>\n";
  }

  private static String atomic() {
    return "    <handler name=\"ledger\" atomicity=\"atomic\" compensator=\"ledger-undo\""
        + TIMES
        + ">"
        + RETRY
        + "</handler>\n";
  }

  /**
   * A node with direct links that hosts all the stateful handlers and writes its ledgers into
   * {@code folder}.
   *
   * @param isOdd of which kind it is
   * @param remembers whether it knows in its next life what its stateful handlers did
   */
  String node(String name, boolean isOdd, Path folder, boolean remembers) {
    return "<node xmlns=\"urn:dharch:node:1\" name=\""
        + name
        + "\" workers=\"8\" link=\"auto\""
        + (remembers ? " journal=\"" + folder.resolve(name + ".journal") + "\"" : "")
        + ">\n"
        + tags(isOdd).stream().map(ChaosDocuments::tagging).collect(Collectors.joining())
        + ledger(LEDGER, LEDGER, ChaosLedger.DID, folder, name, 0)
        + ledger("ledger-undo", LEDGER, ChaosLedger.UNDID, folder, name, 0)
        + ledger(BOOKING, BOOKING, ChaosLedger.DID, folder, name, 20)
        + ledger("booking-undo", BOOKING, ChaosLedger.UNDID, folder, name, 0)
        + "</node>\n";
  }

  private static String tagging(String name) {
    return "  <handler name=\"" + name + "\" class=\"" + TagHandler.class.getName() + "\"/>\n";
  }

  private static String ledger(
      String handler, String ledger, String word, Path folder, String node, int everyFails) {
    return "  <handler name=\""
        + handler
        + "\" class=\""
        + LedgerHandler.class.getName()
        + "\">\n"
        + parameter("file", folder.resolve(ChaosLedger.file(ledger, node)).toString())
        + parameter("word", word)
        + parameter("property", "chaos." + handler)
        + parameter("everyFails", Integer.toString(everyFails))
        + "  </handler>\n";
  }

  private static String parameter(String name, String value) {
    return "    <parameter name=\"" + name + "\">" + value + "</parameter>\n";
  }
}
