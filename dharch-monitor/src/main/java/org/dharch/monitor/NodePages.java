package org.dharch.monitor;

import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.dharch.core.wire.NodeStatus;

/** What a handler node tells. Safe for any thread. */
public final class NodePages {
  private NodePages() {}

  /**
   * The pages of a node.
   *
   * @param status what it says of itself now
   * @param connected whether it has its broker
   * @param leave has it end as its process does on SIGTERM: it takes nothing new, ends what it has,
   *     and goes. It is called once it has been answered that this begins, any number of times, and
   *     does not wait
   */
  public static AdminPages of(
      Supplier<NodeStatus> status, BooleanSupplier connected, Runnable leave) {
    Metrics metrics = Metrics.of(status);
    BooleanSupplier ready =
        () -> connected.getAsBoolean() && status.get().state() == NodeStatus.State.READY;
    return new AdminPages(
        ready,
        Map.of(
            "/metrics",
            AdminPage.alone(() -> new AdminPage.Answer(200, Metrics.TYPE, metrics.text())),
            "/api/status",
            AdminPage.alone(
                () ->
                    Json.answer(
                        Json.node(status.get())
                            .put("kind", "node")
                            .put("ready", ready.getAsBoolean())
                            .put("connected", connected.getAsBoolean()))),
            "/api/drain",
            AdminPage.of(
                Map.of(AdminPage.POST, AdminPage.alone(() -> drain(status.get(), leave))))));
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
