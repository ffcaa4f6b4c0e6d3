package org.dharch.ws.rm.store;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.dharch.ws.jdbc.Session;
import org.dharch.ws.rm.MessageState;
import org.dharch.ws.rm.RmMessage;
import org.dharch.ws.rm.SequenceMessages;

final class JdbcMessages implements SequenceMessages {
  private static final String COLUMNS = "number, " + String.join(", ", MessageColumns.NAMES);
  private static final String SELECT = "SELECT " + COLUMNS + " FROM rm_message WHERE sequence = ?";

  /** The minimum of each state, because the index starts with the state. */
  private static final String NEXT_DUE =
      "SELECT COALESCE(MIN(at), "
          + RmMessage.NEVER
          + ") FROM ("
          + String.join(
              " UNION ALL ",
              Collections.nCopies(
                  MessageState.values().length,
                  "SELECT MIN(due_at) AS at FROM rm_message"
                      + " WHERE state = ? AND sequence = ? AND due_at > ?"))
          + ") AS each_state";

  private final Session session;
  private final String key;

  JdbcMessages(Session session, String key) {
    this.session = session;
    this.key = key;
  }

  private List<RmMessage> select(String where, Session.Parameters parameters) {
    return session.query(
        SELECT + where, bind -> parameters.set(bind.text(key)), MessageColumns::read);
  }

  @Override
  public Optional<RmMessage> at(long number) {
    return select(" AND number = ?", bind -> bind.number(number)).stream().findFirst();
  }

  @Override
  public Optional<RmMessage> ownedBy(String owner) {
    return session
        .one(
            "SELECT sequence, " + COLUMNS + " FROM rm_message WHERE hand = ? AND hand <> ''",
            bind -> bind.text(owner),
            row ->
                row.getString("sequence").equals(key)
                    ? Optional.of(MessageColumns.read(row))
                    : Optional.<RmMessage>empty())
        .flatMap(message -> message);
  }

  @Override
  public List<RmMessage> in(MessageState state, int limit) {
    // "+ 0" prevents a scan of all messages of the sequence in the order of the primary key
    return select(
        " AND state = ? ORDER BY number + 0 LIMIT ?",
        bind -> bind.text(state.name()).number(limit));
  }

  @Override
  public List<RmMessage> due(MessageState state, long now, int limit) {
    return select(
        " AND state = ? AND due_at <= ? ORDER BY due_at LIMIT ?",
        bind -> bind.text(state.name()).number(now).number(limit));
  }

  @Override
  public List<RmMessage> between(long lower, long upper, int limit) {
    return select(
        " AND number BETWEEN ? AND ? ORDER BY number LIMIT ?",
        bind -> bind.number(lower).number(upper).number(limit));
  }

  @Override
  public List<RmMessage> withReplies(long lower, long upper) {
    return select(
        " AND state = ? AND reply_number BETWEEN ? AND ?",
        bind -> bind.text(MessageState.ANSWERED.name()).number(lower).number(upper));
  }

  @Override
  public long nextDue(long now) {
    return session
        .one(
            NEXT_DUE,
            bind -> {
              for (MessageState state : MessageState.values()) {
                bind.text(state.name()).text(key).number(now);
              }
            },
            row -> row.getLong(1))
        .orElseThrow();
  }
}
