package org.dharch.hemanager;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** What is logged meanwhile. Close it. */
public final class CapturedLog implements AutoCloseable {
  private final PrintStream before = System.err;
  private final ByteArrayOutputStream log = new ByteArrayOutputStream();

  public CapturedLog() {
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
  }

  public String text() {
    return log.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    System.setErr(before);
    before.print(text());
  }
}
