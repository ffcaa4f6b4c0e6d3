/**
 * Pure computations on one message between stages: merges, joins of branches, and the choice of the
 * next stage.
 *
 * <p>May see: {@code org.dharch.api}, {@code document}, {@code message}, {@code message.envelope},
 * {@code orchestration}, {@code orchestration.document}, {@code xpath}.
 */
package org.dharch.core.execution.stage;
