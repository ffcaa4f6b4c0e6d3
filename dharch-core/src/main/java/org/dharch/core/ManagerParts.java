package org.dharch.core;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.dharch.api.MessageId;
import org.dharch.core.admission.AdmissionControl;
import org.dharch.core.admission.AdmissionControl.MessageIds;
import org.dharch.core.admission.CompensationReentry;
import org.dharch.core.admission.QueueAdmission;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.config.EmissionBounds;
import org.dharch.core.context.Conductor;
import org.dharch.core.context.Inbox;
import org.dharch.core.context.LargeWork;
import org.dharch.core.context.Telemetry;
import org.dharch.core.emission.Emissions;
import org.dharch.core.engine.BackgroundEvents;
import org.dharch.core.engine.ExecutionDriver;
import org.dharch.core.engine.MessageProcessor;
import org.dharch.core.engine.MessageReceiver;
import org.dharch.core.engine.MessageSelector;
import org.dharch.core.engine.NodeEvents;
import org.dharch.core.engine.OutcomeDelivery;
import org.dharch.core.engine.TaskBatchSender;
import org.dharch.core.execution.progress.ProgressFormat;
import org.dharch.core.flow.ConcurrencyLimitScope;
import org.dharch.core.metrics.Counters;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.placement.GoneNodes;
import org.dharch.core.placement.HandlerOrchestrationManager;
import org.dharch.core.placement.NodeDirectory;
import org.dharch.core.placement.StartupGracePeriod;
import org.dharch.core.query.ProgressQueries;
import org.dharch.core.query.QueryResponder;
import org.dharch.core.query.TransportListener;
import org.dharch.core.queue.Queues;
import org.dharch.core.recovery.DeliveryConfirmations;
import org.dharch.core.recovery.ProgressWriter;
import org.dharch.core.recovery.StoreAgent;
import org.dharch.core.spi.CManager;
import org.dharch.core.store.MessageStore;
import org.dharch.core.wire.EmissionFormat;
import org.dharch.core.wire.TaskBatchFormat;

/**
 * Wires the parts of a manager along the way of a message, from the gateway and back to it. Starts
 * no thread, but recovers the stored messages of an earlier incarnation.
 */
final class ManagerParts {
  final DHManagerConfig config;
  final CManager cmanager;
  final MessageStore store;
  final Queues queues;
  final Inbox inbox = new Inbox();
  final HandlerOrchestrationManager orchestrationManager;
  final StartupGracePeriod grace;
  final AdmissionControl admissionControl;
  final TransportListener transportListener;
  final NodeDirectory directory;
  final GoneNodes goneNodes = new GoneNodes();
  final Telemetry telemetry;
  final ProgressQueries progress;
  final QueryResponder questions;
  final ExecutionDriver driver;
  final Conductor conductor;
  final StoreAgent storeAgent;
  final ProgressWriter progressWriter;
  final DeliveryConfirmations deliveryConfirmations;
  final LargeWork largeWork;
  final Emissions emissions;

  ManagerParts(
      DHManagerConfig config,
      Orchestrations orchestrations,
      CManager cmanager,
      SplittableRandom random,
      MessageStore store,
      InstantSource wallClock,
      LargeWork largeWork) {
    this.config = config;
    this.largeWork = largeWork;
    this.cmanager = cmanager;
    this.store = store;
    long incarnation = random.nextLong();
    MessageIds ids = new MessageIds(incarnation, random.nextLong());
    this.directory = new NodeDirectory(config.flow(), new SplittableRandom(incarnation)::nextInt);
    this.telemetry = Telemetry.of(config);
    Counters counters = telemetry.counters();
    this.orchestrationManager = new HandlerOrchestrationManager(orchestrations, directory);
    this.queues = Queues.of(config.flow(), counters);
    this.driver =
        new ExecutionDriver(
            queues.mpQueue(),
            directory,
            telemetry,
            largeWork,
            config.direct(config.direct() && cmanager.nodesMeet()),
            random::nextDouble,
            incarnation);
    this.storeAgent = // failed messages -> store; from there back to imQueue
        new StoreAgent(
            cmanager.address(),
            store,
            config.storeLimits(),
            new ProgressFormat(config.limits()),
            counters,
            config.ticker(),
            wallClock);
    this.progressWriter = // before a stateful handler is begun: how far the message is -> store
        new ProgressWriter(cmanager.address(), storeAgent.progressRecords(), counters);
    this.deliveryConfirmations = // completed messages that their gateways take to their services
        new DeliveryConfirmations(
            storeAgent,
            progressWriter,
            new ProgressFormat(config.limits()),
            inbox,
            config.ticker());
    storeAgent.eachLook(deliveryConfirmations::giveUp);
    storeAgent.check(orchestrations);
    OutcomeDelivery delivery = // -> gateway
        new OutcomeDelivery(
            queues.cmcQueue(), storeAgent, deliveryConfirmations, telemetry, directory);
    this.grace = new StartupGracePeriod(config, orchestrationManager, directory);
    MessageSelector selector = // imQueue -> mpQueue
        new MessageSelector(queues, driver, delivery, grace, counters, config.ticker());
    BackgroundEvents background = // what takes long -> elsewhere, and back by the inbox
        new BackgroundEvents(largeWork, inbox, counters);
    TaskBatchSender sender = // -> cmanager
        new TaskBatchSender(cmanager, driver, directory, counters, background, config);
    MessageProcessor processor = // mpQueue -> sender, stage by stage; what has ended -> delivery
        new MessageProcessor(
            queues,
            driver,
            sender,
            delivery,
            progressWriter,
            background,
            emit -> emissions().send(emit)); // -> a service, an address, or another manager
    NodeEvents nodes = // the state of nodes -> directory and executions; warnings -> cmanager
        new NodeEvents(cmanager, directory, goneNodes, queues.mpQueue(), driver, counters, config);
    MessageReceiver receiver = // cmanager -> inbox -> merge -> mpQueue's next stage
        new MessageReceiver(inbox, queues, selector, driver, nodes, counters, config.ticker());
    this.conductor =
        new Conductor(
            cmanager.address(), List.of(receiver, selector, processor), config.ticker(), counters);
    inbox.signal(conductor::signal);
    this.progress = new ProgressQueries(inbox, conductor::signal, telemetry.ended());
    this.questions = new QueryResponder(cmanager, progress);
    progressWriter.whenDone(
        (message, written) -> {
          storeAgent.progressRecords().recorded(message.id(), written);
          inbox.post(new Inbox.Recorded(message, written));
        });
    this.admissionControl = // gateway -> cmcQueue (its own context) and imQueue (the message)
        new AdmissionControl(
            config,
            orchestrationManager,
            storeAgent,
            new QueueAdmission(config, queues, counters, conductor),
            ids,
            telemetry,
            grace);
    this.emissions = // what handlers emit -> admissionControl -> services and addresses
        new Emissions(
            cmanager,
            admissionControl,
            config,
            EmissionBounds.DEFAULT,
            this::answered, // no client awaits the service of such a message
            counters);
    this.transportListener = // cmanager -> inbox
        new TransportListener(
            new TaskBatchFormat(config.limits()),
            new EmissionFormat(config.limits()),
            emissions,
            questions,
            inbox,
            conductor,
            counters);
    storeAgent.recover(new CompensationReentry(admissionControl, directory));
  }

  private Emissions emissions() {
    return emissions; // is assigned after those that use it
  }

  /** The service has responded to this request, or will not. */
  void answered(MessageId request) {
    boolean isAwaited =
        config.flow().scope() == ConcurrencyLimitScope.REQUEST
            || queues.slots().callsWithin(request).isPresent();
    if (isAwaited) {
      put(new Inbox.Answered(request));
    }
  }

  /** Passes {@code item} to the event loop; false if the inbox is full. */
  boolean put(Inbox.Item item) {
    boolean taken = inbox.put(item);
    conductor.signal();
    return taken;
  }

  /** From now on new messages follow these orchestrations. */
  void orchestrations(Orchestrations value) {
    storeAgent.check(value);
    orchestrationManager.exchange(value);
    boundHeartbeats();
  }

  /** An old heartbeat of its node must not make a stateful handler late. */
  void boundHeartbeats() {
    List<Duration> toStart = new ArrayList<>(List.of(config.timeouts().toStart()));
    for (Orchestration each : orchestrationManager.current().byName().values()) {
      Constructs.eachStage(
          each.body(),
          stage ->
              stage.handlers().stream()
                  .filter(entry -> entry.failures().atomicity().stateful())
                  .flatMap(entry -> entry.timeToStart().stream())
                  .forEach(toStart::add));
    }
    cmanager.heartbeatsWithin(config.rarestHeartbeat(Collections.min(toStart)));
  }
}
