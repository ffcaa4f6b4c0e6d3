package org.dharch.axis2.envelope;

import org.apache.axiom.mime.MultipartBody;
import org.apache.axiom.om.OMDocument;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPMessage;
import org.apache.axiom.soap.SOAPModelBuilder;

/** A builder whose {@link #detach} also reads the attachments, as Axis2 expects. */
record MtomModelBuilder(SOAPModelBuilder builder, MultipartBody message)
    implements SOAPModelBuilder {
  @Override
  public SOAPEnvelope getSOAPEnvelope() {
    return builder.getSOAPEnvelope();
  }

  @Override
  public SOAPMessage getSOAPMessage() {
    return builder.getSOAPMessage();
  }

  @Override
  public boolean isCompleted() {
    return builder.isCompleted();
  }

  @Override
  public OMDocument getDocument() {
    return builder.getDocument();
  }

  @Override
  public OMElement getDocumentElement() {
    return builder.getDocumentElement();
  }

  @Override
  public OMElement getDocumentElement(boolean discardDocument) {
    return builder.getDocumentElement(discardDocument);
  }

  @Override
  public void close() {
    builder.close();
  }

  @Override
  public void detach() {
    builder.detach();
    message.detach();
  }
}
