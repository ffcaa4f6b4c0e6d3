package org.dharch.hemanager.reload;

import java.util.List;

/** Finds threads of a folder that continue after its handlers were closed. */
final class RemainingThreads {
  private static final int MOST = 20;

  private RemainingThreads() {}

  /** The names of threads that keep the classes of {@code loader}, a few at most. */
  static List<String> threads(ClassLoader loader) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(Thread::isAlive)
        .filter(thread -> thread != Thread.currentThread())
        .filter(
            thread ->
                isOf(loader, thread.getContextClassLoader())
                    || isOf(loader, thread.getClass().getClassLoader()))
        .map(Thread::getName)
        .sorted()
        .limit(MOST)
        .toList();
  }

  /** Whether {@code other} is that loader or a descendant of it. */
  private static boolean isOf(ClassLoader loader, ClassLoader other) {
    for (ClassLoader each = other; each != null; each = each.getParent()) {
      if (each == loader) {
        return true;
      }
    }
    return false;
  }
}
