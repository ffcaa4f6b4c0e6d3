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

  /** The same for a node that is never rejected. */
  public static AdminPages of(
      Supplier<NodeStatus> status, BooleanSupplier connected, Runnable leave) {
    return of(status, connected, Optional::empty, leave);
  }

  /**
   * The pages of a node.
   *
   * @param status what it says of itself now
   * @param connected whether it has its broker
   * @param rejection why managers give it no work, if they say so now: another has its name
   * @param leave has it end as its process does on SIGTERM: it takes nothing new, ends what it has,
   *     and goes. It is called once it has been answered that this begins, any number of times, and
   *     does not wait
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
            AdminPage.unasked(
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
                Map.of(AdminPage.POST, AdminPage.unasked(() -> drain(status.get(), leave))))));
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
    return rejection.map(why -> "another node has its name");
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
