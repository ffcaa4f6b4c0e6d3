package org.dharch.benchmarks.decentralized;

/**
 * A prediction from threads and times alone: how many thread-seconds a request holds of the pool
 * that is exhausted first, and so the request rate that saturates it. Times in seconds. Immutable.
 *
 * @param holds thread-seconds of that pool for one request
 * @param threads the size of the pool
 * @param alone the response time of a single request
 */
record Prediction(double holds, int threads, double alone) {
  /**
   * Returns the prediction for a variant.
   *
   * <p>The centralized engine holds one thread while it calls the services in sequence, and two
   * more for its flow while it calls the address books. The HTTP and JMS variants hold one thread
   * at D0 all the time, and one at each other partition while its service runs; with HTTP, D0 waits
   * for two dummy replies first. The split variant and DHArch hold threads at the services only.
   * Several centralized servers divide the requests.
   *
   * @param service the time of each of the three services
   * @param far the one-way delay between the gateway and the others
   */
  static Prediction of(RouteVariant variant, int threads, double service, double far) {
    double there = 2 * service + 2 * far;
    double thereTwice = 2 * service + 4 * far;
    double flow = 2 * (service + 2 * far);
    return switch (variant) {
      case CENTRALIZED -> new Prediction(thereTwice + flow, threads, thereTwice);
      case HTTP -> new Prediction(thereTwice, threads, thereTwice);
      case JMS -> new Prediction(there, threads, there);
      case SPLIT, DHARCH_DIRECT -> new Prediction(service, threads, there);
      case DHARCH -> new Prediction(service, threads, thereTwice);
      case BALANCED ->
          new Prediction((thereTwice + flow) / RouteVariant.SERVERS, threads, thereTwice);
    };
  }

  /** Returns the request rate per second that saturates the pool. */
  double knee() {
    return threads / holds;
  }

  /** Returns the answers per second at this request rate. */
  double throughput(double rate) {
    return Math.min(rate, knee());
  }

  /**
   * Returns the mean response time of requests between {@code from} and {@code to} seconds after
   * the start of a uniform load. Past the knee there is no steady state: the backlog grows each
   * second by the excess requests.
   */
  double response(double rate, double from, double to) {
    double behind = Math.max(0, rate / knee() - 1);
    return alone + behind * (from + to) / 2;
  }
}
