package org.dharch.ws.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;

/** Sets a statement's parameters in order. The method determines the type. */
public final class Binder {
  private final PreparedStatement statement;
  private int next = 1;

  public Binder(PreparedStatement statement) {
    this.statement = statement;
  }

  public Binder text(String value) throws SQLException {
    statement.setString(next++, value);
    return this;
  }

  public Binder number(long value) throws SQLException {
    statement.setLong(next++, value);
    return this;
  }

  /** Binds NULL in the place of a number. */
  public Binder noNumber() throws SQLException {
    statement.setNull(next++, Types.BIGINT);
    return this;
  }

  public Binder flag(boolean value) throws SQLException {
    statement.setInt(next++, value ? 1 : 0);
    return this;
  }

  public Binder bytes(byte[] value) throws SQLException {
    statement.setBytes(next++, value);
    return this;
  }

  /** The index of the next parameter, from 1. */
  public int next() {
    return next;
  }
}
