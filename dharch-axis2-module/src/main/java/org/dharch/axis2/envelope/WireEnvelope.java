package org.dharch.axis2.envelope;

import java.io.ByteArrayInputStream;
import java.util.Optional;
import javax.xml.transform.stream.StreamSource;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.om.OMAttachmentAccessor;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.soap.SOAPEnvelope;

/**
 * An envelope as it goes to the handlers.
 *
 * @param bytes in UTF-8; not written to
 * @param attachments what its {@code xop:Include} elements mean; empty if they mean nothing
 */
public record WireEnvelope(byte[] bytes, Optional<OMAttachmentAccessor> attachments) {
  /** That of a message into which nobody looks. */
  public static final WireEnvelope NONE = new WireEnvelope(new byte[0], Optional.empty());

  /** A tree of {@code envelope}, whose parts are built only when they are asked for. */
  public SOAPEnvelope tree(byte[] envelope) {
    ByteArrayInputStream in = new ByteArrayInputStream(envelope);
    return attachments
        .map(
            accessor ->
                OMXMLBuilderFactory.createSOAPModelBuilder(
                    OMAbstractFactory.getMetaFactory(), new StreamSource(in), accessor))
        .orElseGet(() -> OMXMLBuilderFactory.createSOAPModelBuilder(in, "UTF-8"))
        .getSOAPEnvelope();
  }
}
