/**
 * Reliable messaging at one node: each event of a sequence is one transaction of the store, and
 * what is to be done is done after it ({@link org.dharch.ws.rm.engine.RmEngine}).
 *
 * <pre>
 *  message, control message, response, end of a delivery, timer
 *     -> RmEngine -> RmStore.transact: Transactions: the sequence and its messages are read
 *            -> SinkSequence.on / SourceSequence.on: what comes of it, by SinkTable / SourceTable
 *            -> the sequence is written over what was read, its messages with it; or all of it again
 *     -> RmResult: an answer for who brought it, emissions, what is counted
 * </pre>
 *
 * <p>May see: {@code org.dharch.ws.rm}, {@code org.dharch.ws.rm.store}. A reader begins with
 * docs/rm.md.
 */
package org.dharch.ws.rm.engine;
