package org.dharch.ws.resource;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.dharch.ws.jdbc.Binder;
import org.dharch.ws.jdbc.ConflictException;
import org.dharch.ws.jdbc.Session;

/**
 * A database transaction with optimistic locking: updates a row only if its version is unchanged.
 */
final class JdbcResources implements ResourceTransaction {
  private record Row(Resource resource, long version) {}

  private final Session session;

  /** The versions of the rows that were read; 0 for a missing row. */
  private final Map<ResourceKey, Long> versions = new HashMap<>();

  JdbcResources(Session session) {
    this.session = session;
  }

  @Override
  public long now() {
    return session.now();
  }

  @Override
  public Optional<Resource> resource(ResourceKey key) {
    Optional<Row> row =
        session.one(
            "SELECT document, termination_at, row_version FROM wsrf_resource"
                + " WHERE service = ? AND id = ?"
                // the retry after a conflict takes a lock
                + (session.attempt() > 1 ? session.dialect().lock() : ""),
            bind -> bind.text(key.service()).text(key.id()),
            columns -> read(key, columns));
    versions.put(key, row.map(Row::version).orElse(0L));
    return row.map(Row::resource)
        .filter(
            resource ->
                resource.terminationAt().isEmpty() || resource.terminationAt().getAsLong() > now());
  }

  private static Row read(ResourceKey key, ResultSet row) throws SQLException {
    String document = new String(row.getBytes(1), StandardCharsets.UTF_8);
    long at = row.getLong(2);
    OptionalLong terminationAt = row.wasNull() ? OptionalLong.empty() : OptionalLong.of(at);
    return new Row(new Resource(key, document, terminationAt), row.getLong(3));
  }

  @Override
  public void put(Resource resource) {
    ResourceKey key = resource.key();
    long version = version(key);
    requireOne(
        key,
        version == 0
            ? session.update(
                "INSERT INTO wsrf_resource (document, termination_at, service, id, row_version)"
                    + " VALUES (?, ?, ?, ?, 1) ON CONFLICT DO NOTHING",
                bind -> content(bind, resource).text(key.service()).text(key.id()))
            : session.update(
                "UPDATE wsrf_resource SET document = ?, termination_at = ?,"
                    + " row_version = row_version + 1"
                    + " WHERE service = ? AND id = ? AND row_version = ?",
                bind ->
                    content(bind, resource).text(key.service()).text(key.id()).number(version)));
    versions.put(key, version + 1);
  }

  private static Binder content(Binder bind, Resource resource) throws SQLException {
    bind.bytes(resource.document().getBytes(StandardCharsets.UTF_8));
    OptionalLong at = resource.terminationAt();
    return at.isPresent() ? bind.number(at.getAsLong()) : bind.noNumber();
  }

  @Override
  public void remove(ResourceKey key) {
    long version = version(key);
    requireOne(
        key,
        session.update(
            "DELETE FROM wsrf_resource WHERE service = ? AND id = ? AND row_version = ?",
            bind -> bind.text(key.service()).text(key.id()).number(version)));
    versions.put(key, 0L);
  }

  private long version(ResourceKey key) {
    Long version = versions.get(key);
    if (version == null) {
      throw new IllegalStateException("the resource " + key + " must be read before it is written");
    }
    return version;
  }

  private static void requireOne(ResourceKey key, int rows) {
    if (rows != 1) {
      throw new ConflictException("the resource " + key);
    }
  }

  @Override
  public long count(String service) {
    return session
        .one(
            "SELECT COUNT(*) FROM wsrf_resource WHERE service = ?",
            bind -> bind.text(service),
            row -> row.getLong(1))
        .orElseThrow();
  }

  @Override
  public Optional<String> outcome(String messageId) {
    return session.one(
        "SELECT outcome FROM wsrf_done WHERE message = ?",
        bind -> bind.text(messageId),
        row -> new String(row.getBytes(1), StandardCharsets.UTF_8));
  }

  @Override
  public void done(String messageId, String outcome) {
    int rows =
        session.update(
            "INSERT INTO wsrf_done (message, outcome, done_at) VALUES (?, ?, ?)"
                + " ON CONFLICT DO NOTHING",
            bind ->
                bind.text(messageId).bytes(outcome.getBytes(StandardCharsets.UTF_8)).number(now()));
    if (rows != 1) {
      throw new ConflictException("the message " + messageId);
    }
  }
}
