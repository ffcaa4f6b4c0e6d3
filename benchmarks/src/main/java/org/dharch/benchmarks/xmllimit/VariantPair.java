package org.dharch.benchmarks.xmllimit;

/** Two ways that are measured right beside each other, for what is small between them. */
enum VariantPair {
  NO_RULE,
  BODY,
  FILTER;

  LimitVariant way() {
    return switch (this) {
      case NO_RULE -> LimitVariant.with(Handlers.NO_RULE);
      case BODY -> LimitVariant.with(Handlers.BODY_CHANGED);
      case FILTER -> LimitVariant.FILTERED;
    };
  }

  /** What the way is held to. */
  LimitVariant base() {
    return switch (this) {
      case NO_RULE -> LimitVariant.alone(Stack.AXIS2, Source.NONE);
      case BODY -> LimitVariant.with(Handlers.HEADER_CHANGED);
      case FILTER -> LimitVariant.alone(Stack.SERVLET, Source.NONE);
    };
  }

  /** The name of what is between them in results. */
  String title() {
    return way().title() + " / " + base().title();
  }
}
