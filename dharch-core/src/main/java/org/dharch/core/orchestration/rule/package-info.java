/**
 * Selects the orchestration of a message by rules, within a policy ({@link
 * org.dharch.core.orchestration.rule.Orchestrations}, {@link
 * org.dharch.core.orchestration.rule.Policy}).
 *
 * <p>May see: {@code document}, {@code message}, {@code orchestration}. Read next: {@code
 * org.dharch.core.orchestration.document} and docs/orchestration.md.
 */
package org.dharch.core.orchestration.rule;
