package org.dharch.core.settings;

import java.net.URI;
import java.util.Optional;
import org.dharch.core.DHManager;
import org.dharch.core.message.DHArchException;
import org.dharch.core.orchestration.document.OrchestrationReload;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.spi.Outbound;
import org.dharch.core.store.MessageStore;

/**
 * The composition root of every gateway: creates a manager and its companions as the parameters
 * configure them.
 *
 * <pre>
 *  started   store ─▶ outbound ─▶ transport and manager ─▶ nodes of this JVM ─▶ learned sizes ─▶ reload ─▶ admin port
 *  closed    admin port ─▶ reload ─▶ nodes ─▶ manager and transport ─▶ outbound ─▶ sizes ─▶ host's deliveries ─▶ store
 * </pre>
 *
 * <p>The sizes are closed after the manager, which learns until its end; then the host's
 * deliveries, because they deliver what it has completed; the store last, because it receives the
 * confirmations. Safe for any thread.
 */
public final class GatewayRuntime implements AutoCloseable {
  private final DHManager manager;
  private final Optional<OrchestrationReload> reload;
  private final ClosingStack begun;

  private GatewayRuntime(
      DHManager manager, Optional<OrchestrationReload> reload, ClosingStack begun) {
    this.manager = manager;
    this.reload = reload;
    this.begun = begun;
  }

  /**
   * Starts everything.
   *
   * @param settings with those of their flow document
   * @param source the initial orchestrations
   * @throws DHArchException if a part cannot start; the started ones are closed then, and their
   *     failures are suppressed in the exception
   */
  public static GatewayRuntime start(
      GatewaySettings settings, OrchestrationSource source, GatewayHost host) {
    ClosingStack begun = new ClosingStack();
    try {
      MessageStore store = settings.openStore(host::file);
      begun.add(store::close);
      begun.add(host::finishDeliveries);
      ClosingStack learned = new ClosingStack();
      begun.add(learned::close);
      Optional<Outbound> outbound = host.outbound();
      outbound.ifPresent(sending -> begun.add(sending::close));
      DHManager manager =
          DHManager.start(
              settings.manager(),
              source.orchestrations(),
              Transports.manager(settings, host.loader()),
              store);
      if (settings.monitoring().tracing()) {
        MonitoringProvider tracing =
            Monitoring.provider(GatewaySettings.TRACING + "=true", host.loader());
        begun.add(Monitoring.closing(tracing.trace(manager)));
      }
      begun.add(manager::close);
      begun.add(ManagerBean.register(manager));
      outbound.ifPresent(manager::outbound);
      URI broker = manager.status().nodeUri().orElse(settings.transport().broker());
      LocalNodes nodes = LocalNodes.start(settings, broker, host::file, host.loader());
      begun.add(nodes::close);
      settings.keepSizes(manager, host::file).ifPresent(sizes -> learned.add(sizes::close));
      Optional<OrchestrationReload> reload = watch(settings, source, manager, host);
      reload.ifPresent(looking -> begun.add(looking::close));
      reload.ifPresent(looking -> manager.reloadWaits(looking::waitsFor));
      settings
          .monitoring()
          .admin()
          .ifPresent(
              where ->
                  begun.add(
                      Monitoring.closing(
                          Monitoring.provider(GatewaySettings.ADMIN + "=" + where, host.loader())
                              .open(manager, where))));
      return new GatewayRuntime(manager, reload, begun);
    } catch (RuntimeException | Error e) {
      begun.closeAfter(e);
      throw e;
    }
  }

  /** Watches the document for changes, if settings and source allow it. */
  private static Optional<OrchestrationReload> watch(
      GatewaySettings settings, OrchestrationSource source, DHManager manager, GatewayHost host) {
    return settings
        .reload()
        .flatMap(
            reload ->
                source
                    .file()
                    .map(
                        file ->
                            OrchestrationReload.start(
                                file,
                                reload.interval(),
                                next -> reload.always() ? Optional.empty() : manager.unserved(next),
                                next -> exchange(next, manager, host))));
  }

  private static void exchange(Orchestrations next, DHManager manager, GatewayHost host) {
    host.check(next);
    manager.orchestrations(next);
  }

  /** The manager; do not close it separately. */
  public DHManager manager() {
    return manager;
  }

  /** The reload of a changed orchestration document; empty if there is none. */
  public Optional<OrchestrationReload> reload() {
    return reload;
  }

  /**
   * Closes everything in the order above. Idempotent.
   *
   * @throws RuntimeException or an error, the first one; the others are suppressed in it
   */
  @Override
  public void close() {
    begun.close();
  }
}
