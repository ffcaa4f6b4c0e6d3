package org.dharch.benchmarks.scheduling;

import java.util.List;

/** The compared service disciplines, for a given window. */
record Disciplines(
    Discipline fcfs,
    Discipline sjf,
    Discipline sjfWithAgeing,
    Discipline vegas,
    Discipline aimd,
    Discipline fair) {
  private static final int GROWTH = 8;

  static Disciplines of(int concurrencyLimit, long ageingMillis, long congestionMillis) {
    return new Disciplines(
        Discipline.fcfs(concurrencyLimit),
        Discipline.sjf(concurrencyLimit),
        Discipline.sjfWithAgeing(concurrencyLimit, ageingMillis),
        Discipline.vegas(concurrencyLimit, GROWTH * concurrencyLimit),
        Discipline.aimd(concurrencyLimit, GROWTH * concurrencyLimit, congestionMillis),
        Discipline.fair(Fairness.WINDOW));
  }

  List<Discipline> deployed() {
    return List.of(fcfs, sjf, sjfWithAgeing, vegas, aimd, fair);
  }

  /** Returns the disciplines in closed loop. */
  List<Discipline> swept() {
    return List.of(Discipline.PS, fcfs, sjf, sjfWithAgeing, vegas, aimd);
  }

  /** Returns the disciplines in bursts. */
  List<Discipline> burst() {
    return List.of(Discipline.PS, fcfs, sjf, sjfWithAgeing);
  }
}
