package org.dharch.cli.chaos;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What must hold at the end, whatever was done. */
final class ChaosVerdict {
  /** Past its deadline the gateway waits a second; the rest is a busy machine's. */
  private static final Duration LATEST = Duration.ofSeconds(ChaosDocuments.REQUEST_SECONDS + 1 + 3);

  private final List<String> broken = new ArrayList<>();
  private final ChaosLedger ledger;
  private final ChaosLedger booking;

  private ChaosVerdict(ChaosLedger ledger, ChaosLedger booking) {
    this.ledger = ledger;
    this.booking = booking;
  }

  /** On traffic that has stopped and letters that have had their time. */
  static ChaosVerdict of(List<ChaosAnswer> answers, Path folder) throws IOException {
    ChaosVerdict verdict =
        new ChaosVerdict(
            ChaosLedger.read(folder, ChaosDocuments.LEDGER),
            ChaosLedger.read(folder, ChaosDocuments.BOOKING));
    verdict.broken.addAll(verdict.ledger.doubles());
    verdict.broken.addAll(verdict.booking.doubles());
    answers.forEach(verdict::look);
    return verdict;
  }

  private void look(ChaosAnswer answer) {
    switch (answer.kind()) {
      case HUNG, BROKEN, WRONG -> broken.add("not answered as it must be: " + answer);
      case GOOD -> {
        if (answer.letter()) {
          letter(answer);
        } else if (!ledger.stands(answer.message()) || !booking.stands(answer.message())) {
          broken.add("answered, but a stateful handler has not performed: " + answer);
        }
      }
      case FAULT, BUSY -> {
        // that is an answer
      }
    }
    if (answer.took().compareTo(LATEST) > 0) {
      broken.add("took longer than " + LATEST + ": " + answer);
    }
  }

  private void letter(ChaosAnswer answer) {
    int times = ChaosService.letters(answer.request());
    if (times != 1) { // its manager was never killed, so not more often either
      broken.add("a durable letter reached its service " + times + " times: " + answer);
    }
  }

  /** What did not hold. */
  List<String> broken() {
    return broken;
  }

  @Override
  public String toString() {
    return "stateful handlers performed "
        + (ledger.performed() + booking.performed())
        + " times and were compensated "
        + (ledger.compensated() + booking.compensated())
        + " times, "
        + broken.size()
        + " rules broken";
  }
}
