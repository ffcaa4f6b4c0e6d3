package org.dharch.cli.admin;

import org.dharch.cli.base.UsageException;

/** Ids of messages, or beginnings of them, as users write them. */
final class MessageIds {
  /** The digits of a whole id. */
  static final int WHOLE = 32;

  private MessageIds() {}

  /**
   * Returns {@code id}.
   *
   * @throws UsageException if it cannot be the beginning of an id
   */
  static String checked(String id) {
    if (!id.matches("[0-9a-f]{4,32}")) {
      throw new UsageException("a message id must have 4 to 32 hex digits (got '" + id + "')");
    }
    return id;
  }
}
