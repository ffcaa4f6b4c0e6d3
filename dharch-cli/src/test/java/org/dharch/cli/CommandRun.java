package org.dharch.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A command that was run in this JVM, and what it printed.
 *
 * @param out on its standard output
 * @param err on its standard error
 */
public record CommandRun(int exitCode, String out, String err) {
  public static CommandRun of(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Main.run(args, new PrintWriter(out, true), new PrintWriter(err, true));
    return new CommandRun(code, out.toString(), err.toString());
  }

  /** {@code failed} on a store. */
  public static CommandRun failed(Path store, String... args) {
    List<String> all = new ArrayList<>(List.of("failed"));
    all.addAll(List.of(args));
    all.addAll(List.of("--store", store.toString()));
    return of(all.toArray(new String[0]));
  }

  /** It failed with one line on standard error, in which {@code expected} stands. */
  public void assertRefused(String expected) {
    assertEquals(2, exitCode, err);
    assertEquals(1, err.lines().count(), err);
    assertTrue(err.contains(expected), err);
  }
}
