/**
 * The top level: {@link org.dharch.core.DHManager}; {@code ManagerParts} wires the way of a
 * message.
 *
 * <pre>
 *  container        DHManager                                                HEManager node
 *  request -> Gateway -> AdmissionControl -> IMQueue -> MessageSelector -> MPQueue
 *               |  context kept in CMCQueue                                  |  stage by stage
 *               |                      ExecutionDriver &lt;-> Execution &lt;- - - -+
 *               |                        ^ events    | effects
 *               |        MessageReceiver +           +-> MessageProcessor -> TaskBatchSender -> CManager -> handlers
 *               |          ^                                    |  LargeWork, ProgressWriter -> Inbox         |
 *               |        Inbox &lt;- TransportListener &lt;- CManager &lt;-|-----------------------------------------+
 *  service &lt;- Gateway &lt;- OutcomeDelivery &lt;- - - - - - - - - - - +
 *               StoreAgent: failed and durable messages, admitted again by Readmission;
 *               PendingCompensations: admitted again by CompensationReentry
 * </pre>
 *
 * <p>Queues and executions change on the event loop only ({@code Conductor}).
 *
 * <p>May see: {@code org.dharch.api}, {@code admission}, {@code config}, {@code context}, {@code
 * emission}, {@code engine}, {@code execution.event}, {@code execution.progress}, {@code flow},
 * {@code message}, {@code metrics}, {@code orchestration}, {@code orchestration.rule}, {@code
 * placement}, {@code query}, {@code queue}, {@code recovery}, {@code spi}, {@code store}, {@code
 * view}, {@code wire}. Next: {@link org.dharch.core.DHManager}, then {@code
 * org.dharch.core.execution}; docs/architecture.md has the whole picture.
 */
package org.dharch.core;
