package org.dharch.core.flow;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.dharch.core.files.OwnerOnly;
import org.dharch.core.text.Brief;
import org.dharch.core.text.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the learned job sizes in a file, for the next incarnation and for inspection: one line for
 * each class, with fields separated by tabs, and all classes together in the first line. A daemon
 * thread, {@code dharch-job-sizes}, writes it every few seconds after changes; {@link #close}
 * writes it once more.
 */
public final class JobSizesFile implements AutoCloseable {
  /** The file name in the folder of a message store. */
  public static final String NAME = "classes.tsv";

  private static final Logger LOG = LoggerFactory.getLogger(JobSizesFile.class);
  private static final long PAUSE_SECONDS = 5;
  private static final long MOST_BYTES = 1 << 20;
  private static final int FIELDS = 5;
  private static final long MOST_MESSAGES = Long.MAX_VALUE / 2; // leaves room for counting

  private final JobSizes sizes;
  private final Path file;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;
  private long written;
  private boolean isLogged;

  /** Written by {@link #save}, until its thread is started. */
  JobSizesFile(JobSizes sizes, Path file) {
    this.sizes = sizes;
    this.file = file;
    this.thread = new Thread(this::run, "dharch-job-sizes");
    thread.setDaemon(true);
  }

  /**
   * Loads {@code file}, if it exists, and keeps it up to date from now on. An unreadable file is
   * logged, and sizes are learned again.
   */
  public static JobSizesFile start(JobSizes sizes, Path file) {
    JobSizesFile keeper = new JobSizesFile(sizes, file);
    keeper.load();
    keeper.thread.start();
    return keeper;
  }

  /**
   * Reads {@code file}: all classes together first; empty if there is no such file.
   *
   * @throws IOException if it cannot be read, or has another format
   */
  public static List<JobSizes.Figures> read(Path file) throws IOException {
    List<JobSizes.Figures> all = new ArrayList<>();
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new IOException(file + " must have at most " + MOST_BYTES + " bytes");
      }
      for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
        all.add(figures(line, file + ", line " + (all.size() + 1)));
      }
    } catch (NoSuchFileException e) {
      return List.of();
    }
    return all;
  }

  private static JobSizes.Figures figures(String line, String where) throws IOException {
    String[] fields = line.split("\t", -1);
    try {
      if (fields.length == FIELDS) {
        long messages = Long.parseLong(fields[1]);
        double mean = Double.parseDouble(fields[2]);
        double spread = Double.parseDouble(fields[3]);
        double correlation = Double.parseDouble(fields[4]);
        // The scheduler compares these values, so NaN would break the order.
        if (messages >= 0
            && messages <= MOST_MESSAGES
            && isSize(mean)
            && isSize(spread)
            && isCorrelation(correlation)) {
          return new JobSizes.Figures(fields[0], messages, mean, spread, correlation);
        }
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw new IOException(
        where
            + ": a class must have four figures: the number of messages, mean and deviation in"
            + " nanoseconds, all at least 0, and a correlation from -1 to 1, or NaN (got '"
            + Brief.of(line)
            + "')");
  }

  private static boolean isSize(double value) {
    return value >= 0 && value <= Long.MAX_VALUE; // false for NaN
  }

  private static boolean isCorrelation(double value) {
    return Double.isNaN(value) || Math.abs(value) < 1.000_001; // rounded; NaN of few messages
  }

  private void load() {
    try {
      List<JobSizes.Figures> known = read(file);
      if (!known.isEmpty()) {
        sizes.restore(known.subList(1, known.size()), known.get(0));
      }
    } catch (IOException e) {
      LOG.warn("Cannot read job sizes; learning again reason={}", e.getMessage());
    }
  }

  /** Writes the file if anything has changed. */
  void save() {
    JobSizes.Figures all = sizes.all();
    if (all.messages() == written) {
      return;
    }
    StringBuilder text = new StringBuilder(line(all));
    for (JobSizes.Figures each : sizes.classes()) {
      String line = line(each);
      if (text.length() + line.length() > MOST_BYTES / 3) {
        break; // a character has up to three bytes
      }
      text.append(line);
    }
    Path temporary = file.resolveSibling(file.getFileName() + ".new");
    try {
      OwnerOnly.write(temporary, text);
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      written = all.messages();
      isLogged = false;
    } catch (IOException e) {
      if (!isLogged) { // otherwise a full disk is logged every few seconds
        LOG.warn("Failed to write job sizes reason={}", Reason.of(e));
      }
      isLogged = true;
    }
  }

  private static String line(JobSizes.Figures figures) {
    return figures.name().replaceAll("[\\t\\r\\n]", " ")
        + "\t"
        + figures.messages()
        + "\t"
        + figures.meanNanos()
        + "\t"
        + figures.spreadNanos()
        + "\t"
        + figures.correlation()
        + "\n";
  }

  /** Visible for testing. */
  Thread thread() {
    return thread;
  }

  private void run() {
    try {
      while (!closed.await(PAUSE_SECONDS, TimeUnit.SECONDS)) {
        save();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // only at the end of the JVM
    }
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(PAUSE_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    save();
  }
}
