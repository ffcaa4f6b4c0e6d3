/**
 * Reliable messaging at one node: each event of a sequence is one transaction of the store, and its
 * actions are executed after the commit ({@link org.dharch.ws.rm.engine.RmEngine}).
 *
 * <pre>
 *  message, control message, response, result of a delivery, timer
 *     -> RmEngine -> RmStore.transact: Transactions: reads the sequence and its messages
 *            -> SinkSequence.on / SourceSequence.on: the reaction, by SinkTable / SourceTable
 *            -> writes the sequence and its messages; repeats all after a conflict
 *     -> RmResult: the answer to the caller, emissions, observations
 * </pre>
 *
 * <p>May use: {@code org.dharch.ws.rm}, {@code org.dharch.ws.rm.store}. Start with docs/rm.md.
 */
package org.dharch.ws.rm.engine;
