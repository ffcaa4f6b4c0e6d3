package org.dharch.ws.handlers;

import java.io.IOException;
import java.nio.file.Path;
import org.dharch.core.message.DHArchException;
import org.dharch.core.text.Reason;

final class HandlerFiles {
  private HandlerFiles() {}

  /** Creates the exception for an unreadable file. */
  static DHArchException unread(String parameter, String file, IOException problem) {
    return new DHArchException(
        parameter
            + "='"
            + file
            + "' cannot be read from "
            + Path.of(file).toAbsolutePath()
            + ": "
            + Reason.of(problem),
        problem);
  }
}
