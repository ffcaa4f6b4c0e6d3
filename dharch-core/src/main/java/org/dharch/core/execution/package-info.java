/**
 * The heart: one message's way through its stages, as a state machine that is pure: no thread,
 * clock, queue or socket. {@link org.dharch.core.execution.Event}s go in, {@link
 * org.dharch.core.execution.Effect}s come out, what it must ask it asks of an {@link
 * org.dharch.core.execution.Environment}, and what it works on is a {@link
 * org.dharch.core.execution.MessageState}. So the same code runs in production and in a simulation
 * of many thousands of schedules.
 *
 * <pre>
 *  Event -> Execution -> MessageTable: phase x trigger -> action here or in Termination
 *              |  for each step that it concerns
 *              +-> Attempts -> StepTable: state x trigger -> action in Attempts
 *              |                  sending: Dispatch -> TaskBatches -> Effect.Send
 *              +-> every step settled: StageMerging -> MessageState; StageChoice -> the next stage
 *              |                       (at once, or as an Effect.Compute and its Event.Computed)
 *              +-> no stage left, or it may not go on: Termination -> Effect.End, Effect.Leave
 * </pre>
 *
 * <p>May see: {@code org.dharch.api}, {@code document}, {@code message}, {@code message.envelope},
 * {@code metrics}, {@code orchestration}, {@code orchestration.document}, {@code
 * orchestration.rule}, {@code states}, {@code wire}, {@code wire.bytes}, {@code xpath}. Named by
 * {@code org.dharch.core} alone, and by no other module. A reader begins with
 * docs/state-machines.md, then {@link org.dharch.core.execution.Execution}.
 */
package org.dharch.core.execution;
