package org.dharch.core.orchestration;

/**
 * A building block of an orchestration (seed 000, section 3.2; seed 002, section 3.3): a {@link
 * Stage} of handlers that run at the same time, or what arranges stages. Immutable, and compared by
 * value.
 */
public sealed interface Construct permits Stage, Sequence, Choose, Repeat {}
