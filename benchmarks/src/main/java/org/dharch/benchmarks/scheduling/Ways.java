package org.dharch.benchmarks.scheduling;

import java.util.List;

/** The configurations that are compared, once the window's size is known. */
record Ways(
    Configuration fcfs,
    Configuration sjf,
    Configuration sjfWithAgeing,
    Configuration vegas,
    Configuration aimd,
    Configuration fair) {
  private static final int GROWTH = 8;

  static Ways of(int window, long ageingMillis, long congestionMillis) {
    return new Ways(
        Configuration.fcfs(window),
        Configuration.sjf(window),
        Configuration.sjfWithAgeing(window, ageingMillis),
        Configuration.vegas(window, GROWTH * window),
        Configuration.aimd(window, GROWTH * window, congestionMillis),
        Configuration.fair(Fairness.WINDOW));
  }

  List<Configuration> deployed() {
    return List.of(fcfs, sjf, sjfWithAgeing, vegas, aimd, fair);
  }

  /** In closed loop. */
  List<Configuration> swept() {
    return List.of(Configuration.PS, fcfs, sjf, sjfWithAgeing, vegas, aimd);
  }

  /** In bursts. */
  List<Configuration> burst() {
    return List.of(Configuration.PS, fcfs, sjf, sjfWithAgeing);
  }
}
