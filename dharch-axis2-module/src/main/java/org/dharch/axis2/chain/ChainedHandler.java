package org.dharch.axis2.chain;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.HandlerDescription;
import org.apache.axis2.engine.Handler.InvocationResponse;
import org.dharch.api.Changes;
import org.dharch.api.Changes.Verdict;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.Part;
import org.dharch.axis2.envelope.Faults;
import org.dharch.axis2.envelope.WireEnvelope;
import org.dharch.axis2.message.HandlerResponseReply;
import org.dharch.axis2.message.WaitingContext;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.message.Timeline;
import org.dharch.core.message.envelope.Envelopes;
import org.dharch.core.message.envelope.Merge;
import org.slf4j.MDC;

/** Calls the native handler of one {@link ChainHandler} and applies its result. */
final class ChainedHandler {
  /** The key of the message id in the logging context, as on a node. */
  private static final String MDC_MESSAGE = "messageId";

  private static final String ON_A_NODE = "; in an orchestration, on a node, it could";

  private final String name;
  private final DHHandler handler;
  private final Limits limits;

  /**
   * Creates and initializes the handler.
   *
   * @param where names the handler in errors
   */
  ChainedHandler(
      HandlerDescription description,
      String where,
      String className,
      Map<String, String> parameters,
      Limits limits) {
    this.name = description.getName();
    this.limits = limits;
    this.handler = ChainLoader.make(description, where, className);
    ChainNode node = new ChainNode(name);
    boolean ready = false;
    try {
      in(
          () -> {
            handler.init(parameters, node);
            return Changes.NONE;
          });
      ready = true;
    } catch (Exception e) {
      throw new DHArchException(where + ": " + className + " failed to start: " + reason(e), e);
    } finally {
      if (!ready) {
        node.close();
      }
    }
    ChainEnd.closeWith(description, () -> close(node));
  }

  private void close(ChainNode node) {
    node.close();
    try {
      in(
          () -> {
            handler.close();
            return Changes.NONE;
          });
    } catch (Exception e) {
      throw new DHArchException("failed to close handler '" + name + "': " + reason(e), e);
    }
  }

  /** Runs the handler on {@code context}'s message. */
  InvocationResponse invoke(MessageContext context, Direction flow) throws AxisFault {
    WireEnvelope wire = WireEnvelope.of(context, flow, limits);
    if (flow.isInbound()) {
      try {
        Envelopes.checkReceived(wire.bytes(), limits);
      } catch (MalformedMessageException e) {
        throw Faults.sender(context, e.getMessage());
      }
    }
    Submission submission = WaitingContext.submission(context, context, flow, wire, limits);
    MessageId id = MessageId.random(ThreadLocalRandom.current());
    Changes changes;
    Outcome.Completed merged;
    MDC.put(MDC_MESSAGE, id.toString());
    try {
      HandlerMessage given =
          HandlerMessage.of(id, 1, wire.bytes(), submission.properties(), submission.processed());
      changes = in(() -> handler.handle(given));
      check(context, flow, changes);
      merged = merged(id, submission, changes);
    } catch (MalformedMessageException e) {
      throw failed(context, id, "its result does not fit the message: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed(context, id, "its thread was interrupted");
    } catch (Exception e) {
      throw failed(context, id, reason(e));
    } finally {
      MDC.remove(MDC_MESSAGE);
    }
    WaitingContext.held(context, wire, submission).apply(merged);
    return proceed(context, id, changes);
  }

  private static InvocationResponse proceed(MessageContext context, MessageId id, Changes changes)
      throws AxisFault {
    Verdict verdict = changes.verdict().orElse(null);
    if (verdict instanceof Verdict.Respond respond) {
      return HandlerResponseReply.of(context, id, respond.envelope());
    }
    return verdict instanceof Verdict.Accept
        ? HandlerResponseReply.accepted(context)
        : InvocationResponse.CONTINUE;
  }

  private void check(MessageContext context, Direction flow, Changes changes) {
    if (changes == null) {
      throw new DHArchException("the handler must return Changes.NONE for no change (got null)");
    }
    if (!changes.emissions().isEmpty()) {
      throw new DHArchException(ChainNode.NO_EMITTER);
    }
    if (changes.properties().containsKey(MessageProperties.REST)) {
      throw new DHArchException(
          "a handler in Axis2's own chain cannot change the remaining orchestration" + ON_A_NODE);
    }
    Verdict verdict = changes.verdict().orElse(null);
    if (verdict instanceof Verdict.Defer) {
      throw new DHArchException(
          "a handler in Axis2's own chain cannot defer its message" + ON_A_NODE);
    }
    if (verdict != null && !(context.isServerSide() && flow == Direction.IN)) {
      throw new DHArchException("a handler may respond only to a request to this server");
    }
    if (verdict instanceof Verdict.Respond respond) {
      check(respond.envelope(), context.isSOAP11() ? "1.1" : "1.2");
    }
  }

  private void check(byte[] answer, String version) {
    try {
      Envelopes.check(answer, limits);
    } catch (MalformedMessageException e) {
      throw new DHArchException("its response must be a SOAP envelope: " + e.getMessage(), e);
    }
    String own = Envelopes.outline(answer, limits).soap12() ? "1.2" : "1.1";
    if (!own.equals(version)) {
      throw new DHArchException("its response must use SOAP " + version + " (got " + own + ")");
    }
  }

  private Outcome.Completed merged(MessageId id, Submission message, Changes changes) {
    byte[] before = message.envelope();
    boolean header = !changes.addedHeaders().isEmpty() || !changes.removedHeaders().isEmpty();
    boolean body = false;
    for (Part part : changes.replaced().keySet()) {
      header |= part instanceof Part.Header;
      body |= !(part instanceof Part.Header);
    }
    return new Outcome.Completed(
        id,
        Merge.apply(before, changes, limits),
        header,
        body,
        message.properties().merge(changes.properties(), changes.removedProperties()),
        processed(before, message.processed(), changes),
        Timeline.empty(id, ""));
  }

  /** Moves the flags with their blocks; a replaced block loses its flag. */
  private Set<HeaderRef> processed(byte[] envelope, Set<HeaderRef> before, Changes changes) {
    Set<HeaderRef> flags = new HashSet<>(before);
    for (Part part : changes.replaced().keySet()) {
      if (part instanceof Part.Header replaced) {
        flags.remove(replaced.header());
      }
    }
    flags.addAll(changes.processed());
    if (!flags.isEmpty()) {
      flags.retainAll(Envelopes.headers(envelope, limits));
    }
    return Merge.shift(flags, changes);
  }

  private AxisFault failed(MessageContext context, MessageId id, String reason) {
    return Faults.failed(context, new Fault(Fault.Code.HANDLER_FAILED, name, reason), id);
  }

  private static String reason(Exception e) {
    return e instanceof DHArchException && e.getMessage() != null ? e.getMessage() : e.toString();
  }

  private interface Call {
    Changes call() throws Exception;
  }

  /** Calls with the handler's class loader as the context class loader, as on a node. */
  private Changes in(Call call) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(handler.getClass().getClassLoader());
    try {
      return call.call();
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
