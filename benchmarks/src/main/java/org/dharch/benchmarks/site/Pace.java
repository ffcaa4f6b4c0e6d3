package org.dharch.benchmarks.site;

/** Whether the simulated handlers and services of a request wait. */
public enum Pace {
  /** As they are set to. */
  WAITING,
  /** Not at all: so that a warm-up of thousands of requests takes seconds. */
  AT_ONCE
}
