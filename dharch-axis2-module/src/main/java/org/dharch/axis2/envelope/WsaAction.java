package org.dharch.axis2.envelope;

import java.util.Iterator;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPHeader;
import org.apache.axis2.addressing.AddressingConstants;

/**
 * Reads the WS-Addressing action of an envelope without the addressing module.
 *
 * @param namespace of its version, 2005/08 or 2004/08
 */
public record WsaAction(String namespace, String action) {

  /** The action of {@code envelope}. */
  public static Optional<String> of(SOAPEnvelope envelope) {
    return find(envelope).map(WsaAction::action);
  }

  /** The action of {@code envelope} with its version. */
  public static Optional<WsaAction> find(SOAPEnvelope envelope) {
    SOAPHeader header = envelope == null ? null : envelope.getHeader();
    if (header != null) {
      for (Iterator<OMElement> all = header.getChildElements(); all.hasNext(); ) {
        OMElement block = all.next();
        QName name = block.getQName();
        if (name.getLocalPart().equals(AddressingConstants.WSA_ACTION)
            && (name.getNamespaceURI().equals(AddressingConstants.Final.WSA_NAMESPACE)
                || name.getNamespaceURI().equals(AddressingConstants.Submission.WSA_NAMESPACE))) {
          return Optional.of(new WsaAction(name.getNamespaceURI(), block.getText().strip()));
        }
      }
    }
    return Optional.empty();
  }
}
