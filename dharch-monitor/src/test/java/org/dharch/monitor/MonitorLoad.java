package org.dharch.monitor;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * What an open monitor page costs a manager with 100 nodes and 10,000 messages a minute, where
 * {@code monitor.load} says how many seconds each view is watched.
 */
@EnabledIfSystemProperty(named = "monitor.load", matches = "[0-9]+")
final class MonitorLoad {
  private static final int NODES = 100;
  private static final int PER_SECOND = 167;
  private static final double NANOS = 1e9;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  @TempDir Path folder;

  /**
   * What was used until now, in nanoseconds.
   *
   * @param process processor time of all
   * @param admin that of the admin port's threads
   */
  private record Used(long at, long process, long admin, int handedIn) {
    static Used now(Load load) {
      long admin = 0;
      for (ThreadInfo thread : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
        if (thread != null && thread.getThreadName().startsWith("dharch-admin")) {
          admin += Math.max(0, THREADS.getThreadCpuTime(thread.getThreadId()));
        }
      }
      return new Used(System.nanoTime(), PROCESS.getProcessCpuTime(), admin, load.handedIn());
    }

    void print(String view, Used before, List<Double> asked, List<Double> drawn) {
      double seconds = (at - before.at) / NANOS;
      System.out.printf(
          Locale.ROOT,
          "%-16s %6.1f messages/s  process %5.1f %%  admin port %4.2f %% of a core  %s  %s%n",
          view,
          (handedIn - before.handedIn) / seconds,
          100 * (process - before.process) / NANOS / seconds,
          100 * (admin - before.admin) / NANOS / seconds,
          said("asked", asked),
          said("drawn", drawn));
    }

    private static String said(String what, List<Double> all) {
      if (all.isEmpty()) {
        return "";
      }
      Collections.sort(all);
      return String.format(
          Locale.ROOT,
          "%s p50 %.0f max %.0f ms",
          what,
          all.get(all.size() / 2),
          all.get(all.size() - 1));
    }
  }

  @Test
  void openPageCausesLittleLoad() throws Exception {
    int seconds = Integer.getInteger("monitor.load");
    try (MonitorSite site = new MonitorSite(folder, "broken", NODES, Duration.ofMillis(2));
        Load load = Load.start(site, PER_SECOND)) {
      Used warm = watched(load, 10, "warm-up", null);
      Used without = watched(load, seconds, "no page", null);
      Assertions.assertTrue(without.handedIn() > warm.handedIn());
      try (Browser browser = Browser.start()) {
        browser.size(1200, 860);
        browser.prefers("light");
        browser.get(site.port().uri() + "/#token=" + site.token());
        Awaitility.await()
            .atMost(30, TimeUnit.SECONDS)
            .until(() -> browser.all("#took").size() == 1);
        watched(load, 5, "page warms up", browser);
        for (String view :
            List.of("#/", "#/messages", "#/nodes", "#/orchestrations/orders", "#/failed")) {
          browser.script("location.hash = arguments[0]", view);
          watched(load, seconds, view, browser);
        }
      }
    }
  }

  private static Used watched(Load load, int seconds, String view, Browser browser) {
    Used before = Used.now(load);
    List<Double> asked = new ArrayList<>();
    List<Double> drawn = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    Awaitility.await()
        .atMost(seconds + 30L, TimeUnit.SECONDS)
        .pollInterval(500, TimeUnit.MILLISECONDS)
        .until(
            () -> {
              if (browser != null) {
                Object took =
                    browser.script(
                        "const d = document.getElementById('took').dataset;"
                            + "return d.asked + ' ' + d.painted");
                String[] parts = took.toString().split(" ", -1);
                if (seen.add(took.toString())) {
                  asked.add(Double.valueOf(parts[0]));
                  drawn.add(Double.valueOf(parts[1]));
                }
              }
              return System.nanoTime() >= end;
            });
    Used after = Used.now(load);
    after.print(view, before, asked, drawn);
    return after;
  }
}
