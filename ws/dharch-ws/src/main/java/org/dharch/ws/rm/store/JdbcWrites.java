package org.dharch.ws.rm.store;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dharch.ws.jdbc.Binder;
import org.dharch.ws.jdbc.ConflictException;
import org.dharch.ws.jdbc.Session;
import org.dharch.ws.rm.Ranges;
import org.dharch.ws.rm.RmMessage;
import org.dharch.ws.rm.RmSequence;

/** Writes the pending changes of transactions and maintains the usage record. */
final class JdbcWrites {
  private static final String INSERT_SEQUENCE =
      "INSERT INTO rm_sequence ("
          + String.join(", ", SequenceColumns.NAMES)
          + ", row_version) VALUES ("
          + marks(SequenceColumns.NAMES.size())
          + ", 1) ON CONFLICT DO NOTHING";
  private static final String UPDATE_SEQUENCE =
      "UPDATE rm_sequence SET "
          + String.join(" = ?, ", SequenceColumns.NAMES)
          + " = ?, lease = '', lease_until = 0, row_version = row_version + 1"
          + " WHERE id = ? AND row_version = ?";
  private static final String DELETE_SEQUENCE =
      "DELETE FROM rm_sequence WHERE id = ? AND row_version = ?";
  private static final String INSERT_MESSAGE =
      "INSERT INTO rm_message (sequence, number, "
          + String.join(", ", MessageColumns.NAMES)
          + ", envelope) VALUES ("
          + marks(3 + MessageColumns.NAMES.size())
          + ") ON CONFLICT DO NOTHING";
  private static final String UPDATE_MESSAGE =
      "UPDATE rm_message SET " + String.join(" = ?, ", MessageColumns.NAMES) + " = ?";
  private static final String WHERE_MESSAGE = " WHERE sequence = ? AND number = ?";
  private static final String DELETE_MESSAGES =
      "DELETE FROM rm_message WHERE sequence = ? AND number BETWEEN ? AND ? RETURNING bytes";

  private final Session session;
  private final String lane;
  private RmUsage change = RmUsage.NONE;

  /** The changes of the active call. */
  private RmUsage written = RmUsage.NONE;

  JdbcWrites(Session session, String lane) {
    this.session = session;
    this.lane = lane;
  }

  private static String marks(int count) {
    return String.join(", ", Collections.nCopies(count, "?"));
  }

  RmUsage change() {
    return change;
  }

  void forgetChange() {
    change = RmUsage.NONE;
  }

  void write(Writes writes) throws SQLException {
    written = RmUsage.NONE;
    for (Map.Entry<String, Optional<RmSequence>> entry : writes.sequences.entrySet()) {
      long version = writes.versions.getOrDefault(entry.getKey(), 0L);
      sequence(entry.getKey(), entry.getValue(), version);
    }
    for (Map.Entry<String, Ranges> entry : writes.forgotten.entrySet()) {
      Ranges numbers = entry.getValue();
      for (int r = 0; r < numbers.count(); r++) {
        delete(entry.getKey(), numbers.lower(r), numbers.upper(r));
      }
    }
    for (Map.Entry<String, ? extends Map<Long, MessageRow>> entry : writes.messages.entrySet()) {
      messages(entry.getKey(), entry.getValue());
    }
    writeUsage();
  }

  private void addUsage(long sequences, long messages, long bytes) {
    written = written.plus(new RmUsage(sequences, messages, bytes));
  }

  private void writeUsage() throws SQLException {
    if (written.equals(RmUsage.NONE)) {
      return;
    }
    change = change.plus(written);
    PreparedStatement add =
        session.statement(
            "INSERT INTO rm_usage (sequences, messages, bytes, lane) VALUES (?, ?, ?, ?)"
                + " ON CONFLICT (lane) DO UPDATE SET sequences = rm_usage.sequences"
                + " + excluded.sequences, messages = rm_usage.messages + excluded.messages,"
                + " bytes = rm_usage.bytes + excluded.bytes");
    new Binder(add)
        .number(written.sequences())
        .number(written.messages())
        .number(written.bytes())
        .text(lane);
    add.executeUpdate();
  }

  private void sequence(String key, Optional<RmSequence> sequence, long version)
      throws SQLException {
    if (sequence.isEmpty() && version == 0) {
      return; // created and deleted in one commit
    }
    PreparedStatement statement;
    if (sequence.isEmpty()) {
      delete(key, 1, Long.MAX_VALUE);
      statement = session.statement(DELETE_SEQUENCE);
      new Binder(statement).text(key).number(version);
      addUsage(-1, 0, 0);
    } else if (version == 0) {
      statement = session.statement(INSERT_SEQUENCE);
      SequenceColumns.bind(statement, sequence.get());
      addUsage(1, 0, 0);
    } else {
      statement = session.statement(UPDATE_SEQUENCE);
      int next = SequenceColumns.bind(statement, sequence.get());
      statement.setString(next, key);
      statement.setLong(next + 1, version);
    }
    if (statement.executeUpdate() != 1) {
      throw new ConflictException("the sequence " + key);
    }
  }

  private void delete(String key, long lower, long upper) {
    List<Integer> bytes =
        session.query(
            DELETE_MESSAGES,
            bind -> bind.text(key).number(lower).number(upper),
            row -> row.getInt(1));
    addUsage(0, -bytes.size(), -bytes.stream().mapToLong(Integer::longValue).sum());
  }

  private void messages(String key, Map<Long, MessageRow> messages) throws SQLException {
    List<MessageRow> inserted = new ArrayList<>();
    List<RmMessage> changed = new ArrayList<>();
    for (MessageRow row : messages.values()) {
      RmMessage message = row.message().orElseThrow();
      if (row.envelope().isPresent()) {
        inserted.add(row);
      } else if (message.bytes() == 0) {
        insertOrReplace(key, List.of(row));
      } else {
        changed.add(message);
      }
    }
    insertOrReplace(key, inserted);
    update(key, changed);
  }

  /** Writes messages with a new or deleted envelope. */
  private void insertOrReplace(String key, List<MessageRow> inserted) throws SQLException {
    if (inserted.isEmpty()) {
      return;
    }
    PreparedStatement insert = session.statement(INSERT_MESSAGE);
    for (MessageRow row : inserted) {
      RmMessage message = row.message().orElseThrow();
      Binder bind = new Binder(insert).text(key).number(message.number());
      MessageColumns.bind(bind, message);
      bind.bytes(row.envelope().orElse(null));
      insert.addBatch();
    }
    int[] counts = insert.executeBatch();
    for (int i = 0; i < counts.length; i++) {
      RmMessage message = inserted.get(i).message().orElseThrow();
      if (counts[i] == 1) {
        addUsage(0, 1, message.bytes());
      } else {
        replace(key, message, inserted.get(i).envelope());
      }
    }
  }

  private void replace(String key, RmMessage message, Optional<byte[]> envelope)
      throws SQLException {
    List<Integer> before =
        session.query(
            "SELECT bytes FROM rm_message" + WHERE_MESSAGE,
            bind -> bind.text(key).number(message.number()),
            row -> row.getInt(1));
    if (before.isEmpty()) {
      throw new ConflictException("the sequence " + key); // its owner is in another sequence
    }
    PreparedStatement update = session.statement(UPDATE_MESSAGE + ", envelope = ?" + WHERE_MESSAGE);
    Binder bind = new Binder(update);
    MessageColumns.bind(bind, message);
    bind.bytes(envelope.orElse(null)).text(key).number(message.number());
    update.executeUpdate();
    addUsage(0, 0, message.bytes() - (long) before.get(0));
  }

  private void update(String key, List<RmMessage> changed) throws SQLException {
    if (changed.isEmpty()) {
      return;
    }
    PreparedStatement update = session.statement(UPDATE_MESSAGE + WHERE_MESSAGE);
    for (RmMessage message : changed) {
      Binder bind = new Binder(update);
      MessageColumns.bind(bind, message);
      bind.text(key).number(message.number());
      update.addBatch();
    }
    update.executeBatch();
  }
}
