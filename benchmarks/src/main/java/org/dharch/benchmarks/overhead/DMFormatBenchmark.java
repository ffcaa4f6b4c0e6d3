package org.dharch.benchmarks.overhead;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.benchmarks.subject.Envelope;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.DMFormatCodec;
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

/** JMH benchmark: encodes and decodes a DMFormat with a handful of properties. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class DMFormatBenchmark {
  private final DMFormatCodec codec = new DMFormatCodec(Limits.DEFAULT);

  /** The size of the payload. */
  @Param({"1", "10", "100"})
  public int kilobytes;

  private DMFormat message;
  private byte[] bytes;

  @Setup
  public void make() {
    Map<String, Object> properties =
        Map.of("service", "Sample", "operation", "process", "attempt", 1L, "last", true);
    message =
        DMFormat.of(
            new MessageId(1, 2), MessageProperties.of(properties), Envelope.of(kilobytes * 1024));
    bytes = codec.encode(message);
  }

  @Benchmark
  public byte[] encode() {
    return codec.encode(message);
  }

  @Benchmark
  public DMFormat decode() {
    return codec.decode(bytes);
  }
}
