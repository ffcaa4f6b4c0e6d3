package org.dharch.core.orchestration;

/**
 * A building block of an orchestration (seed 000, section 3.2; seed 002, section 3.3): a {@link
 * Stage} of parallel handlers, or an arrangement of stages. Immutable; compared by value.
 */
public sealed interface Construct permits Stage, Sequence, Choose, Repeat {}
