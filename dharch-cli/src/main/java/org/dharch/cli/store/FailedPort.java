package org.dharch.cli.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.cli.admin.AdminClient;
import org.dharch.cli.base.JsonTimeline;
import org.dharch.cli.base.StoreOption;
import org.dharch.cli.base.TextTable;
import org.dharch.cli.base.UsageException;
import org.dharch.cli.base.Waterfall;
import org.dharch.core.store.FolderStore;
import picocli.CommandLine.Model.CommandSpec;

/** The failed messages of a running manager, seen, replayed and dropped by its admin port. */
final class FailedPort {
  private static final String FAILED = "/api/failed?limit=1000";
  private static final String UNRESOLVED = "/api/unresolved?limit=1000";

  private final AdminClient admin;
  private final AdminClient.Known port;
  private final boolean isOfStore;

  private FailedPort(AdminClient admin, AdminClient.Known port, boolean isOfStore) {
    this.admin = admin;
    this.port = port;
    this.isOfStore = isOfStore;
  }

  /**
   * That of the manager which is named, or which uses the store; empty if the store is to be worked
   * on itself: no manager uses it, or one without an admin port.
   *
   * @throws UsageException if JSON is wanted then, which nothing else says
   */
  static Optional<FailedPort> of(AdminClient admin, StoreOption store)
      throws IOException, InterruptedException {
    Optional<FailedPort> port = find(admin, store);
    if (admin.asJson() && port.isEmpty()) {
      throw new UsageException(
          "--json requires an admin port; the manager of store '"
              + store.folder()
              + "' is not running or has none");
    }
    return port;
  }

  private static Optional<FailedPort> find(AdminClient admin, StoreOption store)
      throws IOException, InterruptedException {
    Optional<Long> manager = FolderStore.manager(store.folder());
    if (manager.isEmpty() || admin.isNamed()) {
      return elsewhere(admin, store);
    }
    return admin.managerOf(manager.get()).map(found -> new FailedPort(admin, found, true));
  }

  /**
   * That of the manager which is named; or, if no folder is and no manager uses the usual one, of
   * the only one of this user that runs here. Empty if the folder is to be looked into.
   *
   * @throws UsageException if it cannot be known: something is there that does not answer
   */
  static Optional<FailedPort> elsewhere(AdminClient admin, StoreOption store)
      throws IOException, InterruptedException {
    if (admin.isNamed()) {
      if (store.named().isPresent()) {
        throw new UsageException("--store and --url must not be set both");
      }
      return Optional.of(new FailedPort(admin, admin.manager(), false));
    }
    if (store.named().isPresent() || FolderStore.manager(store.folder()).isPresent()) {
      return Optional.empty();
    }
    List<AdminClient.Known> managers = admin.managers();
    if (managers.isEmpty() && !admin.slow().isEmpty()) {
      throw new UsageException(
          "no response from "
              + String.join(", ", admin.slow())
              + ", possibly the manager; set --url, or --store to a folder");
    }
    return managers.size() == 1
        ? Optional.of(new FailedPort(admin, managers.get(0), false))
        : Optional.empty();
  }

  /** As {@link #elsewhere}; for JSON, which nothing else says, {@link #of}. */
  static Optional<FailedPort> toTell(AdminClient admin, StoreOption store)
      throws IOException, InterruptedException {
    return admin.asJson() ? of(admin, store) : elsewhere(admin, store);
  }

  /** Whether it is of the manager that uses the store, and not of one that was named or found. */
  boolean isOfStore() {
    return isOfStore;
  }

  String url() {
    return port.url().toString();
  }

  /** Prints a line for each that is kept there, the oldest first. */
  void list(PrintWriter out) throws IOException, InterruptedException {
    String text = admin.send("GET", port, FAILED);
    if (admin.asJson()) {
      out.print(text);
      out.flush();
      return;
    }
    JsonNode answer = AdminClient.parse(text);
    List<JsonNode> all = new ArrayList<>();
    answer.path("failed").forEach(all::add);
    if (all.isEmpty()) {
      out.println("No failed messages at " + port.url());
      return;
    }
    Collections.reverse(all);
    TextTable table = FailedListCommand.table();
    for (JsonNode one : all) {
      table.row(
          one.path("id").asText(),
          FailedListCommand.WHEN.format(at(one)),
          "failed",
          FailedListCommand.shown(one.path("service").asText()),
          FailedListCommand.shown(one.path("operation").asText()),
          one.path("orchestration").asText(),
          TextTable.plain(fault(one)));
    }
    table.lines().forEach(out::println);
    int more = answer.path("kept").asInt() - all.size();
    if (more > 0) {
      out.println(more + " older ones are not listed");
    }
  }

  private static Instant at(JsonNode one) {
    return Instant.parse(one.path("at").asText());
  }

  private static String fault(JsonNode one) {
    JsonNode fault = one.path("fault");
    String handler = fault.path("handler").asText();
    return fault.path("code").asText()
        + (handler.isEmpty() ? "" : " in handler '" + handler + "'")
        + ": "
        + fault.path("reason").asText();
  }

  /** Prints all about the one whose id begins or ends so. */
  void show(String part, PrintWriter out) throws IOException, InterruptedException {
    String text =
        admin.send("GET", port, "/api/failed/" + ids(List.of(part), FAILED, "failed").get(0));
    if (admin.asJson()) {
      out.print(text);
      out.flush();
      return;
    }
    JsonNode one = AdminClient.parse(text);
    TextTable table = new TextTable(1);
    table.row("message", one.path("id").asText());
    table.row("failed", FailedListCommand.WHEN.format(at(one)));
    table.row("fault", TextTable.plain(fault(one)));
    table.row(
        "for",
        "service "
            + FailedListCommand.shown(one.path("service").asText())
            + ", operation "
            + FailedListCommand.shown(one.path("operation").asText())
            + ", flow "
            + one.path("flow").asText());
    table.row("orchestration", one.path("orchestration").asText());
    List<String> unknown = new ArrayList<>();
    one.path("unknown").forEach(name -> unknown.add(name.asText()));
    FailedShowCommand.unknown(unknown, table);
    table.row("envelope", one.path("bytes").asInt() + " bytes");
    table.lines().forEach(out::println);
    out.println();
    Waterfall.of(JsonTimeline.of(one)).forEach(out::println);
  }

  /**
   * Does it, and says what was done.
   *
   * @param action replay or drop
   * @param more what else is asked for; empty if nothing is
   * @param said what to print for what was done: how many, and those with ids
   * @return the exit code: 1 if some were refused
   */
  int act(
      String action, FailedSelection which, Map<String, String> more, CommandSpec spec, Said said)
      throws IOException, InterruptedException {
    List<String> asked = new ArrayList<>();
    List<String> ids = ids(which.ids(), FAILED, "failed");
    if (ids.isEmpty()) {
      Map<String, String> query = new LinkedHashMap<>(which.query());
      query.putAll(more);
      asked.add("/api/failed/" + action + "?" + AdminClient.query(query));
    }
    String query = more.isEmpty() ? "" : "?" + AdminClient.query(more);
    ids.forEach(id -> asked.add("/api/failed/" + id + "/" + action + query));
    return act(action, asked, ids, spec, said);
  }

  /** Says that a person has seen to these messages; as {@link #act}. */
  int resolve(List<String> parts, CommandSpec spec, Said said)
      throws IOException, InterruptedException {
    List<String> ids = ids(parts, UNRESOLVED, "unresolved");
    List<String> asked = ids.stream().map(id -> "/api/unresolved/" + id + "/resolve").toList();
    return act("resolve", asked, ids, spec, said);
  }

  private int act(String action, List<String> asked, List<String> ids, CommandSpec spec, Said said)
      throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    int done = 0;
    boolean refused = false;
    for (String path : asked) {
      String text = admin.act(port, path);
      JsonNode answer = AdminClient.parse(text);
      done += answer.path("done").asInt();
      for (JsonNode one : answer.path("refused")) {
        refused = true;
        String reason = one.path("id").asText() + ": " + one.path("reason").asText();
        spec.commandLine().getErr().println("dharch: no " + action + " of " + reason);
      }
      if (answer.path("left").asInt() > 0) {
        spec.commandLine()
            .getErr()
            .println(
                "dharch: " + answer.path("left").asInt() + " more are left; repeat the command");
      }
      if (admin.asJson()) {
        out.print(text);
      }
    }
    if (!admin.asJson()) {
      said.say(done, ids);
    }
    out.flush();
    return refused ? 1 : 0;
  }

  /** Says what was done. */
  @FunctionalInterface
  interface Said {
    /**
     * Says it.
     *
     * @param ids empty if it was done to all that are so
     */
    void say(int done, List<String> ids);
  }

  /** Prints what is to be compensated yet there, the oldest first. */
  void unresolved(PrintWriter out) throws IOException, InterruptedException {
    String text = admin.send("GET", port, UNRESOLVED);
    if (admin.asJson()) {
      out.print(text);
      out.flush();
      return;
    }
    JsonNode answer = AdminClient.parse(text);
    for (JsonNode one : answer.path("unresolved")) {
      FailedUnresolvedCommand.print(
          one.path("id").asText(),
          one.path("service").asText(),
          one.path("orchestration").asText(),
          texts(one.path("waiting")),
          texts(one.path("doubtful")),
          out);
    }
    int more = answer.path("kept").asInt() - answer.path("unresolved").size();
    if (more > 0) {
      out.println(more + " later ones are not listed");
    } else if (answer.path("unresolved").isEmpty()) {
      out.println("No pending compensations at " + port.url());
    }
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(one -> texts.add(one.asText()));
    return texts;
  }

  /** Those of which the parts are in the list at this path, in its field {@code what}. */
  private List<String> ids(List<String> parts, String path, String what)
      throws IOException, InterruptedException {
    Set<String> ids = new LinkedHashSet<>();
    for (String part : parts) {
      FailedStore.checkPart(part);
      String only = path.equals(FAILED) ? "&text=" + part : "";
      JsonNode answer = admin.ask("GET", port, path + only);
      List<String> found = new ArrayList<>();
      for (JsonNode one : answer.path(what)) {
        String id = one.path("id").asText();
        if (id.startsWith(part) || id.endsWith(part)) {
          found.add(id);
        }
      }
      if (found.size() != 1) {
        throw new UsageException(
            (found.isEmpty() ? "no " + what + " message" : found.size() + " " + what + " messages")
                + " at "
                + port.url()
                + " begin or end with '"
                + part
                + "'");
      }
      ids.add(found.get(0));
    }
    return List.copyOf(ids);
  }
}
