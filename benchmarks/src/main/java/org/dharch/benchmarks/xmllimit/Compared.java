package org.dharch.benchmarks.xmllimit;

/** Two ways that are measured right beside each other, for what is small between them. */
enum Compared {
  NO_RULE,
  BODY,
  FILTER;

  LimitWay way() {
    return switch (this) {
      case NO_RULE -> LimitWay.with(Handlers.NO_RULE);
      case BODY -> LimitWay.with(Handlers.BODY_CHANGED);
      case FILTER -> LimitWay.FILTERED;
    };
  }

  /** What the way is held to. */
  LimitWay base() {
    return switch (this) {
      case NO_RULE -> LimitWay.alone(Stack.AXIS2, Source.NONE);
      case BODY -> LimitWay.with(Handlers.HEADER_CHANGED);
      case FILTER -> LimitWay.alone(Stack.SERVLET, Source.NONE);
    };
  }

  /** The name of what is between them in results. */
  String title() {
    return way().title() + " / " + base().title();
  }
}
