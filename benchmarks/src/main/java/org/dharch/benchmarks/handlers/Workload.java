package org.dharch.benchmarks.handlers;

import org.dharch.benchmarks.site.HandlerVariant;

/** The work of the handlers. */
enum Workload {
  /** The work of the sample handlers. */
  REAL("real", "real work"),
  /** Waits of the same length as the real handlers. */
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

  /** Returns the name of a variant in results. */
  String result(HandlerVariant variant) {
    return title + ", " + variant.name();
  }
}
