package org.dharch.cli.store;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.dharch.cli.base.UsageException;
import org.dharch.ws.eventing.store.JdbcSubscriptionStore;
import org.dharch.ws.eventing.store.JdbcSubscriptionStore.Listed;

/** The store of subscriptions. */
final class EventingStoreOption extends DatabaseOption {
  private static final int PAGE = 1_000;

  EventingStoreOption() {
    super("DHARCH_EVENTING");
  }

  /** Opens an existing store. */
  JdbcSubscriptionStore open() {
    return JdbcSubscriptionStore.openForOperator(url(), login(), InstantSource.system());
  }

  /** Passes all subscriptions to {@code to}, in pages. */
  static void each(JdbcSubscriptionStore store, Consumer<Listed> to) {
    String after = "";
    List<Listed> page;
    do {
      page = store.list(after, PAGE);
      page.forEach(to);
      after = page.isEmpty() ? after : page.get(page.size() - 1).subscription().id();
    } while (page.size() == PAGE);
  }

  /**
   * Finds the subscriptions of these ids, or unique ends of ids.
   *
   * @throws UsageException if there is none, or more than one
   */
  List<Listed> find(JdbcSubscriptionStore store, List<String> ids) {
    ids.forEach(id -> checkLength(id, "subscription"));
    List<Listed> candidates = new ArrayList<>();
    each(
        store,
        one -> {
          if (ids.stream().anyMatch(id -> one.subscription().id().endsWith(id))) {
            candidates.add(one);
          }
        });
    return ids.stream().map(id -> only(candidates, id)).distinct().toList();
  }

  private Listed only(List<Listed> candidates, String id) {
    List<Listed> found =
        candidates.stream().filter(one -> one.subscription().id().endsWith(id)).toList();
    if (found.size() != 1) {
      throw notOne(found.size(), "subscription", id, "dharch eventing list");
    }
    return found.get(0);
  }

  static String filter(Listed one) {
    return one.filter().expression().isEmpty()
        ? "all"
        : FailedListCommand.shown(one.filter().expression().replaceAll("\\s+", " "));
  }
}
