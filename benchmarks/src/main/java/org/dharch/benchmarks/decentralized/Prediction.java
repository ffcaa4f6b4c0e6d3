package org.dharch.benchmarks.decentralized;

/**
 * What threads and times alone say of a way, before it is measured: how many thread-seconds one
 * request holds of the pool that is used up first, and so how many requests a second saturate it.
 * Times in seconds. Immutable.
 *
 * @param holds thread-seconds of that pool for one request
 * @param threads how many the pool has
 * @param service how long each of the three services takes
 */
record Prediction(double holds, int threads, double service) {
  /**
   * Of a way.
   *
   * <p>The centralized engine holds a thread while both services are asked one after the other, and
   * two more for its flow, while the address books are. The HTTP and JMS ways hold one at D0 all
   * the time, and one at each other partition as long as its service takes. In the split way, and
   * in DHArch, that is all. Of several centralized servers each has a part of the requests.
   */
  static Prediction of(RouteWay way, int threads, double service) {
    double holds =
        switch (way) {
          case CENTRALIZED -> 2 * service + 2 * service;
          case HTTP, JMS -> 2 * service;
          case SPLIT, DHARCH, DHARCH_DIRECT -> service;
          case BALANCED -> (2 * service + 2 * service) / RouteWay.SERVERS;
        };
    return new Prediction(holds, threads, service);
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
    return 2 * service + behind * (from + to) / 2;
  }
}
