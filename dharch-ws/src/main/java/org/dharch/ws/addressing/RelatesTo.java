package org.dharch.ws.addressing;

/**
 * That a message is about another.
 *
 * @param messageId the other's id
 * @param type what the one is to the other: {@link AddressingVersion#reply}, or in 2005/08 another
 *     IRI, in 2004/08 another name, as {@link javax.xml.namespace.QName#toString} writes it
 */
public record RelatesTo(String messageId, String type) {
  /** A reply in messages of this version. */
  public static RelatesTo reply(AddressingVersion version, String messageId) {
    return new RelatesTo(messageId, version.reply());
  }
}
