/**
 * What runs handlers, the same on every transport (seed 000, section 3.1.3): takes task batches,
 * runs their handlers side by side, answers, announces itself.
 *
 * <pre>
 *  NodeChannel -> NodeEngine.offer -> NodeState (under the engine's lock: what is to be done)
 *                     |  effects, carried out outside the lock
 *                     +-> Workers: TaskRun -> HandlerCall -> the handler
 *                     +-> ReplySender -> NodeChannel.reply
 *                     +-> AttemptLog, ExecutionJournal: what has been done is answered, not done again
 * </pre>
 *
 * <p>May see: {@code org.dharch.api}, {@code message}, {@code wire}, {@code spi}, {@code files};
 * never the manager, nor the manager it. A reader begins with {@link
 * org.dharch.core.node.HandlerNode}.
 */
package org.dharch.core.node;
