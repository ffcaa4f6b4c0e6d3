package org.dharch.cli.chaos;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;

/**
 * Stateful: writes each time that it performs into a file of its own, and forces it to the disk:
 * the word, the message, the attempt, the time, and the id that its client gave the request.
 * Parameters: {@code file}; {@code word}, what it writes; {@code property}, which it sets to the
 * message's id; {@code everyFails}, the n of "every n-th message's first attempt throws after it
 * was written".
 */
public final class LedgerHandler implements DHHandler {
  /** Half of what it takes: a node is to be killed before, while and after it writes. */
  private static final Duration WORK = Duration.ofMillis(2);

  private static final Pattern REQUEST = Pattern.compile("[:<]id[^>]*>([^< ]+)<");

  /** Not a FileChannel: the interrupt of a call that ran too long would close it for all. */
  private FileOutputStream file;

  private String word;
  private String property;
  private int everyFails;

  /** Node documents make it. */
  public LedgerHandler() {}

  @Override
  public void init(Map<String, String> parameters) throws IOException {
    word = parameters.get("word");
    property = parameters.get("property");
    everyFails = Integer.parseInt(parameters.get("everyFails"));
    file = new FileOutputStream(parameters.get("file"), true);
  }

  @Override
  public Changes handle(HandlerMessage message) throws IOException {
    LockSupport.parkNanos(WORK.toNanos());
    if (message.timeLeft().isZero()) {
      // a stopped process hears of no interrupt; whoever was given up must not commit
      throw new IllegalStateException("its time to finish is over");
    }
    String line =
        String.join(
            " ",
            word,
            message.id().toString(),
            Integer.toString(message.attempt()),
            Long.toString(System.nanoTime()),
            request(message) + '\n');
    file.write(line.getBytes(StandardCharsets.US_ASCII)); // a kill leaves all of it or nothing
    file.getFD().sync();
    LockSupport.parkNanos(WORK.toNanos());
    if (everyFails > 0
        && message.attempt() == 1
        && Math.floorMod(message.id().hashCode(), everyFails) == 0) {
      throw new IllegalStateException("fails on purpose, half done");
    }
    return Changes.builder().property(property, message.id().toString()).build();
  }

  private static String request(HandlerMessage message) {
    Matcher id = REQUEST.matcher(message.text());
    if (!id.find()) {
      throw new IllegalArgumentException("no id");
    }
    return id.group(1);
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
