/**
 * How the load is kept within what can be carried (seeds 000, 3.2, and 003): the window, which
 * message is next, and how large it will be. The document, the policies and the models; the queues
 * that follow them are {@code org.dharch.core}'s.
 *
 * <p>May see: {@code org.dharch.api}, {@code message}, {@code document}, {@code orchestration},
 * {@code spi}, {@code files}. A reader goes on with docs/flow-control.md.
 */
package org.dharch.core.flow;
