package org.dharch.ws.handlers;

import java.security.SecureRandom;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.dharch.api.Emission;
import org.dharch.api.Emitted;
import org.dharch.api.MessageId;
import org.dharch.api.NodeContext;
import org.dharch.api.Target;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.text.RepeatedLog;
import org.dharch.ws.Direction;
import org.dharch.ws.IncorrectExchangeException;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.UnknownMessageException;
import org.dharch.ws.WsException;
import org.dharch.ws.jdbc.ConflictException;
import org.dharch.ws.jdbc.StoreException;
import org.dharch.ws.rm.RmEvent;
import org.dharch.ws.rm.SteadyClock;
import org.dharch.ws.rm.engine.RmDirective;
import org.dharch.ws.rm.engine.RmEngine;
import org.dharch.ws.rm.engine.RmResult;
import org.dharch.ws.rm.processor.RmEmission;
import org.dharch.ws.rm.processor.RmEmissionPurpose;
import org.dharch.ws.rm.processor.RmEmissions;
import org.dharch.ws.rm.processor.RmExchange;
import org.dharch.ws.rm.processor.RmOutbox;
import org.dharch.ws.rm.processor.RmSinkProcessor;
import org.dharch.ws.rm.processor.RmSite;
import org.dharch.ws.rm.processor.RmSourceProcessor;
import org.dharch.ws.rm.store.JdbcRmStore;
import org.dharch.ws.rm.store.MemoryRmStore;
import org.dharch.ws.rm.store.RmStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shared state of the RM handlers of one node with one store: engine, timer and emissions.
 * Results of emissions arrive at the handler that was created first. Thread-safe.
 */
final class RmNode implements RmOutbox {
  private static final Logger LOG = LoggerFactory.getLogger(RmNode.class);
  private static final long TICK_MILLIS = 100;
  private static final int BATCH = 64;
  private static final int MAX_BATCHES = 16;

  /** The purpose of an emission, and how long its result is awaited. */
  private record Pending(RmEmissionPurpose purpose, Target to, long untilNanos) {}

  private final RmSettingsReader settings;
  private final NodeContext node;
  private final RmStore store;
  private final RmEngine engine;
  private final RmEmissions emissions;
  private final RmSite site;
  private final Map<MessageId, Pending> pending = new ConcurrentHashMap<>();
  private final StoreHealthLog storeHealth;
  private final RepeatedLog responseLog;
  private final RepeatedLog failureLog;
  private final DeliveryResults ends;
  private final ScheduledFuture<?> timer;

  RmNode(RmSettingsReader settings, NodeContext node) {
    this.settings = settings;
    this.node = node;
    RandomGenerator random = new SecureRandom();
    store = open(settings, node, new SteadyClock(node.clock(), node::nanos));
    engine = new RmEngine(store, settings.engine(), random, node.node());
    emissions = new RmEmissions(settings.emissions(), random);
    site = new RmSite(engine, settings.agreement(), this);
    storeHealth = new StoreHealthLog("reliable messaging", settings.store().url(), node::nanos);
    responseLog = new RepeatedLog(node::nanos, LOG::warn);
    failureLog = new RepeatedLog(node::nanos, LOG::warn);
    ends = new DeliveryResults(engine, this, storeHealth, node::nanos);
    timer =
        node.timers()
            .scheduleWithFixedDelay(this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
  }

  private static RmStore open(RmSettingsReader settings, NodeContext node, SteadyClock clock) {
    if (settings.store().isMemory()) {
      return new MemoryRmStore(clock);
    }
    String name = node.node().replaceFirst("~.*", "");
    try {
      return JdbcRmStore.open(
          settings.store().url(),
          settings.store().login(),
          clock,
          name,
          settings.store().connections());
    } catch (StoreException e) {
      throw new DHArchException("store='" + settings.store().url() + "': " + e.getMessage(), e);
    }
  }

  RmSettingsReader settings() {
    return settings;
  }

  RmSite site() {
    return site;
  }

  void close() {
    timer.cancel(false);
    store.close();
  }

  // ---- timer

  private void tick() {
    try {
      if (!ends.recordPending()) {
        return; // due messages may be delivered already
      }
      for (int n = 0; n < MAX_BATCHES; n++) {
        RmResult due = engine.due(BATCH);
        send(due);
        if (due.directives().size() < BATCH) {
          break;
        }
      }
      send(engine.renew(TimeUnit.NANOSECONDS.toMillis(node.nanos())));
      forgetPending();
      storeHealth.succeeded();
    } catch (StoreException e) {
      storeHealth.failed(e.getMessage());
    } catch (RuntimeException e) { // an exception would cancel the timer
      LOG.error("Reliable messaging timer failed store={}", settings.store().url(), e);
    }
  }

  private void forgetPending() {
    long now = node.nanos();
    for (Iterator<Pending> all = pending.values().iterator(); all.hasNext(); ) {
      if (now - all.next().untilNanos() > 0) {
        all.remove();
      }
    }
  }

  // ---- emissions

  @Override
  public void send(RmResult result) {
    result.observations().forEach(RmObservations::log);
    for (RmDirective directive : result.emissions()) {
      emissions.of(directive).ifPresent(this::emit);
    }
  }

  private void emit(RmEmission sent) {
    Emission emission = sent.emission();
    if (!(sent.purpose() instanceof RmEmissionPurpose.Other)
        || emission.target() instanceof Target.Endpoint) {
      long until = node.nanos() + emission.deadline().toNanos();
      pending.put(emission.id(), new Pending(sent.purpose(), emission.target(), until));
    }
    boolean isAccepted = false;
    try {
      isAccepted = node.emitter().emit(emission);
    } catch (IllegalArgumentException e) {
      LOG.warn("Failed to send reliable messaging message reason={}", e.getMessage());
    }
    if (!isAccepted) {
      pending.remove(emission.id());
      if (sent.purpose() instanceof RmEmissionPurpose.Delivery delivery) {
        ends.notSent(delivery);
      }
    }
  }

  // ---- results

  /** See {@link org.dharch.api.DHHandler#emitted}. */
  void emitted(MessageId id, Emitted outcome) {
    Pending pendingEmission = pending.remove(id);
    if (pendingEmission == null) {
      return; // late, or another emission
    }
    try {
      if (outcome instanceof Emitted.Sent sent) {
        sent(pendingEmission, id, sent);
      } else if (pendingEmission.purpose() instanceof RmEmissionPurpose.Delivery delivery) {
        if (outcome instanceof Emitted.Failed failed) {
          ends.refused(delivery, failed.code() + " " + failed.reason());
        } else {
          ends.delivered(delivery);
        }
      } else if (outcome instanceof Emitted.Failed failed) {
        logFailure(pendingEmission, failed.code() + " " + failed.reason());
      }
    } catch (ConflictException e) {
      LOG.debug("Deferred result of emission={} until its repetition", id, e);
    } catch (StoreException e) {
      storeHealth.failed("failed to process the response to " + id + ": " + e.getMessage());
    }
  }

  private void sent(Pending pendingEmission, MessageId id, Emitted.Sent sent) {
    RmEmissionPurpose purpose = pendingEmission.purpose();
    if (sent.envelope().isPresent()) {
      receive(pendingEmission, id, new SOAPContext(sent.envelope().get()));
    } else if (purpose instanceof RmEmissionPurpose.Creation) {
      logFailure(
          pendingEmission,
          "the response to CreateSequence is not SOAP, HTTP status " + sent.status());
    }
    boolean isAccepted = sent.status() / 100 == 2;
    if (isAccepted && purpose instanceof RmEmissionPurpose.Termination termination) {
      // an empty response confirms it too
      send(engine.atSource(termination.key(), new RmEvent.TerminateAnswered()));
    }
  }

  /** Processes a response that is for a source, or a message of a sequence with a local sink. */
  private void receive(Pending pendingEmission, MessageId id, SOAPContext context) {
    try {
      RmExchange exchange =
          new RmExchange(
              id.toString(),
              "",
              Optional.of(true),
              settings.requestTime().toMillis(),
              0,
              Optional.empty(),
              false);
      processResponse(context, pendingEmission.purpose());
      if (RmSinkProcessor.isInSequence(context)) {
        inSequence(context, exchange);
      }
    } catch (WsException | MalformedMessageException e) {
      responseLog.log(
          "rejected the response of "
              + name(pendingEmission.to())
              + " to a reliable messaging message: "
              + e.getMessage());
    }
  }

  /** The timers of the sequence repeat the emission if necessary. */
  private void logFailure(Pending pendingEmission, String reason) {
    failureLog.log(
        "failed to send a reliable messaging message to "
            + name(pendingEmission.to())
            + ": "
            + reason);
  }

  private static String name(Target target) {
    return target instanceof Target.Endpoint endpoint
        ? endpoint.addresses().get(0).uri().toString()
        : target.toString();
  }

  private void processResponse(SOAPContext context, RmEmissionPurpose purpose) throws WsException {
    try {
      RmSourceProcessor.processResponse(site, context, purpose);
    } catch (UnknownMessageException | IncorrectExchangeException e) {
      LOG.debug("Response to reliable messaging message: {}", e.getMessage());
    }
  }

  private void inSequence(SOAPContext context, RmExchange exchange) throws WsException {
    if (settings.repliesTo().isPresent()) {
      new RmSinkProcessor(site, exchange).processExchange(context, Direction.FROM_NETWORK);
    } else {
      RmSourceProcessor.acknowledgeDropped(site, context, exchange);
    }
  }
}
