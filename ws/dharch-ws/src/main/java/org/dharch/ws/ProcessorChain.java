package org.dharch.ws;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.core.message.envelope.EnvelopeDiff;
import org.dharch.core.message.envelope.Merge;

/**
 * Calls processors in order; each receives the message as apply by its predecessors. The chain ends
 * when a processor answers, accepts or defers the message. {@link AddressingProcessor} must be
 * first. Thread-safe if its processors are.
 */
public final class ProcessorChain implements WsProcessor {
  private final List<WsProcessor> processors;

  public ProcessorChain(List<WsProcessor> processors) {
    this.processors = List.copyOf(processors);
  }

  /**
   * Returns the combined changes of all processors.
   *
   * @throws UnknownMessageException if no processor handles the message
   * @throws WsException the first exception of another kind
   */
  @Override
  public Changes processExchange(SOAPContext context, Direction direction) throws WsException {
    List<Changes> all = new ArrayList<>(processors.size());
    SOAPContext current = context;
    for (WsProcessor processor : processors) {
      try {
        Changes changes = processor.processExchange(current, direction);
        all.add(changes);
        if (changes.verdict().isPresent()) {
          break;
        }
        current = apply(current, changes);
      } catch (UnknownMessageException | IncorrectExchangeException e) {
        // the next processor may handle it
      }
    }
    if (all.isEmpty()) {
      throw new UnknownMessageException(
          "no processor handles the message (asked " + processors.size() + " processors)");
    }
    return combine(context, current, all);
  }

  private static SOAPContext apply(SOAPContext context, Changes changes) {
    return changes.touchesEnvelope()
        ? context.with(Merge.apply(context.bytes(), changes, Limits.DEFAULT))
        : context;
  }

  private static Changes combine(SOAPContext before, SOAPContext after, List<Changes> all) {
    Changes.Builder combined = Changes.builder();
    Optional<Changes.Verdict> verdict = all.get(all.size() - 1).verdict();
    all.forEach(changes -> changes.emissions().forEach(combined::emit));
    if (verdict.isPresent() && addVerdict(combined, verdict.get())) {
      return combined.build();
    }
    Set<HeaderRef> blocks = new HashSet<>(before.headers());
    for (Changes changes : all) {
      changes.properties().forEach(combined::property);
      changes.removedProperties().forEach(combined::removeProperty);
      changes.processed().stream().filter(blocks::contains).forEach(combined::processed);
    }
    if (verdict.isEmpty()) {
      envelope(combined, before, after, all);
    }
    return combined.build();
  }

  /** Returns true if the message is deferred, which drops all other changes. */
  private static boolean addVerdict(Changes.Builder combined, Changes.Verdict verdict) {
    if (verdict instanceof Changes.Verdict.Defer defer) {
      combined.defer(defer.after());
      return true;
    }
    if (verdict instanceof Changes.Verdict.Respond respond) {
      combined.respond(respond.envelope());
    } else {
      combined.accept();
    }
    return false;
  }

  private static void envelope(
      Changes.Builder combined, SOAPContext before, SOAPContext after, List<Changes> all) {
    List<Changes> touching = all.stream().filter(Changes::touchesEnvelope).toList();
    Changes whole =
        touching.size() == 1
            ? touching.get(0)
            : EnvelopeDiff.between(before.bytes(), after.bytes(), Limits.DEFAULT);
    whole.replaced().forEach(combined::replace);
    whole.addedHeaders().forEach(combined::addHeader);
    whole.removedHeaders().forEach(combined::removeHeader);
  }
}
