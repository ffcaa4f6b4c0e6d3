/**
 * The agents of the event loop: selects messages, drives executions, sends task batches, receives
 * replies, and delivers outcomes.
 *
 * <p>May see: {@code org.dharch.api}, {@code config}, {@code context}, {@code execution}, {@code
 * execution.event}, {@code execution.progress}, {@code execution.recovery}, {@code
 * execution.stage}, {@code flow}, {@code message}, {@code metrics}, {@code orchestration}, {@code
 * placement}, {@code queue}, {@code recovery}, {@code spi}, {@code text}, {@code view}, {@code
 * wire}. Next: {@link org.dharch.core.engine.ExecutionDriver}.
 */
package org.dharch.core.engine;
