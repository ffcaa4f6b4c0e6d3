package org.dharch.core.query;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.dharch.api.MessageId;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.spi.CManager;
import org.dharch.core.view.ManagerQueryReply;
import org.dharch.core.view.MessageQuery;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.ProcessOrigin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers queries for messages from other managers and from clients with the namespace key. Queries
 * are answered on the event loop, at most {@value #MOST_IN_HAND} at a time; further queries are
 * dropped, and their senders repeat them. Safe for any thread.
 */
public final class QueryResponder {
  private static final Logger LOG = LoggerFactory.getLogger(QueryResponder.class);
  private static final int MOST_IN_HAND = 8;
  private static final Duration QUIET = Duration.ofMillis(300);

  private final CManager cmanager;
  private final ProgressQueries progress;
  private final String host = ProcessOrigin.hostName();
  private final AtomicInteger inHand = new AtomicInteger();

  /** The queries of this manager that wait for replies. */
  private final Map<MessageId, ManagerQueryReplies> open = new ConcurrentHashMap<>();

  public QueryResponder(CManager cmanager, ProgressQueries progress) {
    this.cmanager = cmanager;
    this.progress = progress;
  }

  /**
   * Processes a query; does not wait.
   *
   * @throws MalformedMessageException if it is no query
   */
  void asked(String asker, DMFormat message) {
    MessageQuery question = QueryFormat.question(message);
    if (inHand.incrementAndGet() > MOST_IN_HAND) {
      inHand.decrementAndGet();
      return;
    }
    boolean taken =
        progress.answering(
            question,
            found -> {
              inHand.decrementAndGet();
              answer(asker, message.id(), question, found);
            });
    if (!taken) {
      inHand.decrementAndGet();
    }
  }

  private void answer(
      String asker, MessageId ask, MessageQuery question, ProgressQueries.Found found) {
    try {
      boolean whole = question.id().isPresent();
      cmanager.answer(asker, QueryReplyFormat.encode(ask, own(found), whole));
    } catch (MalformedMessageException e) {
      LOG.warn("Failed to answer a query from={} reason={}", asker, e.getMessage());
    }
  }

  private ManagerQueryReply own(ProgressQueries.Found found) {
    return new ManagerQueryReply(
        cmanager.address(), ProcessOrigin.here(host), found.matched(), found.messages());
  }

  /**
   * Processes the reply of a manager, which may be to a query of this manager.
   *
   * @throws MalformedMessageException if it is no reply
   */
  void answered(String manager, DMFormat answer) {
    ManagerQueryReplies gathered = open.get(answer.id());
    if (gathered != null) {
      var unused = gathered.take(manager, answer);
    }
  }

  /**
   * Queries all managers and returns the replies that arrive in time; this manager's is always
   * among them.
   *
   * @throws DHArchException if this manager does not reply, or the thread is interrupted
   */
  public List<ManagerQueryReply> ask(MessageQuery question, Duration most) {
    ManagerQueryReplies gathered =
        new ManagerQueryReplies(MessageId.random(ThreadLocalRandom.current()));
    open.put(gathered.ask(), gathered);
    try {
      boolean asked = cmanager.ask(QueryFormat.encode(gathered.ask(), question));
      gathered.add(own(progress.found(question)));
      return asked ? gathered.await(QUIET, most) : gathered.list();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DHArchException("interrupted during a query of managers", e);
    } finally {
      open.remove(gathered.ask());
    }
  }
}
