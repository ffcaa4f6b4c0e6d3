package org.dharch.benchmarks.scalability;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.dharch.benchmarks.load.Call;
import org.dharch.samples.RecordFormat;
import org.dharch.samples.SampleNames;

/**
 * Requests of sources with different formats. Some are made beforehand, because making one costs
 * about as much as converting it. One thread.
 */
final class Sources implements Supplier<Call> {
  /**
   * Records in a request. The converter's node needs about as long for them as the paper's handlers
   * (its table 1: 51 and 65 ms on a processor of 2.33 GHz; 25 ms here).
   */
  static final int RECORDS = 10_000;

  private static final int OF_EACH = 8;

  private final List<Call> calls = new ArrayList<>();
  private int next;

  Sources() {
    Random random = new Random(8);
    for (int i = 0; i < OF_EACH; i++) {
      for (RecordFormat format : RecordFormat.values()) {
        calls.add(made(random, format));
      }
    }
  }

  private static Call made(Random random, RecordFormat format) {
    List<RecordFormat.Entry> entries = new ArrayList<>();
    BigDecimal total = BigDecimal.ZERO;
    for (int i = 0; i < RECORDS; i++) {
      BigDecimal amount = BigDecimal.valueOf(random.nextInt(10_000_000), 2);
      total = total.add(amount);
      entries.add(
          new RecordFormat.Entry(
              String.format(Locale.ROOT, "%010d", random.nextInt(1_000)),
              LocalDate.of(2026, 1, 1).plusDays(random.nextInt(365)),
              amount,
              random.nextBoolean() ? "EUR" : "CAD"));
    }
    String envelope =
        "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\">"
            + "<soapenv:Body><s:load xmlns:s=\""
            + SampleNames.NAMESPACE
            + "\"><s:records format=\""
            + format.text()
            + "\">"
            + format.pack(entries)
            + "</s:records></s:load></soapenv:Body></soapenv:Envelope>";
    String expected = "count=\"" + RECORDS + "\" total=\"" + total.toPlainString() + "\"";
    return Call.soap(
        format.text(),
        LedgerService.ACTION,
        "",
        envelope.getBytes(StandardCharsets.UTF_8),
        answer ->
            answer.contains(expected)
                ? Optional.empty()
                : Optional.of("the answer must contain " + expected));
  }

  @Override
  public Call get() {
    return calls.get(next++ % calls.size());
  }

  /** Returns the mean size of a request, in bytes. */
  double bytes() {
    return calls.stream().mapToInt(call -> call.body().length).average().orElseThrow();
  }
}
