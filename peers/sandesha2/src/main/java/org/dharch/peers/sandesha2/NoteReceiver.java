package org.dharch.peers.sandesha2;

import org.apache.axis2.context.MessageContext;
import org.apache.axis2.engine.MessageReceiver;

/**
 * Prints what it is told, a line each. Axis2's own would hand it to a thread of its own, and so
 * lose the order that Sandesha2 has made.
 */
final class NoteReceiver implements MessageReceiver {
  static final String NAMESPACE = "urn:dharch:peer";

  @Override
  public void receive(MessageContext message) {
    System.out.println(
        message.getEnvelope().getBody().getFirstElement().getFirstElement().getText());
  }
}
