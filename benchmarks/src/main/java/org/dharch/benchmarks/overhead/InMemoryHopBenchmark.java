package org.dharch.benchmarks.overhead;

import java.net.URI;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.dharch.api.Changes;
import org.dharch.benchmarks.subject.Envelope;
import org.dharch.benchmarks.subject.RemoteStage;
import org.dharch.core.inprocess.InMemoryProvider;
import org.dharch.core.node.HandlerNode;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * JMH benchmark: one message through a manager and one no-op handler in one JVM, against a hand-off
 * to another thread and back.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class InMemoryHopBenchmark {
  private static final URI BROKER = URI.create("memory:jmh");

  // capacity one: the operation may end on the thread that started it
  private final BlockingQueue<Boolean> ended = new ArrayBlockingQueue<>(1);
  private final SynchronousQueue<Boolean> there = new SynchronousQueue<>();
  private final SynchronousQueue<Boolean> back = new SynchronousQueue<>();
  private final Thread echo = new Thread(this::echo, "jmh-echo");
  private HandlerNode node;
  private RemoteStage stage;

  @Setup
  public void start() {
    InMemoryProvider memory = new InMemoryProvider();
    node =
        HandlerNode.builder("jmh")
            .workers(2)
            .handler("noop", 2, message -> Changes.NONE)
            .start(memory.node(BROKER, Map.of()));
    stage = new RemoteStage(memory.manager(BROKER, Map.of()), Envelope.of(1024), "noop");
    while (!stage.served()) {
      Thread.onSpinWait();
    }
    echo.setDaemon(true);
    echo.start();
  }

  private void echo() {
    try {
      while (true) {
        back.put(there.take());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @TearDown
  public void stop() {
    echo.interrupt();
    stage.close();
    node.close();
  }

  @Benchmark
  public boolean dharch() throws InterruptedException {
    stage.begin(ended::add);
    return ended.take();
  }

  @Benchmark
  public boolean handOff() throws InterruptedException {
    there.put(true);
    return back.take();
  }
}
