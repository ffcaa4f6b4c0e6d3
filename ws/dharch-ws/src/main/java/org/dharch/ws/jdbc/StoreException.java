package org.dharch.ws.jdbc;

import java.sql.SQLException;
import org.dharch.core.message.DHArchException;

/** Thrown when a store fails or cannot be used; the message names the store and the reason. */
public class StoreException extends DHArchException {
  private static final long serialVersionUID = 1;

  public StoreException(String message) {
    super(message);
  }

  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Wraps an error of the database. */
  public static StoreException of(SQLException e) {
    return new StoreException("the database failed: " + e.getMessage(), e);
  }
}
