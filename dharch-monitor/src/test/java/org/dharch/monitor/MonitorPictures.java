package org.dharch.monitor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.dharch.api.MessageId;
import org.dharch.core.store.StoredMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Makes the pictures of docs/monitor.md, where {@code monitor.pictures} says. */
@EnabledIfSystemProperty(named = "monitor.pictures", matches = ".+")
final class MonitorPictures {
  private static final int WIDE = 1200;
  private static final int NARROW = 400;

  @TempDir Path temp;

  @Test
  void all() throws Exception {
    Path folder = Files.createDirectories(Path.of(System.getProperty("monitor.pictures")));
    try (MonitorSite site =
            new MonitorSite(temp, "card number too short", 6, Duration.ofMillis(12));
        Load load = Load.start(site, 40);
        Browser browser = Browser.start()) {
      for (int i = 0; i < 5; i++) {
        site.admit("Waiting");
        site.admit("Cards");
      }
      browser.size(WIDE, 860);
      browser.prefers("light");
      String home = site.port().uri() + "/";
      browser.get(home + "#token=" + site.token());
      int seconds = Integer.getInteger("monitor.seconds", 40);
      Awaitility.await()
          .atMost(seconds + 60L, TimeUnit.SECONDS)
          .pollDelay(seconds, TimeUnit.SECONDS)
          .until(() -> !browser.text(".tiles").contains("–"));
      StoredMessage halted = site.manager().halted().get(0);
      MessageId done = load.latest();
      take(browser, folder, "message", "#/messages/" + done);
      take(browser, folder, "overview", "#/");
      take(browser, folder, "messages", "#/messages");
      take(browser, folder, "nodes", "#/nodes");
      take(browser, folder, "orchestrations", "#/orchestrations/returns");
      take(browser, folder, "halted", "#/halted");
      take(browser, folder, "halted-message", "#/halted/" + halted.key().id());
    }
  }

  private static void take(Browser browser, Path folder, String name, String route)
      throws Exception {
    for (String scheme : new String[] {"light", "dark"}) {
      browser.prefers(scheme);
      one(browser, folder.resolve(name + "-" + scheme + ".png"), route, WIDE);
    }
    browser.prefers("light");
    one(browser, folder.resolve(name + "-narrow.png"), route, NARROW);
  }

  private static void one(Browser browser, Path file, String route, int width) throws Exception {
    browser.size(width, 860);
    browser.script("location.hash = arguments[0]", route);
    Object before = browser.script("return document.getElementById('took')?.dataset.asked");
    Awaitility.await()
        .atMost(20, TimeUnit.SECONDS)
        .until(
            () -> {
              Object asked =
                  browser.script("return document.getElementById('took')?.dataset.asked");
              return asked != null && !asked.equals(before);
            });
    browser.picture(file);
  }
}
