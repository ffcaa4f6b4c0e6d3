package org.dharch.benchmarks.xmllimit;

/** Two variants with a small difference, which are measured directly after each other. */
enum VariantPair {
  NO_RULE,
  BODY,
  FILTER;

  LimitVariant variant() {
    return switch (this) {
      case NO_RULE -> LimitVariant.with(Handlers.NO_RULE);
      case BODY -> LimitVariant.with(Handlers.BODY_CHANGED);
      case FILTER -> LimitVariant.FILTERED;
    };
  }

  /** Returns the reference variant. */
  LimitVariant base() {
    return switch (this) {
      case NO_RULE -> LimitVariant.alone(Stack.AXIS2, Source.NONE);
      case BODY -> LimitVariant.with(Handlers.HEADER_CHANGED);
      case FILTER -> LimitVariant.alone(Stack.SERVLET, Source.NONE);
    };
  }

  /** Returns the name of the difference in results. */
  String title() {
    return variant().title() + " / " + base().title();
  }
}
