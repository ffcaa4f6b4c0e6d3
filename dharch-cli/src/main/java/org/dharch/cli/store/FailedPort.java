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
import org.dharch.cli.base.Times;
import org.dharch.cli.base.UsageException;
import org.dharch.cli.base.Waterfall;
import org.dharch.core.store.FolderStore;
import picocli.CommandLine.Model.CommandSpec;

/** The failed messages of a running manager, through its admin port. */
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
   * The port of the named manager, or of the one that uses the store. Empty to work on the store
   * itself, because no manager uses it or its manager has no admin port.
   *
   * @throws UsageException if JSON is requested in the latter case
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
   * The port of the named manager. Without a named folder, if no manager uses the default one, the
   * port of this user's only manager on this machine. Empty to read the folder.
   *
   * @throws UsageException if a process does not respond
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

  /** As {@link #elsewhere}; with JSON as {@link #of}. */
  static Optional<FailedPort> select(AdminClient admin, StoreOption store)
      throws IOException, InterruptedException {
    return admin.asJson() ? of(admin, store) : elsewhere(admin, store);
  }

  /** Whether its manager uses the store, and was not named or discovered. */
  boolean isOfStore() {
    return isOfStore;
  }

  String url() {
    return port.url().toString();
  }

  /** Prints the latest failed messages, the oldest first. */
  void list(FailedListFilter filter, PrintWriter out) throws IOException, InterruptedException {
    String text = admin.send("GET", port, "/api/failed?" + AdminClient.query(filter.query()));
    if (admin.asJson()) {
      out.print(text);
      out.flush();
      return;
    }
    JsonNode answer = AdminClient.parse(text);
    List<JsonNode> all = new ArrayList<>();
    answer.path("failed").forEach(all::add);
    Collections.reverse(all);
    TextTable table = FailedListCommand.table();
    for (JsonNode one : all) {
      table.row(
          one.path("id").asText(),
          Times.shown(at(one)),
          "failed",
          FailedListCommand.shown(one.path("service").asText()),
          FailedListCommand.shown(one.path("operation").asText()),
          one.path("orchestration").asText(),
          FailedListCommand.shown(one.path("client").asText()),
          FailedListCommand.shown(one.path("fault").path("handler").asText()),
          FailedListCommand.shown(one.path("node").asText()),
          one.path("fault").path("code").asText()
              + ": "
              + one.path("fault").path("reason").asText());
    }
    FailedListCommand.print(
        table,
        "at " + port.url(),
        filter.rest(answer.path("matched").asInt(), all.size(), answer.path("refusals").asInt()),
        out);
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

  /** Prints the message whose id starts or ends with {@code part}. */
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
    table.row("failed", Times.shown(at(one)));
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
   * Performs an action and prints the result.
   *
   * @param action replay or drop
   * @param more further parameters
   * @param printer prints the result
   * @return the exit code: 1 if some were rejected
   */
  int act(
      String action,
      FailedSelection which,
      Map<String, String> more,
      CommandSpec spec,
      Printer printer)
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
    return act(action, asked, ids, spec, printer);
  }

  /** Marks these messages as resolved; as {@link #act}. */
  int resolve(List<String> parts, CommandSpec spec, Printer printer)
      throws IOException, InterruptedException {
    List<String> ids = ids(parts, UNRESOLVED, "unresolved");
    List<String> asked = ids.stream().map(id -> "/api/unresolved/" + id + "/resolve").toList();
    return act("resolve", asked, ids, spec, printer);
  }

  private int act(
      String action, List<String> asked, List<String> ids, CommandSpec spec, Printer printer)
      throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    int done = 0;
    boolean rejected = false;
    for (String path : asked) {
      String text = admin.act(port, path);
      JsonNode answer = AdminClient.parse(text);
      done += answer.path("done").asInt();
      for (JsonNode one : answer.path("refused")) {
        rejected = true;
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
      printer.print(done, ids);
    }
    out.flush();
    return rejected ? 1 : 0;
  }

  /** Prints the result of an action. */
  @FunctionalInterface
  interface Printer {
    /**
     * Prints the result of the command.
     *
     * @param ids empty if it was applied to all matching messages
     */
    void print(int done, List<String> ids);
  }

  /** Prints the messages with pending compensations, the oldest first. */
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

  /** The ids that match the parts in the list at this path, in its field {@code what}. */
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
