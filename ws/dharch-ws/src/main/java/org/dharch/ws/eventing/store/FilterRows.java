package org.dharch.ws.eventing.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import org.dharch.ws.eventing.Filter;
import org.dharch.ws.eventing.SubscriptionStore.Bounds;
import org.dharch.ws.jdbc.Dialect;
import org.dharch.ws.jdbc.Session;

/**
 * Accesses the filters in a transaction that creates or ends subscriptions. A lock serializes these
 * transactions over all nodes, so counts are exact and filters become visible in the order of their
 * numbers.
 */
final class FilterRows {
  private final Session session;
  private final long filters;
  private final long characters;
  private final long last;
  private final long subscriptions;

  private FilterRows(
      Session session, long subscriptions, long filters, long characters, long last) {
    this.session = session;
    this.subscriptions = subscriptions;
    this.filters = filters;
    this.characters = characters;
    this.last = last;
  }

  /** Locks the filters until the transaction ends. */
  static FilterRows lock(Session session) {
    String lock = session.dialect() == Dialect.POSTGRESQL ? " FOR UPDATE" : "";
    return session
        .one(
            "SELECT subscriptions, filters, filter_characters, last_filter FROM wse_usage" + lock,
            bind -> {},
            row ->
                new FilterRows(
                    session, row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4)))
        .orElseThrow();
  }

  long subscriptions() {
    return subscriptions;
  }

  /**
   * Adds a subscription to the filter; returns the filter's number, or empty if a bound is reached.
   */
  Optional<Long> acquire(Filter filter, Bounds bounds) {
    String digest = digest(filter);
    Optional<Long> existing =
        session.one(
            "SELECT id FROM wse_filter WHERE digest = ?",
            bind -> bind.text(digest),
            row -> row.getLong(1));
    if (existing.isPresent()) {
      session.update(
          "UPDATE wse_filter SET subscriptions = subscriptions + 1 WHERE id = ?",
          bind -> bind.number(existing.get()));
    } else if (filters >= bounds.filters()
        || characters + filter.size() > bounds.filterCharacters()) {
      return Optional.empty();
    } else {
      insert(filter, digest);
    }
    session.update("UPDATE wse_usage SET subscriptions = subscriptions + 1", bind -> {});
    return Optional.of(existing.orElse(last + 1));
  }

  private void insert(Filter filter, String digest) {
    session.update(
        "INSERT INTO wse_filter VALUES (?, ?, ?, ?, ?, 1)",
        bind ->
            bind.number(last + 1)
                .text(digest)
                .text(filter.kind().name())
                .text(filter.expression())
                .text(filter.bindings()));
    session.update(
        "UPDATE wse_usage SET filters = filters + 1,"
            + " filter_characters = filter_characters + ?, last_filter = ?",
        bind -> bind.number(filter.size()).number(last + 1));
  }

  /** Removes ended subscriptions from their filter, and the filter if it is unused. */
  void release(long number, long count) {
    session.update(
        "UPDATE wse_usage SET subscriptions = subscriptions - ?", bind -> bind.number(count));
    session.update(
        "UPDATE wse_filter SET subscriptions = subscriptions - ? WHERE id = ?",
        bind -> bind.number(count).number(number));
    session
        .query(
            "DELETE FROM wse_filter WHERE id = ? AND subscriptions <= 0"
                + " RETURNING kind, expression, namespaces",
            bind -> bind.number(number),
            row ->
                Filter.of(
                    Filter.Kind.valueOf(row.getString(1)), row.getString(2), row.getString(3)))
        .forEach(
            removed ->
                session.update(
                    "UPDATE wse_usage SET filters = filters - 1,"
                        + " filter_characters = filter_characters - ?",
                    bind -> bind.number(removed.size())));
  }

  private static String digest(Filter filter) {
    try {
      byte[] text =
          (filter.kind() + "\n" + filter.bindings() + "\n" + filter.expression())
              .getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java platform supports it
    }
  }
}
