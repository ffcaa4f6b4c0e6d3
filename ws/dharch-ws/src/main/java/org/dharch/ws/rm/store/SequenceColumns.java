package org.dharch.ws.rm.store;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.dharch.ws.jdbc.Binder;
import org.dharch.ws.rm.DeliveryAssurance;
import org.dharch.ws.rm.IncompleteSequenceBehavior;
import org.dharch.ws.rm.Ranges;
import org.dharch.ws.rm.RmSequence;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.SinkSequence;
import org.dharch.ws.rm.SinkState;
import org.dharch.ws.rm.SourceSequence;
import org.dharch.ws.rm.SourceState;
import org.dharch.ws.rm.Terms;

/** The columns of {@code rm_sequence}; columns of the other role are 0 or empty. */
final class SequenceColumns {
  static final String DECLARATION =
      "id VARCHAR(300) NOT NULL PRIMARY KEY, role CHAR(1) NOT NULL, name VARCHAR(300) NOT NULL,"
          + " state VARCHAR(20) NOT NULL, target VARCHAR(64) NOT NULL, rm VARCHAR(10) NOT NULL,"
          + " wsa VARCHAR(100) NOT NULL, soap VARCHAR(100) NOT NULL, endpoint TEXT NOT NULL,"
          + " acks_to TEXT NOT NULL, offered VARCHAR(300) NOT NULL, is_offered INTEGER NOT NULL,"
          + " assurance VARCHAR(20) NOT NULL, in_order INTEGER NOT NULL,"
          + " behavior VARCHAR(40) NOT NULL, inactivity_ms BIGINT NOT NULL,"
          + " created_by VARCHAR(300) NOT NULL, ranges TEXT NOT NULL, next_number BIGINT NOT NULL,"
          + " last_number BIGINT NOT NULL, delivered_to BIGINT NOT NULL, held INTEGER NOT NULL,"
          + " delivering INTEGER NOT NULL, serving INTEGER NOT NULL, is_retried INTEGER NOT NULL,"
          + " is_closing INTEGER NOT NULL, attempts INTEGER NOT NULL, reason TEXT NOT NULL,"
          + " expires_at BIGINT NOT NULL, active_at BIGINT NOT NULL, ack_at BIGINT NOT NULL,"
          + " retry_at BIGINT NOT NULL, due_at BIGINT NOT NULL";

  /** In write order. */
  static final List<String> NAMES =
      Stream.of(DECLARATION.split(", ")).map(column -> column.replaceFirst(" .*", "")).toList();

  private static final String SINK = "D"; // destination is the specification's term for sink
  private static final String SOURCE = "S";

  private SequenceColumns() {}

  /**
   * Binds all columns.
   *
   * @return the index of the next parameter
   */
  static int bind(PreparedStatement statement, RmSequence sequence) throws SQLException {
    Binder bind = new Binder(statement);
    bind.text(sequence.key());
    if (sequence instanceof SinkSequence sink) {
      bindSink(bind, sink);
    } else {
      bindSource(bind, (SourceSequence) sequence);
    }
    return bind.next();
  }

  private static void bindTerms(Binder bind, RmSequence sequence, boolean isOffered)
      throws SQLException {
    Terms terms = sequence.terms();
    bind.text(Target.hash(Target.of(sequence)));
    bind.text(terms.version().name());
    bind.text(terms.addressing());
    bind.text(terms.soap());
    bind.text(terms.endpoint());
    bind.text(terms.acksTo());
    bind.text(terms.offered());
    bind.flag(isOffered);
    bind.text(terms.assurance().kind().name());
    bind.flag(terms.assurance().inOrder());
    bind.text(terms.behavior().name());
    bind.number(terms.inactivityMillis());
    bind.text(terms.createdBy());
  }

  private static void bindSink(Binder bind, SinkSequence sink) throws SQLException {
    bind.text(SINK);
    bind.text("");
    bind.text(sink.state().name());
    bindTerms(bind, sink, false);
    bind.text(sink.received().toString());
    bind.number(0);
    bind.number(sink.lastNumber());
    bind.number(sink.deliveredTo());
    bind.number(sink.counts().held());
    bind.number(sink.counts().delivering());
    bind.number(sink.counts().serving());
    bind.flag(false);
    bind.flag(false);
    bind.number(0);
    bind.text("");
    bind.number(sink.times().expiresAt());
    bind.number(sink.times().activeAt());
    bind.number(sink.ackAt());
    bind.number(0);
    bind.number(sink.dueAt());
  }

  private static void bindSource(Binder bind, SourceSequence source) throws SQLException {
    bind.text(SOURCE);
    bind.text(source.id().map(SequenceId::value).orElse(""));
    bind.text(source.state().name());
    bindTerms(bind, source, source.isOffered());
    bind.text(source.numbers().acknowledged().toString());
    bind.number(source.numbers().taken());
    bind.number(source.numbers().last());
    bind.number(0);
    bind.number(0);
    bind.number(0);
    bind.number(0);
    bind.flag(source.numbers().isRetried());
    bind.flag(source.isClosing());
    bind.number(source.control().attempts());
    bind.text(source.reason());
    bind.number(source.times().expiresAt());
    bind.number(source.times().activeAt());
    bind.number(0);
    bind.number(source.control().retryAt());
    bind.number(source.dueAt());
  }

  static RmSequence read(ResultSet row) throws SQLException {
    Terms terms =
        new Terms(
            RmVersion.valueOf(row.getString("rm")),
            row.getString("wsa"),
            row.getString("soap"),
            row.getString("endpoint"),
            row.getString("acks_to"),
            row.getString("offered"),
            new DeliveryAssurance(
                DeliveryAssurance.Kind.valueOf(row.getString("assurance")),
                row.getInt("in_order") == 1),
            IncompleteSequenceBehavior.valueOf(row.getString("behavior")),
            row.getLong("inactivity_ms"),
            row.getString("created_by"));
    return row.getString("role").equals(SINK) ? sink(row, terms) : source(row, terms);
  }

  private static SinkSequence sink(ResultSet row, Terms terms) throws SQLException {
    return new SinkSequence(
        new SequenceId(row.getString("id")),
        terms,
        SinkState.valueOf(row.getString("state")),
        Ranges.parse(row.getString("ranges")),
        row.getLong("delivered_to"),
        row.getLong("last_number"),
        new SinkSequence.Counts(
            row.getInt("held"), row.getInt("delivering"), row.getInt("serving")),
        times(row),
        row.getLong("ack_at"));
  }

  private static SourceSequence source(ResultSet row, Terms terms) throws SQLException {
    String name = row.getString("name");
    return new SourceSequence(
        row.getString("id"),
        name.isEmpty() ? Optional.empty() : Optional.of(new SequenceId(name)),
        terms,
        row.getInt("is_offered") == 1,
        SourceState.valueOf(row.getString("state")),
        new SourceSequence.Numbers(
            row.getLong("next_number"),
            row.getLong("last_number"),
            Ranges.parse(row.getString("ranges")),
            row.getInt("is_retried") == 1),
        row.getInt("is_closing") == 1,
        new SourceSequence.ControlMessage(row.getInt("attempts"), row.getLong("retry_at")),
        row.getString("reason"),
        times(row));
  }

  private static RmSequence.Times times(ResultSet row) throws SQLException {
    return new RmSequence.Times(
        row.getLong("expires_at"), row.getLong("active_at"), row.getLong("due_at"));
  }
}
