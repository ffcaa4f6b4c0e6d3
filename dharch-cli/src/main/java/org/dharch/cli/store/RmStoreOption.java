package org.dharch.cli.store;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.dharch.cli.base.UsageException;
import org.dharch.ws.rm.RmSequence;
import org.dharch.ws.rm.engine.RmEngine;
import org.dharch.ws.rm.engine.RmSettings;
import org.dharch.ws.rm.store.JdbcRmStore;

/** The store of reliable messaging; its nodes may be running elsewhere. */
final class RmStoreOption extends DatabaseOption {
  private static final int PAGE = 500;

  RmStoreOption() {
    super("DHARCH_RM");
  }

  /** Opens an existing store. */
  JdbcRmStore open() {
    String visit = "operator-" + ProcessHandle.current().pid() + "-" + UUID.randomUUID();
    return JdbcRmStore.openForOperator(url(), login(), InstantSource.system(), visit, 1);
  }

  static RmEngine engine(JdbcRmStore store) {
    return new RmEngine(store, RmSettings.DEFAULT, new SplittableRandom(), "operator");
  }

  /** All sequences, read in pages. */
  static List<RmSequence> all(RmEngine engine) {
    List<RmSequence> all = new ArrayList<>();
    String after = "";
    List<RmSequence> page;
    do {
      page = engine.sequences(after, PAGE);
      all.addAll(page);
      after = page.isEmpty() ? after : page.get(page.size() - 1).key();
    } while (page.size() == PAGE);
    return all;
  }

  /**
   * Finds a sequence by its name, in the store or on the wire, or by a unique end of it.
   *
   * @throws UsageException if there is none, or more than one
   */
  RmSequence find(RmEngine engine, String name) {
    checkLength(name, "sequence");
    List<RmSequence> found =
        all(engine).stream()
            .filter(it -> it.key().endsWith(name) || RmText.name(it).endsWith(name))
            .toList();
    if (found.size() != 1) {
      throw notOne(found.size(), "sequence", name, "dharch rm list");
    }
    return found.get(0);
  }
}
