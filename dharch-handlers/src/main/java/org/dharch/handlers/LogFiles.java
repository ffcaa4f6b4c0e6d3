package org.dharch.handlers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.dharch.core.message.DHArchException;

/** One {@link LogFile} for all loggers of this process that write to the same. Any thread. */
final class LogFiles {
  private static final Map<Path, Shared> ALL = new HashMap<>(); // guarded by the class

  private LogFiles() {}

  /** The file settings of a logger. */
  record Terms(Path path, long maxFileBytes, int maxFiles) {
    Terms {
      path = path.toAbsolutePath().normalize();
    }
  }

  private static final class Shared {
    final Terms terms;
    final LogFile file;
    int users;

    Shared(Terms terms) throws IOException {
      this.terms = terms;
      this.file = new LogFile(terms.path(), terms.maxFileBytes(), terms.maxFiles());
    }
  }

  /**
   * Opens the file, or shares the open one; release it with {@link #close}.
   *
   * @throws DHArchException if another logger has opened it with other settings
   */
  static synchronized LogFile open(Terms terms) throws IOException {
    Shared shared = ALL.get(terms.path());
    if (shared == null) {
      shared = new Shared(terms);
      ALL.put(terms.path(), shared);
    } else if (!shared.terms.equals(terms)) {
      throw new DHArchException(
          "file='"
              + terms.path()
              + "': all loggers of a file must have the same maxFileBytes and maxFiles");
    }
    shared.users++;
    return shared.file;
  }

  static synchronized void close(Terms terms) throws IOException {
    Shared shared = ALL.get(terms.path());
    if (shared != null && --shared.users == 0) {
      ALL.remove(terms.path());
      shared.file.close();
    }
  }
}
