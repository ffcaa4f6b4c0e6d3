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
import org.dharch.core.message.EnvelopeDiff;
import org.dharch.core.message.Merge;

/**
 * Asks several processors one after another, each with the message as the one before it left it,
 * until one answers, accepts or puts it off. WS-Addressing's is the first. Safe for any thread if
 * its processors are.
 */
public final class ProcessorChain implements WsProcessor {
  private final List<WsProcessor> processors;
  private final LongAdder incorrect = new LongAdder();

  public ProcessorChain(List<WsProcessor> processors) {
    this.processors = List.copyOf(processors);
  }

  /** How many messages were for another role than that of a processor they came to. */
  public long incorrectExchanges() {
    return incorrect.sum();
  }

  /**
   * What all of them do together.
   *
   * @throws UnknownMessageException if the message is none of any processor's
   * @throws WsException the first that is another
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
        // the next may know it
      } catch (IncorrectExchangeException e) {
        incorrect.increment();
      }
    }
    if (all.isEmpty()) {
      throw new UnknownMessageException("none of " + processors.size() + " processors knows it");
    }
    return together(context, now, all);
  }

  private static SOAPContext changed(SOAPContext context, Changes changes) {
    return changes.touchesEnvelope()
        ? context.with(Merge.apply(context.bytes(), changes, Limits.DEFAULT))
        : context;
  }

  /** All that was done, as of one processor that was given the message as it came. */
  private static Changes together(SOAPContext before, SOAPContext after, List<Changes> all) {
    Changes.Builder together = Changes.builder();
    Optional<Changes.Verdict> verdict = all.get(all.size() - 1).verdict();
    all.forEach(changes -> changes.emissions().forEach(together::emit));
    if (verdict.isPresent() && say(together, verdict.get())) {
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

  /** Whether the message only comes later, so that nothing else counts. */
  private static boolean say(Changes.Builder together, Changes.Verdict verdict) {
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
