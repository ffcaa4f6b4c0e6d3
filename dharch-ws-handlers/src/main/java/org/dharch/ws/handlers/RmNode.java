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
import org.dharch.core.message.RepeatedLog;
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
 * What the RM handlers of one node with one store have in common: the engine, its timer, and what
 * it sends. What is sent is told to whichever of the handlers was made first, which passes it on.
 * Any thread.
 */
final class RmNode implements RmOutbox {
  private static final Logger LOG = LoggerFactory.getLogger(RmNode.class);
  private static final long TICK_MILLIS = 100;
  private static final int BATCH = 64;
  private static final int MOST_BATCHES = 16;

  /** What an emission is about, and until when something may be told of it. */
  private record Pending(RmEmissionPurpose told, Target to, long untilNanos) {}

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

  /** Lets go of the store; nothing more is sent. */
  void close() {
    timer.cancel(false);
    store.close();
  }

  // ---- by time

  private void tick() {
    try {
      if (!ends.noteWhatWasNot()) {
        return; // what is due may have been delivered
      }
      for (int n = 0; n < MOST_BATCHES; n++) {
        RmResult due = engine.due(BATCH);
        take(due);
        if (due.directives().size() < BATCH) {
          break;
        }
      }
      take(engine.renew(TimeUnit.NANOSECONDS.toMillis(node.nanos())));
      forgetPending();
      trouble.works();
    } catch (StoreException e) {
      trouble.failed(e.getMessage());
    } catch (RuntimeException e) { // a timer that throws is not called again
      LOG.error("reliable messaging with store {}", settings.store().url(), e);
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

  // ---- what is sent

  @Override
  public void take(RmResult result) {
    result.told().forEach(counters::count);
    for (RmDirective directive : result.emissions()) {
      emissions.of(directive).ifPresent(this::emit);
    }
  }

  private void emit(RmEmission sent) {
    Emission emission = sent.emission();
    if (!(sent.told() instanceof RmEmissionPurpose.Other) || emission.target() instanceof Target.Endpoint) {
      long until = node.nanos() + emission.deadline().toNanos();
      pending.put(emission.id(), new Pending(sent.told(), emission.target(), until));
    }
    boolean isTaken = false;
    try {
      isTaken = node.emitter().emit(emission);
    } catch (IllegalArgumentException e) {
      LOG.warn("a message of reliable messaging cannot be sent: {}", e.getMessage());
    }
    if (!isTaken) {
      pending.remove(emission.id());
      counters.noRoom();
      if (sent.told() instanceof RmEmissionPurpose.Delivery delivery) {
        ends.notSent(delivery);
      }
    }
  }

  // ---- what became of it

  /** See {@link org.dharch.api.DHHandler#emitted}. */
  void emitted(MessageId id, Emitted outcome) {
    Pending about = pending.remove(id);
    if (about == null) {
      return; // told too late, or nobody's concern
    }
    try {
      if (outcome instanceof Emitted.Sent sent) {
        sent(about, id, sent);
      } else if (about.told() instanceof RmEmissionPurpose.Delivery delivery) {
        if (outcome instanceof Emitted.Failed failed) {
          ends.refused(delivery, failed.code() + " " + failed.reason());
        } else {
          ends.delivered(delivery);
        }
      } else if (outcome instanceof Emitted.Failed failed) {
        inVain(about, failed.code() + " " + failed.reason());
      }
    } catch (ConflictException e) {
      LOG.debug("what became of {} is noted when it comes again", id, e);
    } catch (StoreException e) {
      trouble.failed("what was answered to " + id + " cannot be noted: " + e.getMessage());
    }
  }

  private void sent(Pending about, MessageId id, Emitted.Sent sent) {
    RmEmissionPurpose told = about.told();
    if (sent.envelope().isPresent()) {
      answered(about, id, new SOAPContext(sent.envelope().get()));
    } else if (told instanceof RmEmissionPurpose.Creation) {
      inVain(about, "the answer to CreateSequence is no SOAP, with HTTP status " + sent.status());
    }
    boolean isTaken = sent.status() / 100 == 2;
    if (isTaken && told instanceof RmEmissionPurpose.Termination termination) {
      // in 1.1 its response says it; one that says nothing else has taken it all the same
      take(engine.atSource(termination.key(), new RmEvent.TerminateAnswered()));
    }
  }

  /** The answer is for a source, and may be a message of a sequence whose sink is here. */
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
      hear(context, about.told());
      if (RmSinkProcessor.isInSequence(context)) {
        inSequence(context, exchange);
      }
    } catch (WsException | MalformedMessageException e) {
      wrong.say(
          "the answer of "
              + name(about.to())
              + " to a message of reliable messaging is not taken: "
              + e.getMessage());
    }
  }

  /** It is sent again if it must be, by the sequence's own times. */
  private void inVain(Pending about, String reason) {
    vain.say("a message of reliable messaging to " + name(about.to()) + " was in vain: " + reason);
  }

  private static String name(Target target) {
    return target instanceof Target.Endpoint endpoint
        ? endpoint.addresses().get(0).uri().toString()
        : target.toString();
  }

  private void hear(SOAPContext context, RmEmissionPurpose told) throws WsException {
    try {
      RmSourceProcessor.answered(site, context, told);
    } catch (UnknownMessageException | IncorrectExchangeException e) {
      LOG.debug("the answer to a message of reliable messaging: {}", e.getMessage());
    }
  }

  private void inSequence(SOAPContext context, RmExchange exchange) throws WsException {
    if (settings.repliesTo().isPresent()) {
      new RmSinkProcessor(site, exchange).processExchange(context, Direction.FROM_NETWORK);
    } else {
      RmSourceProcessor.dropped(site, context, exchange);
    }
  }
}
