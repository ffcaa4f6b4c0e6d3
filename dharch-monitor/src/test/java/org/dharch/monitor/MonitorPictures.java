package org.dharch.monitor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.dharch.api.MessageId;
import org.dharch.core.store.StoredMessage;
import org.dharch.core.view.MessageProgress;
import org.dharch.testing.DocsPage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Makes the pictures that docs/monitor.md shows, in the folder that {@code monitor.pictures} says;
 * those of every view with {@code monitor.all=true}. It lasts {@code monitor.seconds} (120), so
 * that the charts have something to show.
 */
@EnabledIfSystemProperty(named = "monitor.pictures", matches = ".+")
final class MonitorPictures {
  private static final int WIDE = 1200;
  private static final int NARROW = 400;
  private static final int HEIGHT = 860;
  private static final int FEW = 100;
  private static final boolean ALL = Boolean.getBoolean("monitor.all");

  private static final MessageProgress.Filter ENDED =
      new MessageProgress.Filter(
          Optional.of("Orders"),
          Optional.empty(),
          Duration.ZERO,
          true,
          MessageProgress.Filter.MOST,
          Set.of(MessageProgress.State.COMPLETED),
          Optional.empty());

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
      browser.size(WIDE, HEIGHT);
      browser.prefers("light");
      String home = site.port().uri() + "/";
      browser.get(home + "#token=" + site.token());
      int seconds = Integer.getInteger("monitor.seconds", 120);
      Awaitility.await()
          .atMost(seconds + 60L, TimeUnit.SECONDS)
          .pollDelay(seconds, TimeUnit.SECONDS)
          .until(() -> load.handedIn() > FEW && !browser.text(".tiles").contains("–"));
      StoredMessage failed = site.manager().storedMessages().failed().get(0);
      take(browser, folder, "message", "#/messages/" + retried(site));
      take(browser, folder, "overview", "#/");
      take(browser, folder, "messages", "#/messages");
      take(browser, folder, "nodes", "#/nodes");
      take(browser, folder, "orchestrations", "#/orchestrations/returns");
      take(browser, folder, "failed", "#/failed");
      take(browser, folder, "failed-message", "#/failed/" + failed.key().id());
    }
  }

  /** The latest order of which a handler was tried again. */
  private static MessageId retried(MonitorSite site) {
    return site.manager().status().progress(ENDED).stream()
        .filter(m -> m.timeline().attempts().stream().anyMatch(a -> a.number() > 1))
        .findFirst()
        .orElseThrow()
        .id();
  }

  private static void take(Browser browser, Path folder, String view, String route)
      throws Exception {
    one(browser, folder, view + "-light", route, WIDE);
    one(browser, folder, view + "-dark", route, WIDE);
    one(browser, folder, view + "-narrow", route, NARROW);
  }

  private static void one(Browser browser, Path folder, String name, String route, int width)
      throws Exception {
    if (!ALL && !DocsPage.of("monitor.md").text().contains("(monitor/" + name + ".png)")) {
      return;
    }
    browser.prefers(name.endsWith("-dark") ? "dark" : "light");
    browser.size(width, HEIGHT);
    Object before = asked(browser);
    browser.script("location.hash = arguments[0]", route);
    Awaitility.await()
        .atMost(20, TimeUnit.SECONDS)
        .until(() -> asked(browser) != null && !asked(browser).equals(before));
    browser.picture(folder.resolve(name + ".png"));
  }

  private static Object asked(Browser browser) {
    return browser.script("return document.getElementById('took')?.dataset.asked");
  }
}
