/**
 * The frames that carry messages between managers and nodes: header, items, signature, encryption
 * and the names of their JMS destinations. {@link org.dharch.cmanager.frame.Codec} converts
 * messages to items, and {@link org.dharch.cmanager.frame.Outbox} collects the items of the next
 * frame.
 */
package org.dharch.cmanager.frame;
