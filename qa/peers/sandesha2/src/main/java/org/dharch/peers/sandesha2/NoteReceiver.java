package org.dharch.peers.sandesha2;

import org.apache.axis2.context.MessageContext;
import org.apache.axis2.engine.MessageReceiver;

/**
 * Prints each received text in a line. Axis2's own receiver would use another thread and lose the
 * order of Sandesha2.
 */
final class NoteReceiver implements MessageReceiver {
  static final String NAMESPACE = "urn:dharch:peer";

  @Override
  public void receive(MessageContext message) {
    System.out.println(
        message.getEnvelope().getBody().getFirstElement().getFirstElement().getText());
  }
}
