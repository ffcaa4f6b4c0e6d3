package org.dharch.benchmarks.handlers;

import org.dharch.benchmarks.site.HandlerVariant;

/** What the handlers do. */
enum Workload {
  /** The sample handlers' own work. */
  REAL("real", "real work"),
  /** Waits of the times that the real ones took. */
  SIMULATED("simulated", "simulated waits");

  private final String id;
  private final String title;

  Workload(String id, String title) {
    this.id = id;
    this.title = title;
  }

  String id() {
    return id;
  }

  String title() {
    return title;
  }

  /** What a way's results are called. */
  String result(HandlerVariant way) {
    return title + ", " + way.name();
  }
}
