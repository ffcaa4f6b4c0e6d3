package org.dharch.ws.rm.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.dharch.ws.jdbc.Binder;
import org.dharch.ws.rm.MessageState;
import org.dharch.ws.rm.RmMessage;

/** The columns of {@code rm_message}, except the envelope. */
final class MessageColumns {
  static final String DECLARATION =
      "sequence VARCHAR(300) NOT NULL, number BIGINT NOT NULL, state VARCHAR(20) NOT NULL,"
          + " hand VARCHAR(300) NOT NULL, reply_number BIGINT NOT NULL, attempts INTEGER NOT NULL,"
          + " sent_at BIGINT NOT NULL, due_at BIGINT NOT NULL, lease_until BIGINT NOT NULL,"
          + " bytes INTEGER NOT NULL, is_wire INTEGER NOT NULL";

  /** In write order, after the two key columns. */
  static final List<String> NAMES =
      Stream.of(DECLARATION.split(", "))
          .map(column -> column.replaceFirst(" .*", ""))
          .skip(2)
          .toList();

  private MessageColumns() {}

  static void bind(Binder bind, RmMessage message) throws SQLException {
    bind.text(message.state().name())
        .text(message.owner())
        .number(message.replyNumber())
        .number(message.attempts())
        .number(message.sentAt())
        .number(message.dueAt())
        .number(message.until())
        .number(message.bytes())
        .flag(message.isWire());
  }

  static RmMessage read(ResultSet row) throws SQLException {
    return new RmMessage(
        row.getLong("number"),
        MessageState.valueOf(row.getString("state")),
        row.getString("hand"),
        row.getLong("reply_number"),
        row.getInt("attempts"),
        row.getLong("sent_at"),
        row.getLong("due_at"),
        row.getLong("lease_until"),
        row.getInt("bytes"),
        row.getInt("is_wire") == 1);
  }
}
