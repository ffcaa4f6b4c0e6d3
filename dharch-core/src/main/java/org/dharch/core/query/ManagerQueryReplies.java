package org.dharch.core.query;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.dharch.api.MessageId;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.view.ManagerQueryReply;
import org.dharch.core.wire.DMFormat;

/**
 * Collects the replies of managers to one query, in any order, one for each manager: a network may
 * duplicate and delay, and the number of managers is unknown. Safe for any thread.
 */
public final class ManagerQueryReplies {
  /** The bound on managers in a reply. */
  public static final int MOST = 1000;

  private final MessageId ask;
  private final Map<String, ManagerQueryReply> byManager = new TreeMap<>(); // guarded by this
  private long latestAt = System.nanoTime(); // guarded by this

  /** Creates an empty collection for the query with this id. */
  public ManagerQueryReplies(MessageId ask) {
    this.ask = ask;
  }

  /** Returns the query's id. */
  public MessageId ask() {
    return ask;
  }

  /**
   * Takes a manager's reply.
   *
   * @param manager the sender, as authenticated by the transport
   * @return false if it replies to another query, or its manager has replied before
   * @throws MalformedMessageException if it is no reply
   */
  public boolean take(String manager, DMFormat answer) {
    if (!answer.id().equals(ask)) {
      return false;
    }
    return add(QueryReplyFormat.answer(manager, answer));
  }

  synchronized boolean add(ManagerQueryReply answer) {
    boolean isNew =
        byManager.size() < MOST && byManager.putIfAbsent(answer.manager(), answer) == null;
    if (isNew) {
      latestAt = System.nanoTime();
      notifyAll();
    }
    return isNew;
  }

  /** Returns the replies, ordered by the managers' addresses. */
  public synchronized List<ManagerQueryReply> list() {
    return List.copyOf(byManager.values());
  }

  /**
   * Waits until no reply has arrived for a while.
   *
   * @param quiet the time without a reply, from the latest one or from this call
   * @param most the longest wait
   */
  public synchronized List<ManagerQueryReply> await(Duration quiet, Duration most)
      throws InterruptedException {
    long begun = System.nanoTime();
    while (true) {
      long now = System.nanoTime();
      long since = Math.min(now - latestAt, now - begun);
      long left = Math.min(quiet.toNanos() - since, most.toNanos() - (now - begun));
      if (left <= 0) {
        return list();
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
  }
}
