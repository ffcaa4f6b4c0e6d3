package org.dharch.ws.rm.store;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Sets a statement's parameters one after another. */
final class Binder {
  private final PreparedStatement statement;
  private int next = 1;

  Binder(PreparedStatement statement) {
    this.statement = statement;
  }

  Binder text(String value) throws SQLException {
    statement.setString(next++, value);
    return this;
  }

  Binder number(long value) throws SQLException {
    statement.setLong(next++, value);
    return this;
  }

  Binder flag(boolean value) throws SQLException {
    statement.setInt(next++, value ? 1 : 0);
    return this;
  }

  Binder bytes(byte[] value) throws SQLException {
    statement.setBytes(next++, value);
    return this;
  }

  int next() {
    return next;
  }
}
