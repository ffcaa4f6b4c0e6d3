package org.dharch.axis2;

import java.util.Optional;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.engine.Handler.InvocationResponse;
import org.dharch.api.Limits;
import org.dharch.axis2.chain.ServiceChain;
import org.dharch.axis2.delivery.Axis2ReplayGateway;
import org.dharch.axis2.delivery.OneWayDelivery;
import org.dharch.axis2.delivery.OneWayExecutor;
import org.dharch.axis2.delivery.RequestSlot;
import org.dharch.axis2.message.WaitingContext;
import org.dharch.axis2.service.ModuleSettings;
import org.dharch.axis2.service.ProtocolActions;
import org.dharch.axis2.service.ProtocolOperation;
import org.dharch.axis2.service.ServiceSettings;
import org.dharch.axis2.service.ServicesHere;
import org.dharch.core.DHManager;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Outcome;
import org.dharch.core.orchestration.document.OrchestrationReload;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.settings.GatewayRuntime;
import org.dharch.core.settings.OrchestrationSource;
import org.dharch.core.spi.Gateway;

/**
 * Axis2's gateway (seed 000, section 3.1.1), one per configuration context: {@link MessageIntake}
 * submits a message and returns it to the container. Safe for any thread.
 */
final class Axis2Gateway implements Gateway<WaitingContext>, AutoCloseable {
  private final GatewayRuntime runtime;
  private final DHManager manager;
  private final ServicesHere services;
  private final ModuleSettings settings;
  private final AxisConfiguration configuration;
  private final MessageIntake intake;
  private final OneWayDelivery delivery;

  private Axis2Gateway(
      ModuleSettings settings,
      GatewayRuntime runtime,
      ServicesHere services,
      AxisConfiguration configuration,
      OneWayExecutor oneWays,
      OneWayDelivery delivery) {
    this.runtime = runtime;
    this.manager = runtime.manager();
    this.services = services;
    this.settings = settings;
    this.configuration = configuration;
    this.delivery = delivery;
    this.intake = new MessageIntake(this, settings, manager, oneWays, delivery);
  }

  /**
   * Starts a manager and its services from {@code settings}.
   *
   * @throws org.dharch.core.message.DHArchException if a part cannot start; then nothing is left
   *     running
   */
  static Axis2Gateway start(
      ModuleSettings settings, OrchestrationSource source, ConfigurationContext context) {
    OneWayExecutor oneWays = new OneWayExecutor(settings.oneWayThreads(), settings.oneWayQueue());
    Axis2Host host = new Axis2Host(context.getAxisConfiguration(), oneWays, settings.outbound());
    GatewayRuntime runtime = GatewayRuntime.start(settings.gateway(), source, host);
    OneWayDelivery delivery =
        new OneWayDelivery(oneWays, runtime.manager(), DHArchModule.application(context));
    runtime
        .manager()
        .replayGateway(
            new Axis2ReplayGateway(context, oneWays, delivery, settings.hideFaultDetail()));
    ServicesHere services = ServicesHere.start(context.getAxisConfiguration(), runtime.manager());
    DispatchHandlers.install(context.getAxisConfiguration());
    return new Axis2Gateway(
        settings, runtime, services, context.getAxisConfiguration(), oneWays, delivery);
  }

  DHManager manager() {
    return manager;
  }

  Orchestrations orchestrations() {
    return manager.orchestrations();
  }

  /** Limits of one message. */
  Limits limits() {
    return settings.gateway().manager().limits();
  }

  /** The watcher of the orchestration document; empty if reloading is off. */
  Optional<OrchestrationReload> reload() {
    return runtime.reload();
  }

  /**
   * Prepares {@code service}, on which the module is about to be engaged.
   *
   * @throws org.dharch.core.message.DHArchException if its settings cannot be applied
   */
  void engaged(AxisService service) throws AxisFault {
    ProtocolActions actions =
        ServiceSettings.protocolActions(service).orElse(settings.protocolActions());
    DispatchHandlers.check(actions, configuration);
    ProtocolOperation.addTo(service, actions, configuration);
    ServiceChain.addTo(service, false);
    delivery.announce(service, settings.keepsThread());
  }

  /** Executes the handlers of {@code context}'s message, after it has a slot if it takes one. */
  InvocationResponse pass(MessageContext context, Direction flow) throws AxisFault {
    return intake.pass(context, flow);
  }

  /** Frees the slot of {@code context}'s request, whose service has responded or failed. */
  void answered(MessageContext context) {
    RequestSlot.of(context).ifPresent(manager::answered);
  }

  @Override
  public void completed(WaitingContext message, Outcome.Completed outcome) {
    message.end().complete(outcome);
  }

  @Override
  public void failed(WaitingContext message, Outcome.Failed outcome) {
    message.end().complete(settings.hideFaultDetail() ? outcome.withoutDetail() : outcome);
  }

  @Override
  public void responded(WaitingContext message, Outcome.Responded outcome) {
    message.end().complete(outcome);
  }

  @Override
  public boolean handsOver() {
    return true;
  }

  @Override
  public void close() {
    DispatchHandlers.remove(configuration);
    services.close();
    runtime.close();
  }
}
