package org.dharch.handlers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.dharch.core.message.DHArchException;

/** Shares each {@link LogFile} among the loggers of this process. Thread-safe. */
final class LogFiles {
  private static final Map<Path, SharedFile> FILES = new HashMap<>(); // guarded by the class

  private LogFiles() {}

  record Settings(Path path, long maxFileBytes, int maxFiles) {
    Settings {
      path = path.toAbsolutePath().normalize();
    }
  }

  private static final class SharedFile {
    final Settings settings;
    final LogFile file;
    int users;

    SharedFile(Settings settings) throws IOException {
      this.settings = settings;
      this.file = new LogFile(settings.path(), settings.maxFileBytes(), settings.maxFiles());
    }
  }

  /**
   * Opens the file or shares the open one, to be released with {@link #close}.
   *
   * @throws DHArchException if another logger has opened it with other settings
   */
  static synchronized LogFile open(Settings settings) throws IOException {
    SharedFile shared = FILES.get(settings.path());
    if (shared == null) {
      shared = new SharedFile(settings);
      FILES.put(settings.path(), shared);
    } else if (!shared.settings.equals(settings)) {
      throw new DHArchException(
          "file='"
              + settings.path()
              + "': all loggers of a file must have the same maxFileBytes and maxFiles");
    }
    shared.users++;
    return shared.file;
  }

  static synchronized void close(Settings settings) throws IOException {
    SharedFile shared = FILES.get(settings.path());
    if (shared != null && --shared.users == 0) {
      FILES.remove(settings.path());
      shared.file.close();
    }
  }
}
