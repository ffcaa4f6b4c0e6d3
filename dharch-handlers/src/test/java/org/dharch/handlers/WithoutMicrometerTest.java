package org.dharch.handlers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.dharch.core.message.DHArchException;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;

/** A monitor on a class path on which there is no Micrometer. */
final class WithoutMicrometerTest {
  /** Runs in a class loader without Micrometer. */
  public static final class There {
    private There() {}

    /** Returns the counted messages, and the error of a monitor that requires Micrometer. */
    public static List<String> said() throws Exception {
      List<String> said = new ArrayList<>();
      try (Monitor monitor = new Monitor()) {
        monitor.init(Map.of("name", "alone"), Handled.node());
        monitor.handle(Handled.message(Utf8.bytes(EnvelopeText.SOAP11.of("<a/>"))));
        said.add("messages " + monitor.getMessages());
      }
      try (Monitor monitor = new Monitor()) {
        monitor.init(Map.of("micrometer", "required"), Handled.node());
      } catch (DHArchException e) {
        said.add(e.getMessage());
      }
      return said;
    }
  }

  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  @Test
  void countsWithoutMicrometerAndReportsItIfRequired() throws Exception {
    List<URL> rest = new ArrayList<>();
    int left = 0;
    for (String each : classPath().split(File.pathSeparator, -1)) {
      if (each.contains("micrometer")) {
        left++;
      } else {
        rest.add(new File(each).toURI().toURL());
      }
    }
    assertEquals(true, left > 0, "there is none to leave out");
    try (URLClassLoader loader =
        new URLClassLoader(rest.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      Object said = loader.loadClass(There.class.getName()).getMethod("said").invoke(null);
      assertEquals(
          List.of(
              "messages 1",
              "micrometer must be auto or off without micrometer-core on the class path of the"
                  + " handlers (got 'required')"),
          said);
    }
  }
}
