/**
 * DHManager and the way of a message through it.
 *
 * <pre>
 *  container        DHManager                                              HEManager node
 *  request -> Gateway -> IMQueue -> MessageSelector -> MPQueue -> MessageProcessor -> CManager -> handlers
 *               | context kept in CMCQueue               ^  stage by stage                          |
 *  service <- Gateway <- completed <- merge <- MessageReceiver <- CManager <------------------------+
 * </pre>
 *
 * {@link org.dharch.core.DHManager} wires exactly this in one method.
 */
package org.dharch.core;
