package org.dharch.ws.jdbc;

import java.sql.SQLException;
import org.dharch.core.message.DHArchException;

/** A store fails, or is none that can be used; says which, and why. */
public class StoreException extends DHArchException {
  private static final long serialVersionUID = 1;

  public StoreException(String message) {
    super(message);
  }

  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }

  /** What the data base says; it is the cause. */
  public static StoreException of(SQLException e) {
    return new StoreException("the data base failed: " + e.getMessage(), e);
  }
}
