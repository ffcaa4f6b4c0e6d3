package org.dharch.core.files;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** A process that takes a lock, says whether it has it, and ends when its input does. */
final class LockTaker {
  private LockTaker() {}

  public static void main(String[] args) throws IOException {
    Optional<ProcessLock> lock = ProcessLock.take(Path.of(args[0]));
    if (lock.isPresent()) {
      lock.get().note(Path.of(args[1]));
    }
    System.out.println(lock.isPresent());
    System.in.readAllBytes();
    if (lock.isPresent()) {
      lock.get().close();
    }
  }

  /** Starts one with its errors on this process's own. */
  static Process start(Path file, Path note) throws Exception {
    return new ProcessBuilder(
            ProcessHandle.current().info().command().orElse("java"),
            "-cp",
            classes(ProcessLock.class) + File.pathSeparator + classes(LockTaker.class),
            LockTaker.class.getName(),
            file.toString(),
            note.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** Where a class was loaded from. */
  static Path classes(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
