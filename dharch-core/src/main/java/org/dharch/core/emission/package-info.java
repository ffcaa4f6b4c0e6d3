/**
 * Accepts the messages that handlers emit, has them delivered or sent, and reports the outcomes.
 *
 * <p>May see: {@code org.dharch.api}, {@code admission}, {@code config}, {@code
 * org.dharch.core.execution.event}, {@code message}, {@code metrics}, {@code spi}, {@code wire}.
 * Next: {@link org.dharch.core.emission.Emissions}.
 */
package org.dharch.core.emission;
