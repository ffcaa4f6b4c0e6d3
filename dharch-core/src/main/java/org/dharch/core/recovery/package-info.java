/**
 * Stores durable and failed messages, continues them after a restart, and retries pending
 * compensations.
 *
 * <p>May see: {@code org.dharch.api}, {@code context}, {@code execution}, {@code
 * execution.progress}, {@code message}, {@code metrics}, {@code orchestration}, {@code
 * orchestration.rule}, {@code spi}, {@code store}, {@code text}, {@code view}, {@code wire.bytes}.
 * Next: {@link org.dharch.core.recovery.StoreAgent}.
 */
package org.dharch.core.recovery;
