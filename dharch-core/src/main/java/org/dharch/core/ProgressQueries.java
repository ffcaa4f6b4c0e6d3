package org.dharch.core;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.dharch.api.MessageId;
import org.dharch.core.message.DHArchException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks where messages are: of those under way in the manager's turn, by {@link ProgressReport}. Any
 * thread but the turn's.
 */
final class ProgressQueries {
  private static final Logger LOG = LoggerFactory.getLogger(ProgressQueries.class);
  private static final long ANSWER_SECONDS = 5;

  private final Inbox inbox;
  private final Runnable signal;
  private final EndedMessages ended;

  /**
   * @param signal has the turn look into the inbox
   */
  ProgressQueries(Inbox inbox, Runnable signal, EndedMessages ended) {
    this.inbox = inbox;
    this.signal = signal;
    this.ended = ended;
  }

  Optional<MessageProgress> find(MessageId id) {
    return ask(report -> report.find(id)).or(() -> ended.find(id));
  }

  QueueLengths lengths() {
    return ask(ProgressReport::lengths);
  }

  List<MessageProgress> list(MessageProgress.Filter which) {
    List<MessageProgress> all = new ArrayList<>();
    if (which.asksForUnderWay()) {
      all.addAll(ask(report -> report.list(which)));
    }
    if (which.ended() && which.node().isEmpty()) {
      List<MessageProgress> latest = ended.snapshot();
      Collections.reverse(latest);
      latest.stream()
          .filter(message -> which.asksFor(message.service(), message.age()))
          .filter(message -> which.asksFor(message.state(), message.fault().stream()))
          .limit(which.limit() - all.size())
          .forEach(all::add);
    }
    return all;
  }

  private <T> T ask(Function<ProgressReport, T> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    boolean asked = inbox.put(new Inbox.Ask<>(question, answer));
    signal.run();
    try {
      if (asked) {
        return answer.get(ANSWER_SECONDS, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.debug("no answer", e);
    }
    throw new DHArchException("the manager did not answer within " + ANSWER_SECONDS + " s");
  }
}
