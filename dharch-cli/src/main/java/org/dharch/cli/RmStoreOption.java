package org.dharch.cli;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.UUID;
import org.dharch.ws.rm.RmSequence;
import org.dharch.ws.rm.engine.RmEngine;
import org.dharch.ws.rm.engine.RmSettings;
import org.dharch.ws.rm.store.JdbcRmStore;
import picocli.CommandLine.Option;

/** The store of reliable messaging that a command is about; its nodes may be running elsewhere. */
final class RmStoreOption {
  private static final String PASSWORD = "DHARCH_RM_PASSWORD";
  private static final int SHORTEST = 4;
  private static final int PAGE = 500;

  @Option(
      names = "--store",
      paramLabel = "URL",
      description =
          "The data base in which sequences are kept, jdbc:sqlite:FILE or"
              + " jdbc:postgresql://HOST/NAME ($DHARCH_RM_STORE).")
  private String url;

  @Option(names = "--user", paramLabel = "NAME", description = "The data base's user.")
  private String user;

  @Option(
      names = "--password",
      defaultValue = "${env:" + PASSWORD + "}",
      description = "The user's password; better given as " + PASSWORD + " in the environment.")
  private String password;

  String url() {
    String named = url == null ? System.getenv("DHARCH_RM_STORE") : url;
    if (named == null || named.isBlank()) {
      throw new UsageException(
          "no store is named; --store jdbc:sqlite:FILE or jdbc:postgresql://HOST/NAME does, or"
              + " $DHARCH_RM_STORE");
    }
    return named;
  }

  /** Opens it; it has to be there. */
  JdbcRmStore open() {
    Properties login = new Properties();
    if (user != null) {
      login.setProperty("user", user);
    }
    if (password != null) {
      login.setProperty("password", password);
    }
    String visit = "operator-" + ProcessHandle.current().pid() + "-" + UUID.randomUUID();
    return JdbcRmStore.visit(url(), login, InstantSource.system(), visit, 1);
  }

  static RmEngine engine(JdbcRmStore store) {
    return new RmEngine(store, RmSettings.DEFAULT, new SplittableRandom(), "operator");
  }

  /** All of them, a page at a time. */
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
   * The sequence of this name, in the store or on the wire; the name's end is enough if no other's
   * is the same.
   *
   * @throws UsageException if there is none, or more than one
   */
  RmSequence find(RmEngine engine, String name) {
    if (name.length() < SHORTEST) {
      throw new UsageException(
          "'"
              + name
              + "' is too short; "
              + SHORTEST
              + " characters of a sequence's end are enough");
    }
    List<RmSequence> found =
        all(engine).stream()
            .filter(it -> it.key().endsWith(name) || RmText.name(it).endsWith(name))
            .toList();
    if (found.size() != 1) {
      throw new UsageException(
          (found.isEmpty() ? "no sequence" : found.size() + " sequences")
              + " in "
              + url()
              + " end with '"
              + name
              + "'; 'dharch rm list' shows them");
    }
    return found.get(0);
  }
}
