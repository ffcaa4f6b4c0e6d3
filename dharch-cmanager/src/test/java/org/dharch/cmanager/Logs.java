package org.dharch.cmanager;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What is logged meanwhile, by slf4j-simple on standard error. */
public final class Logs {
  private Logs() {}

  public static String of(Runnable run) {
    return of(soFar -> run.run());
  }

  /** The same for one who looks at it meanwhile. */
  public static String of(Consumer<Supplier<String>> run) {
    PrintStream before = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try {
      run.accept(() -> log.toString(StandardCharsets.UTF_8));
    } finally {
      System.setErr(before);
    }
    return log.toString(StandardCharsets.UTF_8);
  }
}
