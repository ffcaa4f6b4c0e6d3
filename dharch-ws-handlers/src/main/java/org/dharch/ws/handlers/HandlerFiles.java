package org.dharch.ws.handlers;

import java.io.IOException;
import java.nio.file.Path;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Reason;

/** Files that parameters of handlers name. Stateless. */
final class HandlerFiles {
  private HandlerFiles() {}

  /** That one could not be read: where it was looked for, and why not. */
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
