package org.dharch.axis2.message;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.axiom.om.OMException;
import org.apache.axiom.soap.SOAPBody;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.axis2.envelope.Faults;
import org.dharch.axis2.envelope.HeaderBlocks;
import org.dharch.axis2.envelope.WireEnvelope;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;

/**
 * One message between its gateway and DHArch: what was handed in, and where its end arrives.
 *
 * @param context the container's context; touched only by the thread that runs the container
 * @param flow the way it is on
 * @param wire the envelope as it was handed in
 * @param properties those handed in
 * @param processed the header blocks that were already processed
 * @param resumes whether nobody waits: the container is resumed when the end is there
 * @param end the end, exactly once
 */
public record SubmittedMessage(
    MessageContext context,
    Direction flow,
    WireEnvelope wire,
    MessageProperties properties,
    Set<HeaderRef> processed,
    boolean resumes,
    CompletableFuture<Outcome> end) {
  private static final String PROPERTY = "org.dharch.axis2.submitted";

  /** One whose thread waits for its end. */
  public static SubmittedMessage held(
      MessageContext context, Direction flow, WireEnvelope wire, Limits limits) throws AxisFault {
    return of(context, context, flow, wire, limits, false);
  }

  /**
   * A request for which the container is resumed.
   *
   * @param original with all that its transport says of it
   * @param context a copy of it, in which it goes on
   */
  public static SubmittedMessage resumable(
      MessageContext original, MessageContext context, WireEnvelope wire, Limits limits)
      throws AxisFault {
    return of(original, context, Direction.IN, wire, limits, true);
  }

  private static SubmittedMessage of(
      MessageContext original,
      MessageContext context,
      Direction flow,
      WireEnvelope wire,
      Limits limits,
      boolean resumes)
      throws AxisFault {
    MessageProperties properties =
        Attached.said(original, ContextProperties.of(original, flow, limits));
    Set<HeaderRef> processed = HeaderBlocks.processed(context.getEnvelope());
    return new SubmittedMessage(
        context, flow, wire, properties, processed, resumes, new CompletableFuture<>());
  }

  /** One out of the store, for which the container is resumed. */
  public static SubmittedMessage replayed(
      MessageContext context, WireEnvelope wire, Submission stored) {
    return new SubmittedMessage(
        context,
        Direction.IN,
        wire,
        stored.properties(),
        stored.processed(),
        true,
        new CompletableFuture<>());
  }

  /** Leaves this in its context, for the handler that the container invokes again. */
  public void suspend() {
    context.setProperty(PROPERTY, this);
  }

  /** What was suspended in {@code context} on this flow, once. */
  public static Optional<SubmittedMessage> resumed(MessageContext context, Direction flow) {
    if (context.getLocalProperty(PROPERTY) instanceof SubmittedMessage message
        && message.flow == flow
        && message.context == context) {
      context.removeProperty(PROPERTY);
      return Optional.of(message);
    }
    return Optional.empty();
  }

  /**
   * Gives the message back to the container as {@code outcome} says, which is that it goes on or
   * was halted.
   *
   * @throws AxisFault if it was halted, or if what the handlers made is not an envelope
   */
  public void apply(Outcome outcome) throws AxisFault {
    if (outcome instanceof Outcome.Completed completed) {
      apply(completed);
    } else if (outcome instanceof Outcome.Failed failed) {
      throw Faults.failed(context, failed.fault(), Optional.of(failed.id()));
    } else {
      throw new IllegalStateException(
          "message " + outcome.id() + " was answered: it does not go on");
    }
  }

  private void apply(Outcome.Completed completed) throws AxisFault {
    try {
      if (resumes) {
        // the transport closes the old tree's parser while the service still reads
        SOAPEnvelope whole = wire.tree(completed.envelope());
        whole.build();
        context.setEnvelope(whole);
      } else if (completed.bodyChanged()) {
        context.setEnvelope(wire.tree(completed.envelope()));
      } else if (completed.headersChanged()) {
        changeHeader(context.getEnvelope(), wire.tree(completed.envelope()));
      }
      if (resumes || !completed.processed().equals(processed) || completed.headersChanged()) {
        HeaderBlocks.mark(context.getEnvelope(), completed.processed());
      }
    } catch (OMException e) {
      throw Faults.receiver(context, "the handlers left no envelope: " + e.getMessage());
    }
    applyProperties(completed.properties());
  }

  /** Leaves in its context what of the properties is different in {@code after}. */
  public void applyProperties(MessageProperties after) throws AxisFault {
    ContextProperties.apply(context, properties, after);
  }

  /** Leaves for the handlers of the fault what those of a failed message have left for them. */
  public void leave(Outcome.Failed failed) {
    OperationProperties.leave(context, properties, failed.exchange());
  }

  /** If nobody has read the body, the changed tree is as good as the old one with its blocks. */
  private void changeHeader(SOAPEnvelope old, SOAPEnvelope changed) throws AxisFault {
    SOAPBody body = old.getBody();
    if (body != null
        && !body.isComplete()
        && HeaderBlocks.bodyStart(body).equals(HeaderBlocks.bodyStart(changed.getBody()))) {
      context.setEnvelope(changed);
      old.close(false);
    } else {
      HeaderBlocks.replace(old, changed);
      changed.close(false);
    }
  }
}
