/**
 * Reads, writes and reloads the XML documents of orchestrations and policies ({@link
 * org.dharch.core.orchestration.document.OrchestrationDocument}).
 *
 * <p>May see: {@code document}, {@code message}, {@code orchestration}, {@code orchestration.rule},
 * {@code text}, {@code xpath}. Read next: docs/orchestration.md.
 */
package org.dharch.core.orchestration.document;
