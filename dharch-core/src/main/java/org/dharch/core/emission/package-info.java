/**
 * Accepts the messages that handlers emit, has them delivered or sent, and reports the outcomes.
 *
 * <p>May see: {@code org.dharch.api}, {@code admission}, {@code config}, {@code execution.event},
 * {@code message}, {@code message.envelope}, {@code metrics}, {@code spi}, {@code text}, {@code
 * wire}. Next: {@link org.dharch.core.emission.Emissions}.
 */
package org.dharch.core.emission;
