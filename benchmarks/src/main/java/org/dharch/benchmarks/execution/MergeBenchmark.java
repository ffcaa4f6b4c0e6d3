package org.dharch.benchmarks.execution;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** JMH benchmark: merging three changed header blocks, against Axiom's parsing and serializing. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class MergeBenchmark {
  /** The size of the body. */
  @Param({"1", "10", "100"})
  public int kilobytes;

  private MergeAndAxiom message;

  @Setup
  public void make() {
    message = new MergeAndAxiom(kilobytes);
  }

  @Benchmark
  public byte[] merge() {
    return message.merge();
  }

  @Benchmark
  public byte[] axiom() throws Exception {
    return message.axiom();
  }
}
