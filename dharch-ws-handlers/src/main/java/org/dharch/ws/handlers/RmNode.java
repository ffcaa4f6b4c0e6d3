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
 * Results of emissions arrive at the handler that was created first, which forwards them.
 * Thread-safe.
 */
final class RmNode implements RmOutbox {
  private static final Logger LOG = LoggerFactory.getLogger(RmNode.class);
  private static final long TICK_MILLIS = 100;
  private static final int BATCH = 64;
  private static final int MOST_BATCHES = 16;

  /** The purpose of an emission, and how long its result is awaited. */
  private record Pending(RmEmissionPurpose purpose, Target to, long untilNanos) {}

  private final RmSettingsReader settings;
  private final NodeContext node;
  private final RmStore store;
  private final RmEngine engine;
  private final RmEmissions emissions;
  private final RmSite site;
  private final Map<MessageId, Pending> pending = new ConcurrentHashMap<>();
  private final RmCounters counters = new RmCounters();
  private final StoreTrouble trouble;
  private final RepeatedLog wrong; // answers
  private final RepeatedLog vain; // messages
  private final DeliveryEnds ends;
  private final ScheduledFuture<?> timer;

  RmNode(RmSettingsReader settings, NodeContext node) {
    this.settings = settings;
    this.node = node;
    RandomGenerator random = new SecureRandom();
    store = open(settings, node, new SteadyClock(node.clock(), node::nanos));
    engine = new RmEngine(store, settings.engine(), random, node.node());
    emissions = new RmEmissions(settings.emissions(), random);
    site = new RmSite(engine, settings.agreement(), this);
    trouble = new StoreTrouble("reliable messaging", settings.store().url(), node::nanos);
    wrong = new RepeatedLog(node::nanos, LOG::warn);
    vain = new RepeatedLog(node::nanos, LOG::warn);
    ends = new DeliveryEnds(engine, this, trouble, node::nanos);
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

  RmCounters counters() {
    return counters;
  }

  /** Closes the store and stops sending. */
  void close() {
    timer.cancel(false);
    store.close();
  }

  // ---- timer

  private void tick() {
    try {
      if (!ends.noteWhatWasNot()) {
        return; // due messages may be delivered already
      }
      for (int n = 0; n < MOST_BATCHES; n++) {
        RmResult due = engine.due(BATCH);
        send(due);
        if (due.directives().size() < BATCH) {
          break;
        }
      }
      send(engine.renew(TimeUnit.NANOSECONDS.toMillis(node.nanos())));
      forgetPending();
      trouble.works();
    } catch (StoreException e) {
      trouble.failed(e.getMessage());
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
    result.observations().forEach(counters::count);
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
    boolean isTaken = false;
    try {
      isTaken = node.emitter().emit(emission);
    } catch (IllegalArgumentException e) {
      LOG.warn("Failed to send reliable messaging message reason={}", e.getMessage());
    }
    if (!isTaken) {
      pending.remove(emission.id());
      counters.noCapacity();
      if (sent.purpose() instanceof RmEmissionPurpose.Delivery delivery) {
        ends.notSent(delivery);
      }
    }
  }

  // ---- results

  /** See {@link org.dharch.api.DHHandler#emitted}. */
  void emitted(MessageId id, Emitted outcome) {
    Pending about = pending.remove(id);
    if (about == null) {
      return; // late, or another emission
    }
    try {
      if (outcome instanceof Emitted.Sent sent) {
        sent(about, id, sent);
      } else if (about.purpose() instanceof RmEmissionPurpose.Delivery delivery) {
        if (outcome instanceof Emitted.Failed failed) {
          ends.refused(delivery, failed.code() + " " + failed.reason());
        } else {
          ends.delivered(delivery);
        }
      } else if (outcome instanceof Emitted.Failed failed) {
        inVain(about, failed.code() + " " + failed.reason());
      }
    } catch (ConflictException e) {
      LOG.debug("Deferred result of emission={} until its repetition", id, e);
    } catch (StoreException e) {
      trouble.failed("failed to process the response to " + id + ": " + e.getMessage());
    }
  }

  private void sent(Pending about, MessageId id, Emitted.Sent sent) {
    RmEmissionPurpose purpose = about.purpose();
    if (sent.envelope().isPresent()) {
      answered(about, id, new SOAPContext(sent.envelope().get()));
    } else if (purpose instanceof RmEmissionPurpose.Creation) {
      inVain(about, "the response to CreateSequence is not SOAP, HTTP status " + sent.status());
    }
    boolean isTaken = sent.status() / 100 == 2;
    if (isTaken && purpose instanceof RmEmissionPurpose.Termination termination) {
      // in 1.1 the response confirms it; an empty response is a confirmation too
      send(engine.atSource(termination.key(), new RmEvent.TerminateAnswered()));
    }
  }

  /** Processes a response that is for a source, or a message of a sequence with a local sink. */
  private void answered(Pending about, MessageId id, SOAPContext context) {
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
      hear(context, about.purpose());
      if (RmSinkProcessor.isInSequence(context)) {
        inSequence(context, exchange);
      }
    } catch (WsException | MalformedMessageException e) {
      wrong.say(
          "rejected the response of "
              + name(about.to())
              + " to a reliable messaging message: "
              + e.getMessage());
    }
  }

  /** Handles a failed emission; the timers of the sequence repeat it if necessary. */
  private void inVain(Pending about, String reason) {
    vain.say("failed to send a reliable messaging message to " + name(about.to()) + ": " + reason);
  }

  private static String name(Target target) {
    return target instanceof Target.Endpoint endpoint
        ? endpoint.addresses().get(0).uri().toString()
        : target.toString();
  }

  private void hear(SOAPContext context, RmEmissionPurpose purpose) throws WsException {
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
