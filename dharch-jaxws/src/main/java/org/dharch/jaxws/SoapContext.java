package org.dharch.jaxws;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPHeaderElement;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.xml.namespace.QName;

/** The message context of a protocol handler. */
final class SoapContext extends ContextMap implements SOAPMessageContext {
  private final LazySoap soap;

  SoapContext(LazySoap soap, boolean lenient) {
    super(lenient);
    this.soap = soap;
  }

  @Override
  public SOAPMessage getMessage() {
    return soap.message();
  }

  @Override
  public void setMessage(SOAPMessage message) {
    soap.replace(message);
  }

  @Override
  public Object[] getHeaders(QName name, JAXBContext types, boolean allRoles) {
    List<Object> found = new ArrayList<>();
    try {
      for (SOAPHeaderElement block : HeaderBlocks.of(soap.message())) {
        if (block.getElementQName().equals(name)
            && (allRoles || HeaderBlocks.isFor(block, getRoles()))) {
          found.add(types.createUnmarshaller().unmarshal(block));
        }
      }
    } catch (SOAPException | JAXBException e) {
      throw new WebServiceException(e);
    }
    return found.toArray();
  }

  /** The roles of every receiver; others are unknown on a node. */
  @Override
  public Set<String> getRoles() {
    return soap.isSoap12()
        ? Set.of(
            SOAPConstants.URI_SOAP_1_2_ROLE_NEXT, SOAPConstants.URI_SOAP_1_2_ROLE_ULTIMATE_RECEIVER)
        : Set.of(SOAPConstants.URI_SOAP_ACTOR_NEXT);
  }
}
