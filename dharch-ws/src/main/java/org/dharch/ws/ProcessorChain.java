package org.dharch.ws;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.core.message.envelope.EnvelopeDiff;
import org.dharch.core.message.envelope.Merge;

/**
 * Asks several processors in order. Each processor receives the message as its predecessor left it.
 * The chain ends when a processor answers, accepts or defers the message. {@link
 * AddressingProcessor} must be the first one. Thread-safe if its processors are.
 */
public final class ProcessorChain implements WsProcessor {
  private final List<WsProcessor> processors;
  private final LongAdder incorrect = new LongAdder();

  public ProcessorChain(List<WsProcessor> processors) {
    this.processors = List.copyOf(processors);
  }

  /** Returns how many times a processor received a message for the other role of its protocol. */
  public long incorrectExchanges() {
    return incorrect.sum();
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
    SOAPContext now = context;
    for (WsProcessor processor : processors) {
      try {
        Changes changes = processor.processExchange(now, direction);
        all.add(changes);
        if (changes.verdict().isPresent()) {
          break;
        }
        now = changed(now, changes);
      } catch (UnknownMessageException e) {
        // the next processor may handle it
      } catch (IncorrectExchangeException e) {
        incorrect.increment();
      }
    }
    if (all.isEmpty()) {
      throw new UnknownMessageException(
          "no processor handles the message (asked " + processors.size() + " processors)");
    }
    return combine(context, now, all);
  }

  private static SOAPContext changed(SOAPContext context, Changes changes) {
    return changes.touchesEnvelope()
        ? context.with(Merge.apply(context.bytes(), changes, Limits.DEFAULT))
        : context;
  }

  /** Combines all changes into the changes of one processor that receives the original message. */
  private static Changes combine(SOAPContext before, SOAPContext after, List<Changes> all) {
    Changes.Builder together = Changes.builder();
    Optional<Changes.Verdict> verdict = all.get(all.size() - 1).verdict();
    all.forEach(changes -> changes.emissions().forEach(together::emit));
    if (verdict.isPresent() && addVerdict(together, verdict.get())) {
      return together.build();
    }
    Set<HeaderRef> blocks = new HashSet<>(before.headers());
    for (Changes changes : all) {
      changes.properties().forEach(together::property);
      changes.removedProperties().forEach(together::removeProperty);
      changes.processed().stream().filter(blocks::contains).forEach(together::processed);
    }
    if (verdict.isEmpty()) {
      envelope(together, before, after, all);
    }
    return together.build();
  }

  /**
   * Adds a verdict. Returns true if the message is deferred: then all other changes are dropped.
   */
  private static boolean addVerdict(Changes.Builder together, Changes.Verdict verdict) {
    if (verdict instanceof Changes.Verdict.Defer defer) {
      together.defer(defer.after());
      return true;
    }
    if (verdict instanceof Changes.Verdict.Respond respond) {
      together.respond(respond.envelope());
    } else {
      together.accept();
    }
    return false;
  }

  private static void envelope(
      Changes.Builder together, SOAPContext before, SOAPContext after, List<Changes> all) {
    List<Changes> touching = all.stream().filter(Changes::touchesEnvelope).toList();
    Changes whole =
        touching.size() == 1
            ? touching.get(0)
            : EnvelopeDiff.between(before.bytes(), after.bytes(), Limits.DEFAULT);
    whole.replaced().forEach(together::replace);
    whole.addedHeaders().forEach(together::addHeader);
    whole.removedHeaders().forEach(together::removeHeader);
  }
}
