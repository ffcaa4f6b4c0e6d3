package org.dharch.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.core.store.FolderStore;
import picocli.CommandLine.Model.CommandSpec;

/** The halted messages of a running manager, replayed and dropped by its admin port. */
final class HaltedPort {
  private static final int MOST = 1000;

  private final AdminClient admin;
  private final AdminClient.Known port;

  private HaltedPort(AdminClient admin, AdminClient.Known port) {
    this.admin = admin;
    this.port = port;
  }

  /**
   * That of the manager which is named, or which uses the store; empty if the store is to be worked
   * on itself: no manager uses it, or one without an admin port.
   */
  static Optional<HaltedPort> of(AdminClient admin, StoreOption store)
      throws IOException, InterruptedException {
    if (admin.isNamed()) {
      if (store.named().isPresent()) {
        throw new UsageException("--store and --url; one of both is allowed");
      }
      return Optional.of(new HaltedPort(admin, admin.manager()));
    }
    Optional<Long> manager = FolderStore.manager(store.folder());
    if (manager.isEmpty()) {
      return Optional.empty();
    }
    return admin.managerOf(manager.get()).map(found -> new HaltedPort(admin, found));
  }

  /**
   * Does it, and says what was done.
   *
   * @param action replay or drop
   * @param said what to print for what was done: how many, and those with ids
   * @return the exit code: 1 if some were refused
   */
  int act(String action, HaltedWhich which, CommandSpec spec, Said said)
      throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    List<String> asked = new ArrayList<>();
    List<String> ids = ids(which.ids());
    if (ids.isEmpty()) {
      asked.add("/api/halted/" + action + "?" + AdminClient.query(which.query()));
    }
    ids.forEach(id -> asked.add("/api/halted/" + id + "/" + action));
    int done = 0;
    boolean refused = false;
    for (String path : asked) {
      String text = admin.send("POST", port, path);
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
            .println("dharch: " + answer.path("left").asInt() + " more are left; ask again");
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

  private List<String> ids(List<String> parts) throws IOException, InterruptedException {
    Set<String> ids = new LinkedHashSet<>();
    for (String part : parts) {
      HaltedStore.checkPart(part);
      JsonNode answer = admin.ask("GET", port, "/api/halted?limit=" + MOST + "&text=" + part);
      List<String> found = new ArrayList<>();
      for (JsonNode one : answer.path("halted")) {
        String id = one.path("id").asText();
        if (id.startsWith(part) || id.endsWith(part)) {
          found.add(id);
        }
      }
      if (found.size() != 1) {
        throw new UsageException(
            (found.isEmpty() ? "no halted message" : found.size() + " halted messages")
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
