package org.dharch.monitor;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** All pages of an admin port. Immutable. */
public final class AdminPages {
  private static final String LIVE = "/live";
  private static final String READY = "/ready";

  /** The machine-readable description of the API: docs/openapi.json. */
  private static final String DESCRIPTION = "openapi.json";

  private static final Set<String> OPEN = Set.of(LIVE, READY, PageFiles.HOME, PageFiles.FOLDER);

  private final Supplier<Optional<String>> notReady;
  private final Map<String, AdminPage> pages;

  /**
   * @param notReady the reason why no work can be done, public; empty if ready
   */
  AdminPages(Supplier<Optional<String>> notReady, Map<String, AdminPage> pages) {
    Map<String, AdminPage> all = new TreeMap<>(pages);
    all.put(LIVE, AdminPage.alone(() -> AdminPage.Answer.text(200, "live\n")));
    all.put(READY, AdminPage.alone(() -> ready(notReady.get())));
    AdminPage.Answer description = PageFiles.read(DESCRIPTION, DESCRIPTION);
    all.put("/api/" + DESCRIPTION, AdminPage.alone(() -> description));
    this.notReady = notReady;
    this.pages = Map.copyOf(all);
  }

  /** The reason for {@code /ready}; empty if ready. */
  public Optional<String> notReady() {
    return notReady.get();
  }

  private static AdminPage.Answer ready(Optional<String> notReady) {
    return notReady
        .map(why -> AdminPage.Answer.text(503, "not ready: " + why + "\n"))
        .orElseGet(() -> AdminPage.Answer.text(200, "ready\n"));
  }

  /** Adds the monitor page. */
  AdminPages withPage() {
    PageFiles files = new PageFiles();
    Map<String, AdminPage> all = new TreeMap<>(pages);
    all.put(PageFiles.HOME, AdminPage.alone(files::home));
    all.put(PageFiles.FOLDER, files::file);
    return new AdminPages(notReady, all);
  }

  Map<String, AdminPage> all() {
    return pages;
  }

  /** The path of the page at {@code asked}, or of the closest parent. */
  Optional<String> of(String asked) {
    return pages.keySet().stream()
        .filter(path -> asked.equals(path) || asked.startsWith(path + "/"))
        .findFirst();
  }

  boolean isOpen(String path) {
    return OPEN.contains(path);
  }
}
