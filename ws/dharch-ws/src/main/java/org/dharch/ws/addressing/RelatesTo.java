package org.dharch.ws.addressing;

/**
 * The relationship of a message to another one.
 *
 * @param messageId the id of the other message
 * @param type {@link AddressingVersion#reply}, another IRI in 2005/08, or another name in 2004/08
 *     in the form of {@link javax.xml.namespace.QName#toString}
 */
public record RelatesTo(String messageId, String type) {
  /** Creates the relationship of a reply. */
  public static RelatesTo reply(AddressingVersion version, String messageId) {
    return new RelatesTo(messageId, version.reply());
  }
}
