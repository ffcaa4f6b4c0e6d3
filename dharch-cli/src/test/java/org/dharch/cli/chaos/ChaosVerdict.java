package org.dharch.cli.chaos;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What must hold at the end, whatever was done. */
final class ChaosVerdict {
  /** Past its deadline the gateway waits a second; the rest is a busy machine's. */
  private static final Duration LATEST = Duration.ofSeconds(ChaosDocuments.REQUEST_SECONDS + 1 + 3);

  /**
   * A kill may fall between the note that a request is handed over and its service's first line:
   * microseconds of each, so not more than this in any run.
   */
  private static final int MOST_UNHEARD = 2;

  private final List<String> broken = new ArrayList<>();
  private final ChaosLedger ledger;
  private final ChaosLedger booking;
  private final Deliveries deliveries;
  private final List<Absence> absences;
  private final List<String> doubts;
  private int cutOff;
  private int repeats;
  private int unheard;

  private ChaosVerdict(
      ChaosLedger ledger,
      ChaosLedger booking,
      Deliveries deliveries,
      List<Absence> absences,
      List<String> doubts) {
    this.ledger = ledger;
    this.booking = booking;
    this.deliveries = deliveries;
    this.absences = absences;
    this.doubts = doubts;
  }

  /**
   * On traffic that has stopped, letters and undos that have had their time.
   *
   * @param folder of the ledgers
   * @param absences when there was no server
   * @param doubts what the manager lists as compensated or not, nobody knows; a message's id first
   */
  static ChaosVerdict of(
      List<ChaosAnswer> answers,
      Path folder,
      Deliveries deliveries,
      List<Absence> absences,
      List<String> doubts)
      throws IOException {
    ChaosVerdict verdict =
        new ChaosVerdict(
            ChaosLedger.read(folder, ChaosDocuments.LEDGER),
            ChaosLedger.read(folder, ChaosDocuments.BOOKING),
            deliveries,
            absences,
            doubts);
    verdict.look(answers);
    return verdict;
  }

  private void look(List<ChaosAnswer> answers) {
    broken.addAll(ledger.doubles());
    broken.addAll(booking.doubles());
    deliveries
        .refused()
        .forEach(line -> broken.add("at the service without a mandatory handler: " + line));
    answers.forEach(this::look);
    deliveries.messages().forEach(this::delivered);
    Map<String, ChaosAnswer> byRequest = new HashMap<>();
    answers.forEach(answer -> byRequest.put(answer.request(), answer));
    Set<String> standing = new HashSet<>(ledger.standing());
    standing.addAll(booking.standing());
    standing.forEach(message -> standing(message, byRequest));
  }

  private void look(ChaosAnswer answer) {
    switch (answer.kind()) {
      case HUNG, WRONG -> broken.add("not answered as it must be: " + answer);
      case BROKEN -> {
        if (absences.stream().anyMatch(absence -> absence.meets(answer))) {
          cutOff++;
        } else {
          broken.add("its connection failed although there was a server: " + answer);
        }
      }
      case GOOD -> {
        if (!answer.oneWay()
            && (!ledger.stands(answer.message()) || !booking.stands(answer.message()))) {
          broken.add("answered, but a stateful handler has not performed: " + answer);
        }
      }
      case FAULT, BUSY -> {
        // that is an answer
      }
    }
    if (answer.oneWay()) {
      oneWay(answer);
    }
    if (answer.took().compareTo(LATEST) > 0) {
      broken.add("took longer than " + LATEST + ": " + answer);
    }
  }

  /** At least once; again only by a manager that was killed after the service was invoked. */
  private void oneWay(ChaosAnswer answer) {
    List<Long> times = deliveries.times(answer.request());
    if (times.isEmpty() && answer.good()) {
      broken.add("a durable letter never reached its service: " + answer);
    }
    for (int i = 1; i < times.size(); i++) {
      long before = times.get(i - 1);
      long again = times.get(i);
      if (absences.stream().anyMatch(a -> before < a.to() && again > a.from())) {
        repeats++;
      } else {
        broken.add("a durable letter reached its service again at " + again + ": " + answer);
      }
    }
  }

  /** What came to its service is not compensated, whenever its manager was killed. */
  private void delivered(String message) {
    boolean inDoubt = doubts.stream().anyMatch(line -> line.startsWith(message));
    if (!ledger.stands(message) && !inDoubt) {
      broken.add(
          "compensated after it came to its service: " + message + ": " + ledger.lines(message));
    }
  }

  /** What stateful handlers did stands only for messages that have completed. */
  private void standing(String message, Map<String, ChaosAnswer> byRequest) {
    boolean inDoubt = doubts.stream().anyMatch(line -> line.startsWith(message));
    if (deliveries.has(message) || inDoubt) {
      return;
    }
    String request = (ledger.stands(message) ? ledger : booking).request(message);
    ChaosAnswer answer = byRequest.get(request);
    boolean completed =
        !answer.oneWay()
            && answer.kind() == ChaosAnswer.Kind.BROKEN
            && ledger.stands(message)
            && booking.stands(message);
    if (completed && unheard < MOST_UNHEARD) {
      unheard++; // its manager was killed in the instant between that note and its service
    } else {
      broken.add(
          "left standing: "
              + message
              + ": "
              + answer
              + "; "
              + ledger.lines(message)
              + "; "
              + booking.lines(message));
    }
  }

  /** What did not hold. */
  List<String> broken() {
    return broken;
  }

  @Override
  public String toString() {
    return cutOff
        + " met no server, "
        + repeats
        + " letters delivered again after a kill, "
        + unheard
        + " handed over and killed before their service; stateful handlers performed "
        + (ledger.performed() + booking.performed())
        + " times and were compensated "
        + (ledger.compensated() + booking.compensated())
        + " times, "
        + doubts.size()
        + " in doubt "
        + doubts
        + ", "
        + broken.size()
        + " rules broken";
  }
}
