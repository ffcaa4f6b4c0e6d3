/**
 * The roof: DHManager and the way of a message through it. {@link org.dharch.core.DHManager}'s
 * constructor wires exactly this.
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
 *               StoreAgent: halted and durable messages, and back in by Readmission;
 *               Undoing: what is to be compensated yet, and back in by CompensationReentry
 * </pre>
 *
 * <p>One thread at a time has the turn in which queues and executions change ({@code Conductor}).
 *
 * <p>May see: {@code org.dharch.api}, {@code message}, {@code wire}, {@code metrics}, {@code spi},
 * {@code orchestration}, {@code flow}, {@code store}, {@code execution}. A reader begins with
 * {@link org.dharch.core.DHManager}, goes on with {@code org.dharch.core.execution}, and has the
 * whole picture in docs/architecture.md.
 */
package org.dharch.core;
