package org.dharch.axis2.install;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.dharch.testing.ForkedJvm;

/** The class path of the tests with another jar before all others, in a loader of its own. */
final class OtherClassPath {
  private OtherClassPath() {}

  /** What {@link InstallByCode} says there. */
  static String install(Path first, Path orchestration) throws Exception {
    List<URL> urls = new ArrayList<>(List.of(url(first)));
    for (String entry : ForkedJvm.classPath().split(File.pathSeparator, -1)) {
      urls.add(url(Path.of(entry)));
    }
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader =
        new URLClassLoader(
            "other", urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      thread.setContextClassLoader(loader);
      return (String)
          Class.forName(InstallByCode.class.getName(), true, loader)
              .getMethod("install", String.class)
              .invoke(null, orchestration.toString());
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static URL url(Path file) throws MalformedURLException {
    return file.toUri().toURL();
  }
}
