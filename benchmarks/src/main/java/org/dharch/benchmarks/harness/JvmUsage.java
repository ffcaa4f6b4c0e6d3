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
 * The resource usage of some JVMs. Switches and bytes of ended threads are not counted.
 *
 * @param cpuNanos processor time
 * @param switches voluntary and involuntary context switches; zero without {@code /proc}
 * @param allocatedBytes bytes allocated on the heap
 */
public record JvmUsage(double cpuNanos, double switches, double allocatedBytes) {
  /**
   * Requests the usage of a {@link ChildJvm}, which replies with {@link #reply}. The reply has
   * nanoseconds; the operating system reports other processes in hundredths of a second only.
   */
  public static final String REQUEST = "USE";

  private static final Path PROC = Path.of("/proc");

  /** Returns the usage of this JVM and {@code others} so far. */
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

  /** Returns the reply of a JVM to {@link #REQUEST}. */
  public static String reply() {
    return REQUEST + " " + cpuHere() + " " + allocatedHere();
  }

  /** Parses an {@link #reply}, without context switches. */
  static JvmUsage of(String reply) {
    String[] words = reply.strip().split(" ", -1);
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
      bytes += Math.max(0, each); // -1: the thread has ended
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
      return 0; // it has ended
    }
  }

  /** Returns the usage between {@code before} and this, per message. */
  public JvmUsage since(JvmUsage before, long messages) {
    return new JvmUsage(
        (cpuNanos - before.cpuNanos) / messages,
        (switches - before.switches) / messages,
        (allocatedBytes - before.allocatedBytes) / messages);
  }
}
