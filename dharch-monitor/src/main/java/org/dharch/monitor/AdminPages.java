package org.dharch.monitor;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** All pages of an admin port. Immutable. */
public final class AdminPages {
  private static final String LIVE = "/live";
  private static final String READY = "/ready";

  /** What can be asked here, for programs: docs/openapi.json. */
  private static final String DESCRIPTION = "openapi.json";

  private static final Set<String> OPEN = Set.of(LIVE, READY, PageFiles.HOME, PageFiles.FOLDER);

  private final Map<String, AdminPage> pages;

  /**
   * @param ready whether work can be done
   */
  AdminPages(BooleanSupplier ready, Map<String, AdminPage> pages) {
    Map<String, AdminPage> all = new TreeMap<>(pages);
    all.put(LIVE, AdminPage.alone(() -> AdminPage.Answer.text(200, "live\n")));
    all.put(READY, AdminPage.alone(() -> ready(ready.getAsBoolean())));
    AdminPage.Answer description = PageFiles.read(DESCRIPTION, DESCRIPTION);
    all.put("/api/" + DESCRIPTION, AdminPage.alone(() -> description));
    this.pages = Map.copyOf(all);
  }

  private static AdminPage.Answer ready(boolean is) {
    return is ? AdminPage.Answer.text(200, "ready\n") : AdminPage.Answer.text(503, "not ready\n");
  }

  private AdminPages(Map<String, AdminPage> pages) {
    this.pages = Map.copyOf(pages);
  }

  /** These, and the monitor page. */
  AdminPages withPage() {
    PageFiles files = new PageFiles();
    Map<String, AdminPage> all = new TreeMap<>(pages);
    all.put(PageFiles.HOME, AdminPage.alone(files::home));
    all.put(PageFiles.FOLDER, files::file);
    return new AdminPages(all);
  }

  Map<String, AdminPage> all() {
    return pages;
  }

  /** The path of the page that stands at {@code asked}, or that it is below. */
  Optional<String> of(String asked) {
    return pages.keySet().stream()
        .filter(path -> asked.equals(path) || asked.startsWith(path + "/"))
        .findFirst();
  }

  boolean isOpen(String path) {
    return OPEN.contains(path);
  }
}
