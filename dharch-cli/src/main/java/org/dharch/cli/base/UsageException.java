package org.dharch.cli.base;

import org.dharch.core.message.DHArchException;

/** What the person who typed the command can mend; said in one line. */
final class UsageException extends DHArchException {
  private static final long serialVersionUID = 1L;

  UsageException(String message) {
    super(message);
  }

  UsageException(String message, Throwable cause) {
    super(message, cause);
  }
}
