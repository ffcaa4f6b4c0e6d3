package org.dharch.cli.base;

import org.dharch.core.message.DHArchException;

/** An error that the user of the command can fix; printed as one line. */
public final class UsageException extends DHArchException {
  /** The exit code of a command that failed because of its input. */
  public static final int EXIT_CODE = 2;

  private static final long serialVersionUID = 1L;

  public UsageException(String message) {
    super(message);
  }

  public UsageException(String message, Throwable cause) {
    super(message, cause);
  }
}
