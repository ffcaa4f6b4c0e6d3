package org.dharch.core.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.dharch.api.MessageId;
import org.dharch.core.context.EndedMessages;
import org.dharch.core.context.InFlightMessages;
import org.dharch.core.context.Inbox;
import org.dharch.core.message.DHArchException;
import org.dharch.core.view.MessageProgress;
import org.dharch.core.view.MessageQuery;
import org.dharch.core.view.QueueLengths;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queries the progress of messages: for active messages on the manager's event loop, by {@link
 * ProgressReport}. Call it on any thread except the event loop.
 */
public final class ProgressQueries {
  private static final Logger LOG = LoggerFactory.getLogger(ProgressQueries.class);
  private static final long ANSWER_SECONDS = 5;

  private final Inbox inbox;
  private final Runnable signal;
  private final EndedMessages ended;

  /**
   * @param signal makes the event loop read the inbox
   */
  public ProgressQueries(Inbox inbox, Runnable signal, EndedMessages ended) {
    this.inbox = inbox;
    this.signal = signal;
    this.ended = ended;
  }

  public Optional<MessageProgress> find(MessageId id) {
    return ask(report -> report.find(id)).or(() -> ended.find(id));
  }

  public QueueLengths lengths() {
    return ask(InFlightMessages::lengths);
  }

  public List<MessageProgress> list(MessageProgress.Filter which) {
    List<MessageProgress> all = new ArrayList<>();
    if (which.asksForUnderWay()) {
      all.addAll(ask(report -> report.list(which)));
    }
    over(which).stream().limit(which.limit() - all.size()).forEach(all::add);
    return all;
  }

  /**
   * The matching messages.
   *
   * @param matched the number of matches, which may exceed the listed messages
   */
  record Found(int matched, List<MessageProgress> messages) {}

  /** Returns the matches for a query that several managers answer. */
  Found found(MessageQuery question) {
    return ask(report -> found(report, question));
  }

  /**
   * Passes the matches to {@code answer} on the event loop, without waiting.
   *
   * @return false if the query was dropped
   */
  boolean answering(MessageQuery question, Consumer<Found> answer) {
    CompletableFuture<Found> found = new CompletableFuture<>();
    var unused = found.thenAccept(answer);
    boolean asked = inbox.put(new Inbox.Ask<>(report -> found(report, question), found));
    signal.run();
    return asked;
  }

  private Found found(InFlightMessages report, MessageQuery question) {
    if (question.id().isPresent()) {
      MessageId id = question.id().get();
      List<MessageProgress> one = report.find(id).or(() -> ended.find(id)).stream().toList();
      return new Found(one.size(), one);
    }
    MessageProgress.Filter which = question.filter();
    List<MessageProgress> all = new ArrayList<>();
    int matched = 0;
    if (which.asksForUnderWay()) {
      all.addAll(report.list(which));
      matched = report.count(which);
    }
    List<MessageProgress> over = over(which);
    over.stream().limit(which.limit() - all.size()).forEach(all::add);
    return new Found(matched + over.size(), all);
  }

  /** Returns the ended messages that match, the latest first. */
  private List<MessageProgress> over(MessageProgress.Filter which) {
    if (!which.ended() || which.node().isPresent()) {
      return List.of();
    }
    return ended.asked(
        which.olderThan(),
        message ->
            which.asksFor(message.target().service())
                && which.asksFor(message.state(), message.fault().stream()));
  }

  private <T> T ask(Function<InFlightMessages, T> question) {
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
      LOG.debug("No response", e);
    }
    throw new DHArchException("the manager did not respond within " + ANSWER_SECONDS + " s");
  }
}
