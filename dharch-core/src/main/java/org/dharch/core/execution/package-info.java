/**
 * Executes one message as a pure state machine: no thread, clock, queue or socket. The same code
 * runs in production and in a simulation of many thousands of schedules. {@link
 * org.dharch.core.execution.event.Event}s go in, {@link org.dharch.core.execution.event.Effect}s
 * come out, and {@link org.dharch.core.execution.event.Environment} answers questions. Begin with
 * docs/state-machines.md, then {@link org.dharch.core.execution.Execution}.
 *
 * <pre>
 *  Event -> Execution -> MessageTable: phase x trigger -> MessageActions
 *              |  for each step that the event concerns
 *              +-> Attempts -> StepTable: state x trigger -> StepActions, RecoveryActions
 *              |                  sending: Dispatch -> TaskBatches -> Effect.Send
 *              +-> stage settled: StageMerge -> MessageState; StageChoice -> the next stage
 *              |                  (at once, or as Effect.Compute and Event.Computed)
 *              +-> no stage left, or halt: Termination -> Effect.End, Effect.Leave
 * </pre>
 *
 * <p>May see: {@code org.dharch.api}, {@code execution.event}, {@code execution.progress}, {@code
 * execution.recovery}, {@code execution.stage}, {@code message}, {@code metrics}, {@code
 * orchestration}, {@code orchestration.rule}, {@code states}, {@code wire}.
 */
package org.dharch.core.execution;
