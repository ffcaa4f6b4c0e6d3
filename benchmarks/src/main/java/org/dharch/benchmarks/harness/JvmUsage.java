package org.dharch.benchmarks.harness;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What some JVMs have used. The figures of threads that have ended meanwhile are missing from
 * switches and bytes.
 *
 * @param cpuNanos processor time
 * @param switches changes of threads, because one waited or another got its core; zero where there
 *     is no {@code /proc}
 * @param allocatedBytes on the heap
 */
public record JvmUsage(double cpuNanos, double switches, double allocatedBytes) {
  /**
   * Asked of a {@link ChildJvm}, which answers with {@link #answer}: to the nanosecond, where the
   * system tells of other processes to the hundredth of a second.
   */
  public static final String QUESTION = "USE";

  private static final Path PROC = Path.of("/proc");

  /** Of this JVM and {@code others}, so far. */
  public static JvmUsage of(List<ChildJvm> others) {
    double cpu = cpuHere();
    double switches = switches(ProcessHandle.current().pid());
    double bytes = allocatedHere();
    for (ChildJvm other : others) {
      JvmUsage there = other.use();
      cpu += there.cpuNanos();
      switches += switches(other.pid());
      bytes += there.allocatedBytes();
    }
    return new JvmUsage(cpu, switches, bytes);
  }

  /** What a JVM of a benchmark answers to {@link #QUESTION} on its standard output. */
  public static String answer() {
    return QUESTION + " " + cpuHere() + " " + allocatedHere();
  }

  /** What {@link #answer} says; changes of threads are not in it. */
  static JvmUsage of(String answer) {
    String[] words = answer.strip().split(" ", -1);
    return new JvmUsage(Long.parseLong(words[1]), 0, Long.parseLong(words[2]));
  }

  private static long cpuHere() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static long allocatedHere() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long bytes = 0;
    for (long each : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
      bytes += Math.max(0, each); // -1: it has ended
    }
    return bytes;
  }

  private static long switches(long pid) {
    try (Stream<Path> threads = Files.list(PROC.resolve(pid + "/task"))) {
      return threads.mapToLong(JvmUsage::switchesOfThread).sum();
    } catch (NoSuchFileException e) {
      return 0; // not Linux
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long switchesOfThread(Path thread) {
    try (Stream<String> lines = Files.lines(thread.resolve("status"))) {
      return lines
          .filter(line -> line.contains("ctxt_switches:"))
          .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
          .sum();
    } catch (IOException | UncheckedIOException e) {
      return 0; // it has ended meanwhile
    }
  }

  /** What was used between {@code before} and this, for each of so many messages. */
  public JvmUsage since(JvmUsage before, long messages) {
    return new JvmUsage(
        (cpuNanos - before.cpuNanos) / messages,
        (switches - before.switches) / messages,
        (allocatedBytes - before.allocatedBytes) / messages);
  }
}
