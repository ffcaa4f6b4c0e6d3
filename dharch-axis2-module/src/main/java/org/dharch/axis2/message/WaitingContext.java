package org.dharch.axis2.message;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.axiom.om.OMException;
import org.apache.axiom.soap.SOAPBody;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.axis2.envelope.Faults;
import org.dharch.axis2.envelope.HeaderBlocks;
import org.dharch.axis2.envelope.NonEnvelopeContent;
import org.dharch.axis2.envelope.WireEnvelope;
import org.dharch.core.message.Direction;
import org.dharch.core.message.MessageContent;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;

/**
 * A container context that waits for the outcome of its message.
 *
 * @param context used only by the thread that runs the container
 * @param wire the envelope of the submission, with its attachments
 * @param submission the message as the manager received it
 * @param resumes whether no thread waits: the container resumes the context at the outcome
 * @param end completed once, with the outcome
 */
public record WaitingContext(
    MessageContext context,
    WireEnvelope wire,
    Submission submission,
    boolean resumes,
    CompletableFuture<Outcome> end) {
  private static final String PROPERTY = "org.dharch.axis2.submitted";

  /** A context whose thread waits for the outcome. */
  public static WaitingContext held(
      MessageContext context, WireEnvelope wire, Submission submission) {
    return new WaitingContext(context, wire, submission, false, new CompletableFuture<>());
  }

  /** A context that the container resumes at the outcome. */
  public static WaitingContext resumable(
      MessageContext context, WireEnvelope wire, Submission submission) {
    return new WaitingContext(context, wire, submission, true, new CompletableFuture<>());
  }

  /**
   * Reads the submission from a context.
   *
   * @param original the context with all its transport's properties
   * @param context {@code original}, or a copy in which the message continues
   * @throws AxisFault if a property of the message cannot be read or exceeds a limit
   */
  public static Submission submission(
      MessageContext original,
      MessageContext context,
      Direction flow,
      WireEnvelope wire,
      Limits limits)
      throws AxisFault {
    MessageProperties properties =
        NonEnvelopeContent.withAttachments(original, ContextProperties.of(original, flow, limits));
    return Submission.of(
        flow,
        Names.service(context),
        Names.operation(context),
        Names.action(context),
        new MessageContent(
            wire.bytes(), properties, HeaderBlocks.processed(context.getEnvelope())));
  }

  public Direction flow() {
    return submission.flow();
  }

  /** Stores this in its context for the handler that the container invokes at the resumption. */
  public void suspend() {
    context.setProperty(PROPERTY, this);
  }

  /** Removes and returns the object that {@link #suspend} stored in {@code context}. */
  public static Optional<WaitingContext> resumed(MessageContext context, Direction flow) {
    if (context.getLocalProperty(PROPERTY) instanceof WaitingContext waiting
        && waiting.flow() == flow
        && waiting.context == context) {
      context.removeProperty(PROPERTY);
      return Optional.of(waiting);
    }
    return Optional.empty();
  }

  /**
   * Applies a completed or failed message's outcome to the context.
   *
   * @throws AxisFault if the message failed or the handlers left an invalid envelope
   */
  public void apply(Outcome outcome) throws AxisFault {
    if (outcome instanceof Outcome.Completed completed) {
      apply(completed);
    } else if (outcome instanceof Outcome.Failed failed) {
      if (resumes) {
        applyProperties(failed.properties());
      }
      throw Faults.failed(context, failed.fault(), failed.id());
    } else {
      throw new IllegalStateException(
          "message " + outcome.id() + " was answered by a handler and has no service call");
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
      if (resumes
          || !completed.processed().equals(submission.processed())
          || completed.headersChanged()) {
        HeaderBlocks.mark(context.getEnvelope(), completed.processed());
      }
    } catch (OMException e) {
      throw Faults.receiver(context, "the handlers left an invalid envelope: " + e.getMessage());
    }
    applyProperties(completed.properties());
  }

  /** Sets in the context the properties that differ in {@code after}. */
  public void applyProperties(MessageProperties after) throws AxisFault {
    ContextProperties.apply(context, submission.properties(), after);
  }

  /** Replaces the whole tree if its body is still unparsed, otherwise the header blocks. */
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
