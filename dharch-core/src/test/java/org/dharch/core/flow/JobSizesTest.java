package org.dharch.core.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What messages cost is learned, forgotten slowly, and kept. */
class JobSizesTest {
  private final JobSizes sizes = new JobSizes();

  private static JobSizes.Estimate estimate(long mean, long spread) {
    return new JobSizes.Estimate(mean, spread, Math.max(0, mean - spread));
  }

  private void seen(String name, long... observed) {
    for (long each : observed) {
      sizes.observed(name, sizes.estimate(name).meanNanos(), each);
    }
  }

  @Test
  void classUsesItsOwnMeanAndUnknownOneTheTotal() {
    assertEquals(estimate(0, 0), sizes.estimate("a"));
    seen("a", 10, 20, 30);
    seen("b", 100, 100, 100);
    assertEquals(20, sizes.estimate("a").meanNanos());
    assertEquals(100, sizes.estimate("b").meanNanos());
    assertEquals(0, sizes.estimate("b").spreadNanos());
    assertEquals(60, sizes.estimate("new").meanNanos());
    assertEquals(60, sizes.any().meanNanos());
  }

  @Test
  void spreadIsStandardDeviation() {
    seen("a", 10, 30, 10, 30, 10, 30, 10, 30);
    assertEquals(20, sizes.estimate("a").meanNanos());
    assertEquals(10, sizes.estimate("a").spreadNanos());
    assertEquals(10, sizes.estimate("a").least());
  }

  @Test
  void repeatedRejectionsLowerEstimate() {
    seen("a", 800, 800, 800, 800, 800, 800, 800);
    assertEquals(0, sizes.estimate("a").least());
    assertTrue(sizes.isCold());
    seen("a", 800);
    assertFalse(sizes.isCold());
    for (int i = 0; i < 8; i++) {
      sizes.refused("a");
    }
    assertEquals(new JobSizes.Estimate(800, 0, 400), sizes.estimate("a"));
    sizes.missed("a");
    assertEquals(800, sizes.estimate("a").least());
    sizes.refused("new"); // which goes by all
    assertEquals(711, sizes.estimate("other").least());
    seen("new", 800);
    assertEquals(0, sizes.estimate("new").least());
    assertEquals(800, sizes.estimate("other").least());
  }

  @Test
  void recentValuesHaveMoreWeight() {
    for (int i = 0; i < 1000; i++) {
      seen("a", 1_000);
    }
    for (int i = 0; i < 200; i++) {
      seen("a", 9_000);
    }
    assertTrue(sizes.estimate("a").meanNanos() > 8_500, () -> sizes.classes().toString());
  }

  @Test
  void estimatesCorrelateOnlyWithInformativeClasses() {
    SplittableRandom random = new SplittableRandom(1);
    JobSizes blind = new JobSizes();
    for (int i = 0; i < 5_000; i++) {
      int items = 1 + random.nextInt(10);
      long took = items * 1_000_000L + random.nextInt(500_000);
      seen("order=" + items, took);
      blind.observed("order", blind.estimate("order").meanNanos(), took);
    }
    assertTrue(sizes.all().correlation() > 0.95, () -> "" + sizes.all());
    assertTrue(Math.abs(blind.all().correlation()) < 0.1, () -> "" + blind.all());
  }

  @Test
  void residualTimeGrowsWithVariance() {
    assertEquals(0, estimate(0, 0).residual());
    assertEquals(50, estimate(100, 0).residual());
    assertEquals(100, estimate(100, 100).residual()); // as if it had just begun
    long hour = Duration.ofHours(1).toNanos();
    assertEquals(5 * hour, estimate(hour, 3 * hour).residual());
  }

  @Test
  void classesAreBounded() {
    for (int i = 0; i < 2 * JobSizes.MOST_CLASSES; i++) {
      seen("c" + i, 1 + i);
    }
    assertEquals(JobSizes.MOST_CLASSES, sizes.classes().size());
    assertFalse(sizes.classes().stream().anyMatch(c -> c.name().equals("c0")));
  }

  @Test
  void whatIsKeptIsThereInTheNextLife(@TempDir Path folder) throws IOException {
    seen("S/op=3", 10, 20, 30);
    seen("with\ttab", 5);
    Path file = folder.resolve(JobSizesFile.NAME);
    new JobSizesFile(sizes, file).save();
    List<JobSizes.Figures> read = JobSizesFile.read(file);
    assertEquals("all", read.get(0).name());
    assertEquals(4, read.get(0).messages());
    JobSizes next = new JobSizes();
    JobSizesFile.start(next, file).close();
    assertEquals(sizes.estimate("S/op=3"), next.estimate("S/op=3"));
    assertEquals(5, next.estimate("with tab").meanNanos());
    assertEquals(sizes.any(), next.any());
  }

  @Test
  void aFileThatIsNoneIsSaidAndDoesNoHarm(@TempDir Path folder) throws IOException {
    Path file = folder.resolve(JobSizesFile.NAME);
    assertEquals(List.of(), JobSizesFile.read(file));
    Files.writeString(file, "no\tfigures\n");
    IOException output = assertThrows(IOException.class, () -> JobSizesFile.read(file));
    assertTrue(output.getMessage().contains("four figures"), output.getMessage());
    try (JobSizesFile keeper = JobSizesFile.start(sizes, file)) {
      seen("a", 1);
      keeper.save();
    }
    assertEquals(2, JobSizesFile.read(file).size());
  }

  /** Fault F10: the scheduler compares by these figures. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "3\tNaN\t0\tNaN",
        "3\tInfinity\t0\tNaN",
        "3\t-1\t0\tNaN",
        "3\t1e300\t0\tNaN",
        "3\t1\tNaN\t0",
        "3\t1\t-Infinity\t0",
        "3\t1\t-1\t0",
        "-3\t1\t1\t0",
        "9223372036854775807\t1\t1\t0",
        "3\t1\t1\t2",
        "3\t1\t1\tInfinity"
      })
  void aFigureThatCannotBeIsRefusedWithItsLine(String figures, @TempDir Path folder)
      throws IOException {
    Path file = folder.resolve(JobSizesFile.NAME);
    Files.writeString(file, "all\t3\t1\t1\tNaN\na\t3\t1\t1\t0.5\nb\t" + figures + "\n");
    IOException output = assertThrows(IOException.class, () -> JobSizesFile.read(file));
    assertTrue(
        output.getMessage().contains("line 3: a class must have four figures"),
        output.getMessage());
    JobSizes next = new JobSizes();
    JobSizesFile.start(next, file).close();
    assertEquals(0, next.estimate("b").meanNanos());
  }

  @Test
  void magnitudes() {
    assertEquals("0", Magnitude.of(0));
    assertEquals("0", Magnitude.of(-3));
    assertEquals("7", Magnitude.of(7));
    assertEquals("16", Magnitude.of(16));
    assertEquals("16", Magnitude.of(18));
    assertEquals("32", Magnitude.of(32));
    assertEquals("32", Magnitude.of(37));
    assertEquals("none", Magnitude.of(Double.NaN));
    assertEquals(Magnitude.of(1e15), Magnitude.of(Double.POSITIVE_INFINITY));
  }

  @Test
  void classesAreSortedByMessages() {
    seen("b", 1);
    seen("a", 1);
    seen("c", 1, 1);
    sizes.canonical("only named");
    assertEquals(
        List.of("c", "a", "b"), sizes.classes().stream().map(JobSizes.Figures::name).toList());
  }

  @Test
  void restoredClassesAreBounded() {
    JobSizes.Figures all = new JobSizes.Figures("all", 1, 1, 0, Double.NaN);
    List<JobSizes.Figures> known =
        IntStream.rangeClosed(0, JobSizes.MOST_CLASSES)
            .mapToObj(i -> new JobSizes.Figures("c" + i, 1, 1, 0, Double.NaN))
            .toList();
    sizes.restore(known, all);
    assertEquals(JobSizes.MOST_CLASSES, sizes.classes().size());
  }

  @Test
  void correlationNeedsEstimates() {
    for (int i = 1; i < 9; i++) {
      sizes.observed("a", 0, i);
    }
    assertTrue(Double.isNaN(sizes.all().correlation()));
    sizes.observed("a", 1, 1);
    assertTrue(Double.isNaN(sizes.all().correlation()), "one pair");
  }

  @Test
  void figuresAtTheirBoundsAreTaken(@TempDir Path folder) throws IOException {
    Path file = folder.resolve(JobSizesFile.NAME);
    String most = Long.MAX_VALUE / 2 + "\t" + (double) Long.MAX_VALUE + "\t0\t1";
    Files.writeString(file, "all\t0\t0\t0\t-1\na\t" + most + "\n");
    assertEquals(2, JobSizesFile.read(file).size());
  }

  @Test
  void aFileOfAMegabyteIsReadAndALargerOneIsNot(@TempDir Path folder) throws IOException {
    Path file = folder.resolve(JobSizesFile.NAME);
    String figures = "\t1\t1\t1\t0\n";
    Files.writeString(file, "x".repeat((1 << 20) - figures.length()) + figures);
    assertEquals(1, JobSizesFile.read(file).size());
    Files.writeString(file, "x".repeat((1 << 20) + 1 - figures.length()) + figures);
    IOException output = assertThrows(IOException.class, () -> JobSizesFile.read(file));
    assertTrue(output.getMessage().contains("at most 1048576 bytes"), output.getMessage());
  }

  @Test
  void whatIsWrittenCanBeReadHoweverLongTheNames(@TempDir Path folder) throws IOException {
    for (int i = 0; i < 1_000; i++) {
      seen("\u20ac".repeat(1_000) + i, 1); // three bytes each
    }
    Path file = folder.resolve(JobSizesFile.NAME);
    new JobSizesFile(sizes, file).save();
    int classes = JobSizesFile.read(file).size();
    assertEquals(344, classes); // the first line is all together
  }

  @Test
  void closingWritesWhatWasLearnedAndEndsTheThread(@TempDir Path folder) throws IOException {
    Path file = folder.resolve(JobSizesFile.NAME);
    JobSizesFile keeper = JobSizesFile.start(sizes, file);
    Thread thread = keeper.thread();
    assertTrue(thread.isDaemon() && thread.isAlive());
    seen("a", 1);
    keeper.close();
    assertFalse(thread.isAlive());
    assertEquals(2, JobSizesFile.read(file).size());
  }

  @Test
  void whoIsInterruptedWhileClosingStillWritesAndStaysInterrupted(@TempDir Path folder)
      throws IOException {
    Path file = folder.resolve(JobSizesFile.NAME);
    JobSizesFile keeper = JobSizesFile.start(sizes, file);
    seen("a", 1);
    Thread.currentThread().interrupt();
    keeper.close();
    assertTrue(Thread.interrupted());
    assertEquals(2, JobSizesFile.read(file).size());
  }
}
