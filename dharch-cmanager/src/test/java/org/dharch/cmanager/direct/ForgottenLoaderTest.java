package org.dharch.cmanager.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.lang.ref.WeakReference;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.dharch.testing.ForkedJvm;
import org.junit.jupiter.api.Test;

/**
 * Fault G84: a container deploys an application anew again and again, on threads of its own that
 * stay. What it had loaded before has to go.
 */
class ForgottenLoaderTest {
  /** The JVM keeps the latest type that a record was made of. */
  private record Latest(WeakReference<?> of) {}

  @Test
  void closedLinksLeaveNoThreadLocals() throws Exception {
    WeakReference<ClassLoader> loader = new WeakReference<>(run());
    Latest one = new Latest(loader);
    Latest two = new Latest(loader);
    assertEquals(one, two);
    assertEquals(one + " " + one.hashCode(), two + " " + two.hashCode());
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              System.gc();
              return loader.get() == null;
            });
  }

  /** By this thread, as a container calls; the loader, which nobody else knows any more. */
  private static ClassLoader run() throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader own =
        new URLClassLoader("application", classPath(), ClassLoader.getPlatformClassLoader())) {
      thread.setContextClassLoader(own);
      Class<?> type = own.loadClass(LinkedRun.class.getName());
      assertEquals(own, type.getClassLoader());
      Object run = type.getConstructor().newInstance();
      assertEquals(100, ((Callable<?>) run).call());
      return own;
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static URL[] classPath() throws MalformedURLException {
    List<URL> all = new ArrayList<>();
    for (String entry : ForkedJvm.classPath().split(File.pathSeparator, -1)) {
      all.add(new File(entry).toURI().toURL());
    }
    return all.toArray(URL[]::new);
  }
}
