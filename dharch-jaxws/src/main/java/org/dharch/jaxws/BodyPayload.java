package org.dharch.jaxws;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.soap.SOAPBody;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.ws.LogicalMessage;
import jakarta.xml.ws.WebServiceException;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.dom.DOMSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * The element in the body. Its source is the tree itself, so changes of the source change the
 * message.
 */
final class BodyPayload implements LogicalMessage {
  private final LazySoap soap;

  BodyPayload(LazySoap soap) {
    this.soap = soap;
  }

  private SOAPBody body() {
    try {
      return soap.message().getSOAPBody();
    } catch (SOAPException e) {
      throw new WebServiceException(e);
    }
  }

  private Element first() {
    for (Node node = body().getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element) {
        return element;
      }
    }
    return null;
  }

  /** Null if the body is empty, as the interface requires. */
  @Override
  public Source getPayload() {
    Element first = first();
    return first == null ? null : new DOMSource(first);
  }

  @Override
  public void setPayload(Source payload) {
    if (payload == null) {
      body().removeContents();
      return;
    }
    DOMResult tree = new DOMResult();
    try {
      TransformerFactory.newDefaultInstance().newTransformer().transform(payload, tree);
    } catch (TransformerException e) {
      throw new WebServiceException("cannot read the payload: " + e.getMessage(), e);
    }
    put(tree);
  }

  @Override
  public Object getPayload(JAXBContext types) {
    Element first = first();
    try {
      return first == null ? null : types.createUnmarshaller().unmarshal(first);
    } catch (JAXBException e) {
      throw new WebServiceException(e);
    }
  }

  @Override
  public void setPayload(Object payload, JAXBContext types) {
    DOMResult tree = new DOMResult();
    try {
      types.createMarshaller().marshal(payload, tree);
    } catch (JAXBException e) {
      throw new WebServiceException(e);
    }
    put(tree);
  }

  private void put(DOMResult tree) {
    SOAPBody body = body();
    try {
      body.removeContents();
      body.addDocument((Document) tree.getNode());
    } catch (SOAPException e) {
      throw new WebServiceException(e);
    }
  }
}
