package org.dharch.benchmarks.scheduling;

import java.io.IOException;
import java.time.Duration;
import org.dharch.api.Limits;
import org.dharch.benchmarks.bookstore.Shopper;
import org.dharch.benchmarks.load.Call;
import org.dharch.benchmarks.load.LoadClient;
import org.dharch.core.flow.Classifier;
import org.dharch.core.flow.FlowDocument;
import org.dharch.core.flow.JobSizes;
import org.dharch.core.message.Direction;
import org.dharch.core.message.MessageContent;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.MessageView;

/**
 * Estimates the same requests by operation and by operation and data, with the manager's own
 * classes and means. There are as many clients as slots in the window, so that no request waits and
 * the response time is the execution time. Each request is estimated from earlier ones. The first
 * third is training.
 */
final class Estimates {
  /** An estimation method and the correlation of its estimates with the observations. */
  private static final class Estimator {
    private final Classifier classifier;
    private final JobSizes sizes = new JobSizes();
    private double n;
    private double x;
    private double y;
    private double xx;
    private double yy;
    private double xy;

    Estimator(String flow) {
      classifier = new Classifier(FlowDocument.parse("the suite's flow document", flow));
    }

    void observed(Call call, long nanos, boolean counts) {
      Submission message =
          Submission.of(
              Direction.IN,
              "Bookstore",
              call.kind(),
              call.action(),
              MessageContent.of(call.body()));
      MessageView view = new MessageView(message.envelope(), message.properties(), Limits.DEFAULT);
      String name = classifier.of(message, view).jobClass();
      long estimate = sizes.estimate(name).meanNanos();
      sizes.observed(name, estimate, nanos);
      if (counts && estimate > 0) {
        double a = estimate / 1e6;
        double b = nanos / 1e6;
        n++;
        x += a;
        y += b;
        xx += a * a;
        yy += b * b;
        xy += a * b;
      }
    }

    double correlation() {
      return (n * xy - x * y) / Math.sqrt((n * xx - x * x) * (n * yy - y * y));
    }
  }

  /**
   * Pearson's correlations of estimated and observed sizes.
   *
   * @param requests the number of requests
   */
  record Correlations(double byName, double byData, long requests) {}

  private Estimates() {}

  static Correlations find(
      BookstoreDeployment bookstore, Discipline discipline, int clients, Duration counted)
      throws IOException {
    Estimator byName = new Estimator(Discipline.byName());
    Estimator byData = new Estimator(Discipline.byData());
    long countsFrom = System.nanoTime() + counted.dividedBy(3).toNanos();
    try (LoadClient client =
        new LoadClient(
            (call, nanos) -> {
              boolean counts = System.nanoTime() >= countsFrom;
              byName.observed(call, nanos, counts);
              byData.observed(call, nanos, counts);
            })) {
      client.closed(bookstore.target(discipline), clients, new Shopper(bookstore.scale, 72));
      client.run(Duration.ofMillis(500), counted);
    }
    return new Correlations(byName.correlation(), byData.correlation(), (long) byData.n);
  }
}
