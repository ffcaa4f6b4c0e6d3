package org.dharch.benchmarks.execution;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.dharch.api.Changes;
import org.dharch.core.StepSpeed;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * JMH benchmark: one message of five handlers through the state machine, including its
 * construction. A message has six events.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class StepBenchmark {
  private static final int HANDLERS = 5;
  private static final byte[] ENVELOPE =
      "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body/></s:Envelope>"
          .getBytes(StandardCharsets.UTF_8);

  /** The number of stages that contain the five handlers: 1 or 5. */
  @Param({"1", "5"})
  public int stages;

  private StepSpeed speed;

  @Setup
  public void make() {
    speed = new StepSpeed(stages, HANDLERS / stages, ENVELOPE, Changes.NONE);
  }

  @Benchmark
  @OperationsPerInvocation(StepSpeed.BATCH)
  public double message() {
    return speed.batch();
  }
}
