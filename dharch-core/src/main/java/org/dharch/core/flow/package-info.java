/**
 * Flow control (seeds 000, 3.2, and 003): the concurrency limit, the selection of the next message,
 * and the estimate of its size. Contains the document, the policies and the models; the queues that
 * use them are in {@code org.dharch.core.queue}.
 *
 * <p>May see: {@code org.dharch.api}, {@code document}, {@code files}, {@code message}, {@code
 * message.envelope}, {@code orchestration}, {@code orchestration.document}, {@code
 * orchestration.rule}, {@code spi}, {@code text}, {@code xpath}. See docs/flow-control.md.
 */
package org.dharch.core.flow;
