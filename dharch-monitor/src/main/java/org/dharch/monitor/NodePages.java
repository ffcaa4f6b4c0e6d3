package org.dharch.monitor;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.dharch.core.wire.NodeStatus;

/** The pages of a handler node. Safe for any thread. */
public final class NodePages {
  private NodePages() {}

  public static AdminPages of(
      Supplier<NodeStatus> status, BooleanSupplier connected, Runnable leave) {
    return of(status, connected, Optional::empty, leave);
  }

  /**
   * The pages of a node.
   *
   * @param status its current status
   * @param connected whether it is connected to its broker
   * @param rejection the reason if the node cannot work with its managers: the cause, a colon, and
   *     details
   * @param leave starts the same shutdown as SIGTERM. Called after the response, any number of
   *     times; must not block
   */
  public static AdminPages of(
      Supplier<NodeStatus> status,
      BooleanSupplier connected,
      Supplier<Optional<String>> rejection,
      Runnable leave) {
    Metrics metrics = Metrics.of(status);
    Supplier<Optional<String>> notReady =
        () -> notReady(connected.getAsBoolean(), status.get().state(), rejection.get());
    return new AdminPages(
        notReady,
        Map.of(
            "/metrics",
            metrics.page(),
            "/api/status",
            AdminPage.withoutParameters(
                () -> {
                  ObjectNode answer =
                      Json.node(status.get())
                          .put("kind", "node")
                          .put("ready", notReady.get().isEmpty())
                          .put("connected", connected.getAsBoolean());
                  rejection.get().ifPresent(why -> answer.put("rejection", why));
                  return Json.answer(answer);
                }),
            "/api/drain",
            AdminPage.of(
                Map.of(
                    AdminPage.POST,
                    AdminPage.withoutParameters(() -> drain(status.get(), leave))))));
  }

  /**
   * The reason why no work can be done, without details that unauthenticated clients must not see.
   */
  private static Optional<String> notReady(
      boolean connected, NodeStatus.State state, Optional<String> rejection) {
    if (!connected) {
      return Optional.of("no connection to the broker");
    }
    if (state != NodeStatus.State.READY) {
      return Optional.of("it accepts no new tasks");
    }
    return rejection.map(why -> why.replaceFirst(": .*", ""));
  }

  private static AdminPage.Answer drain(NodeStatus status, Runnable leave) {
    return Json.answer(
            Json.object()
                .put("node", status.node().toString())
                .put("name", status.node().name())
                .put("active", status.active())
                .put("waiting", status.waiting())
                .put("leaves", true))
        .then(leave);
  }
}
