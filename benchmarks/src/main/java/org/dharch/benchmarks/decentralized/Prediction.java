package org.dharch.benchmarks.decentralized;

/**
 * What threads and times alone say of a way, before it is measured: how many thread-seconds one
 * request holds of the pool that is used up first, and so how many requests a second saturate it.
 * Times in seconds. Immutable.
 *
 * @param holds thread-seconds of that pool for one request
 * @param threads how many the pool has
 * @param alone how long a request takes that is alone
 */
record Prediction(double holds, int threads, double alone) {
  /**
   * Of a way.
   *
   * <p>The centralized engine holds a thread while both services are asked one after the other, and
   * two more for its flow, while the address books are. The HTTP and JMS ways hold one at D0 all
   * the time, and one at each other partition as long as its service takes; HTTP's D0 waits for two
   * dummy replies first. In the split way, and in DHArch, what is beside a service is all. Of
   * several centralized servers each has a part of the requests.
   *
   * @param service how long each of the three services takes
   * @param far how long a way takes from home to the others, or back
   */
  static Prediction of(RouteVariant way, int threads, double service, double far) {
    double there = 2 * service + 2 * far;
    double thereTwice = 2 * service + 4 * far;
    double flow = 2 * (service + 2 * far);
    return switch (way) {
      case CENTRALIZED -> new Prediction(thereTwice + flow, threads, thereTwice);
      case HTTP -> new Prediction(thereTwice, threads, thereTwice);
      case JMS -> new Prediction(there, threads, there);
      case SPLIT, DHARCH_DIRECT -> new Prediction(service, threads, there);
      case DHARCH -> new Prediction(service, threads, thereTwice);
      case BALANCED -> new Prediction((thereTwice + flow) / RouteVariant.SERVERS, threads, thereTwice);
    };
  }

  /** Requests a second that saturate it. */
  double knee() {
    return threads / holds;
  }

  /** Answers a second when so many requests a second come. */
  double throughput(double rate) {
    return Math.min(rate, knee());
  }

  /**
   * The mean response time of those that come between {@code from} and {@code to} seconds after the
   * beginning of an even load. Past the knee there is no steady state: each second the backlog
   * grows by what came too much.
   */
  double response(double rate, double from, double to) {
    double behind = Math.max(0, rate / knee() - 1);
    return alone + behind * (from + to) / 2;
  }
}
