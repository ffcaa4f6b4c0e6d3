/**
 * Draws orchestrations: {@link org.dharch.core.orchestration.graph.Graph}.
 *
 * <p>May see: {@code orchestration}, {@code orchestration.rule}. Read next: docs/orchestration.md.
 */
package org.dharch.core.orchestration.graph;
