package org.dharch.benchmarks.messaging;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.dharch.peers.operations.Row;
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

/** JMH benchmark: the rows of table 1. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class OperationBenchmark {
  /** The row. */
  @Param public Row row;

  private Callable<Object> work;

  @Setup
  public void make() throws Exception {
    work = DHArchOperations.rows().get(row);
  }

  @Benchmark
  public Object operation() throws Exception {
    return work.call();
  }
}
