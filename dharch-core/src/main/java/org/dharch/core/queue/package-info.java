/**
 * The queues of waiting and executing messages, with their slots and deadlines.
 *
 * <p>May see: {@code org.dharch.api}, {@code context}, {@code execution}, {@code flow}, {@code
 * message}, {@code metrics}, {@code spi}. Next: {@link org.dharch.core.queue.IMQueue}.
 */
package org.dharch.core.queue;
