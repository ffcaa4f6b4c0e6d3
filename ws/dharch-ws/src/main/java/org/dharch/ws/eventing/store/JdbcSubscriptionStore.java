package org.dharch.ws.eventing.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import org.dharch.ws.eventing.DeliveryFormat;
import org.dharch.ws.eventing.EventingVersion;
import org.dharch.ws.eventing.Filter;
import org.dharch.ws.eventing.Sink;
import org.dharch.ws.eventing.Subscription;
import org.dharch.ws.eventing.SubscriptionStore;
import org.dharch.ws.jdbc.Database;
import org.dharch.ws.jdbc.Session;
import org.dharch.ws.jdbc.Sessions;
import org.dharch.ws.soap.SoapVersion;

/**
 * Stores subscriptions in a database: the SQLite file of one node, or a PostgreSQL database that
 * nodes share. Thread-safe.
 */
public final class JdbcSubscriptionStore implements SubscriptionStore {
  private static final String SELECT =
      "SELECT " + EventingSchema.COLUMNS + " FROM wse_subscription";

  private static final String RETURNING = " RETURNING " + EventingSchema.COLUMNS + ", filter";

  private static final String SELECT_WITH_FILTER =
      "SELECT "
          + EventingSchema.COLUMNS.replaceAll("(\\w+)", "s.$1")
          + ", f.kind, f.expression, f.namespaces FROM wse_subscription s"
          + " JOIN wse_filter f ON f.id = s.filter"
          + " WHERE s.id > ? AND s.expires_at > ? ORDER BY s.id LIMIT ?";

  private final Sessions sessions;
  private final Bounds bounds;

  private JdbcSubscriptionStore(Sessions sessions, Bounds bounds) {
    this.sessions = sessions;
    this.bounds = bounds;
  }

  /**
   * Opens the store and creates missing tables.
   *
   * @param url {@code jdbc:sqlite:FILE} or {@code jdbc:postgresql:…}
   * @param login the properties user and password, if the database requires them
   * @param clock this host's clock; PostgreSQL uses its own
   * @param connections the maximum number of connections, from 1 to 64; a SQLite file uses
   *     subscription
   * @throws org.dharch.ws.jdbc.StoreException if the store cannot be opened or has another version
   */
  public static JdbcSubscriptionStore open(
      String url, Properties login, InstantSource clock, int connections, Bounds bounds) {
    Database database = new Database(url, login, clock);
    EventingSchema.prepare(database);
    return new JdbcSubscriptionStore(new Sessions(database, connections), bounds);
  }

  /**
   * Opens an existing store, to inspect or cancel subscriptions.
   *
   * @throws org.dharch.ws.jdbc.StoreException if the store does not exist
   */
  public static JdbcSubscriptionStore openForOperator(
      String url, Properties login, InstantSource clock) {
    Database database = new Database(url, login, clock);
    EventingSchema.require(database);
    return new JdbcSubscriptionStore(new Sessions(database, 1), Bounds.DEFAULT);
  }

  /** A subscription with its filter. */
  public record Listed(Subscription subscription, Filter filter) {}

  /**
   * Lists subscriptions by id.
   *
   * @param after the id of the last one of the previous page; empty for the first page
   */
  public List<Listed> list(String after, int limit) {
    return sessions.transact(
        session -> {
          long now = session.now();
          return session.query(
              SELECT_WITH_FILTER,
              bind -> bind.text(after).number(now).number(limit),
              row -> new Listed(read(row), filter(row, 11)));
        });
  }

  @Override
  public long now() {
    return sessions.transact(Session::now);
  }

  @Override
  public Added add(Subscription subscription, Filter filter) {
    return sessions.transact(
        session -> {
          FilterRows filters = FilterRows.lock(session);
          if (row(session, subscription.id()).isPresent()) {
            return Added.ADDED; // the same request again
          }
          if (filters.subscriptions() >= bounds.subscriptions()) {
            return Added.TOO_MANY;
          }
          Optional<Long> number = filters.acquire(filter, bounds);
          if (number.isEmpty()) {
            return Added.TOO_MANY_FILTERS;
          }
          insert(session, subscription, number.get());
          return Added.ADDED;
        });
  }

  private static void insert(Session session, Subscription subscription, long filter) {
    session.update(
        "INSERT INTO wse_subscription ("
            + EventingSchema.COLUMNS
            + ", filter, lost_since) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, 0)",
        bind ->
            bind.text(subscription.id())
                .text(subscription.version().name())
                .text(subscription.soap().name())
                .text(subscription.format().name())
                .flag(subscription.isReliable())
                .text(subscription.notifyTo().text())
                .text(subscription.endTo().map(Sink::text).orElse(""))
                .text(subscription.manager())
                .number(subscription.expiresAt())
                .number(filter));
  }

  private static Subscription read(ResultSet row) throws SQLException {
    String endTo = row.getString(7);
    return new Subscription(
        row.getString(1),
        EventingVersion.valueOf(row.getString(2)),
        SoapVersion.valueOf(row.getString(3)),
        DeliveryFormat.valueOf(row.getString(4)),
        row.getInt(5) != 0,
        Sink.parse(row.getString(6)),
        endTo.isEmpty() ? Optional.empty() : Optional.of(Sink.parse(endTo)),
        row.getString(8),
        row.getLong(9),
        row.getInt(10));
  }

  private static Optional<Subscription> row(Session session, String id) {
    return session.one(
        SELECT + " WHERE id = ?", bind -> bind.text(id), JdbcSubscriptionStore::read);
  }

  @Override
  public Optional<Subscription> find(String id) {
    return sessions.transact(
        session ->
            row(session, id).filter(subscription -> subscription.expiresAt() > session.now()));
  }

  @Override
  public boolean renew(String id, long expiresAt) {
    return sessions.transact(
        session -> {
          long now = session.now();
          return session.update(
                  "UPDATE wse_subscription SET expires_at = ? WHERE id = ? AND expires_at > ?",
                  bind -> bind.number(expiresAt).text(id).number(now))
              > 0;
        });
  }

  @Override
  public Optional<Subscription> remove(String id) {
    return sessions.transact(
        session -> {
          FilterRows filters = FilterRows.lock(session);
          long now = session.now();
          // one statement, because the sweep handles concurrently canceled subscriptions
          Optional<Removed> removed =
              session.one(
                  "DELETE FROM wse_subscription WHERE id = ? AND expires_at > ?" + RETURNING,
                  bind -> bind.text(id).number(now),
                  JdbcSubscriptionStore::removed);
          removed.ifPresent(subscription -> filters.release(subscription.filter(), 1));
          return removed.map(Removed::subscription);
        });
  }

  private static void delete(Session session, FilterRows filters, String id) {
    session
        .query(
            "DELETE FROM wse_subscription WHERE id = ? RETURNING filter",
            bind -> bind.text(id),
            row -> row.getLong(1))
        .forEach(filter -> filters.release(filter, 1));
  }

  @Override
  public List<Numbered> filtersAfter(long number, int limit) {
    return sessions.transact(
        session ->
            session.query(
                "SELECT id, kind, expression, namespaces FROM wse_filter WHERE id > ?"
                    + " ORDER BY id LIMIT ?",
                bind -> bind.number(number).number(limit),
                row -> new Numbered(row.getLong(1), filter(row, 2))));
  }

  private static Filter filter(ResultSet row, int column) throws SQLException {
    return Filter.of(
        Filter.Kind.valueOf(row.getString(column)),
        row.getString(column + 1),
        row.getString(column + 2));
  }

  @Override
  public Numbers numbers() {
    return sessions.transact(
        session -> {
          long last =
              session
                  .one("SELECT last_filter FROM wse_usage", bind -> {}, row -> row.getLong(1))
                  .orElseThrow();
          return new Numbers(
              last,
              new HashSet<>(
                  session.query("SELECT id FROM wse_filter", bind -> {}, row -> row.getLong(1))));
        });
  }

  @Override
  public List<Subscription> page(long filter, String after, int limit) {
    return sessions.transact(
        session -> {
          long now = session.now();
          return session.query(
              SELECT + " WHERE filter = ? AND id > ? AND expires_at > ? ORDER BY id LIMIT ?",
              bind -> bind.number(filter).text(after).number(now).number(limit),
              JdbcSubscriptionStore::read);
        });
  }

  @Override
  public List<Subscription> recordDeliveries(
      Collection<String> lost, Collection<String> arrived, LossTolerance tolerance) {
    return sessions.transact(
        session -> {
          long now = session.now();
          List<Subscription> ended = new ArrayList<>();
          FilterRows filters = FilterRows.lock(session); // a fixed order prevents deadlocks
          for (String id : arrived) {
            session.update(
                "UPDATE wse_subscription SET lost = 0, lost_since = 0 WHERE id = ?",
                bind -> bind.text(id));
          }
          for (String id : lost) {
            recordLoss(session, id, now, tolerance).ifPresent(ended::add);
          }
          ended.forEach(subscription -> delete(session, filters, subscription.id()));
          return ended;
        });
  }

  /** Returns the subscription if it ends. */
  private static Optional<Subscription> recordLoss(
      Session session, String id, long now, LossTolerance tolerance) {
    session.update(
        "UPDATE wse_subscription SET lost_since = CASE WHEN lost = 0 THEN ? ELSE lost_since END,"
            + " lost = lost + 1 WHERE id = ?",
        bind -> bind.number(now).text(id));
    return session.one(
        SELECT + " WHERE id = ? AND (lost >= ? OR lost > 1 AND lost_since <= ?)",
        bind -> bind.text(id).number(tolerance.maxLosses()).number(now - tolerance.millis()),
        JdbcSubscriptionStore::read);
  }

  private record Removed(Subscription subscription, long filter) {}

  private static Removed removed(ResultSet row) throws SQLException {
    return new Removed(read(row), row.getLong(11));
  }

  @Override
  public Swept sweep(int limit) {
    return sessions.transact(
        session -> {
          FilterRows filters = FilterRows.lock(session);
          long now = session.now();
          // one statement, so that no canceled subscription is missed; checks the time of
          // locked rows again
          List<Removed> swept =
              session.query(
                  "DELETE FROM wse_subscription WHERE expires_at <= ? AND id IN (SELECT id FROM"
                      + " wse_subscription WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)"
                      + RETURNING,
                  bind -> bind.number(now).number(now).number(limit),
                  JdbcSubscriptionStore::removed);
          swept.stream()
              .collect(Collectors.groupingBy(Removed::filter, Collectors.counting()))
              .forEach(filters::release);
          return new Swept(
              swept.size(),
              swept.stream()
                  .map(Removed::subscription)
                  .filter(subscription -> subscription.expiresAt() == CANCELED)
                  .toList());
        });
  }

  @Override
  public long count() {
    return sessions.transact(
        session ->
            session
                .one("SELECT subscriptions FROM wse_usage", bind -> {}, row -> row.getLong(1))
                .orElseThrow());
  }

  @Override
  public void close() {
    sessions.close();
  }
}
