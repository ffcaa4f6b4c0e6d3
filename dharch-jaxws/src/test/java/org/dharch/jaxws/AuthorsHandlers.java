package org.dharch.jaxws;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPFactory;
import jakarta.xml.soap.SOAPFault;
import jakarta.xml.soap.SOAPHeader;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.LogicalMessage;
import jakarta.xml.ws.ProtocolException;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.handler.LogicalHandler;
import jakarta.xml.ws.handler.LogicalMessageContext;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import javax.xml.namespace.QName;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** JAX-WS handlers as their authors write them; nothing in them knows of a node. */
public final class AuthorsHandlers {
  private AuthorsHandlers() {}

  /** What a protocol handler need not say. */
  public abstract static class Plain implements SOAPHandler<SOAPMessageContext> {
    @Override
    public Set<QName> getHeaders() {
      return Set.of();
    }

    @Override
    public boolean handleFault(SOAPMessageContext context) {
      return handleMessage(context);
    }

    @Override
    public void close(MessageContext context) {}

    static boolean outbound(MessageContext context) {
      return (Boolean) context.get(MessageContext.MESSAGE_OUTBOUND_PROPERTY);
    }
  }

  /** Stamps both ways, and lives a whole life. */
  public static final class Stamp extends Plain {
    static final List<String> LIFE = new CopyOnWriteArrayList<>();

    @Resource private String text = "none";

    @Resource(name = "limit")
    private int most;

    @Resource private WebServiceContext current;

    @PostConstruct
    void begin() {
      LIFE.add("begin " + text + " " + most);
    }

    @PreDestroy
    void end() {
      LIFE.add("end");
    }

    @Override
    public Set<QName> getHeaders() {
      return Set.of(new QName("urn:h", "One"));
    }

    @Override
    public boolean handleMessage(SOAPMessageContext context) {
      if (current.getMessageContext() != context) {
        throw new IllegalStateException("another message's context");
      }
      try {
        SOAPMessage message = context.getMessage();
        SOAPHeader header = message.getSOAPHeader();
        if (header == null) {
          header = message.getSOAPPart().getEnvelope().addHeader();
        }
        header
            .addHeaderElement(new QName("urn:stamp", outbound(context) ? "Out" : "In", "st"))
            .addTextNode(text);
        message.saveChanges();
        return true;
      } catch (SOAPException e) {
        throw new ProtocolException(e);
      }
    }

    @Override
    public void close(MessageContext context) {
      LIFE.add("close");
    }
  }

  /** Adds a block that says what it found. */
  public static final class Tag extends Plain {
    @Override
    public boolean handleMessage(SOAPMessageContext context) {
      try {
        SOAPMessage message = context.getMessage();
        SOAPHeader header = message.getSOAPHeader();
        if (header == null) {
          header = message.getSOAPPart().getEnvelope().addHeader();
        }
        int found = message.getSOAPBody().getElementsByTagName("*").getLength();
        header
            .addHeaderElement(new QName("urn:tag", outbound(context) ? "Out" : "In", "tag"))
            .addTextNode("elements " + found);
        return true;
      } catch (SOAPException e) {
        throw new ProtocolException(e);
      }
    }
  }

  /** Looks at everything and changes nothing. */
  public static final class Looker extends Plain {
    static final List<String> SEEN = new CopyOnWriteArrayList<>();

    @Override
    public boolean handleMessage(SOAPMessageContext context) {
      try {
        SEEN.add(context.getMessage().getSOAPBody().getTextContent());
        SEEN.add("roles " + context.getRoles().stream().sorted().toList());
      } catch (SOAPException e) {
        throw new ProtocolException(e);
      }
      SEEN.add("method " + context.get(MessageContext.HTTP_REQUEST_METHOD));
      SEEN.add("path " + context.get(MessageContext.PATH_INFO));
      SEEN.add("query " + context.get(MessageContext.QUERY_STRING));
      SEEN.add("service " + context.get(MessageContext.WSDL_SERVICE));
      SEEN.add("operation " + context.get(MessageContext.WSDL_OPERATION));
      SEEN.add("p " + context.get("p") + " " + context.getScope("p"));
      Map<?, ?> headers = (Map<?, ?>) context.get(MessageContext.HTTP_REQUEST_HEADERS);
      SEEN.add("x-user " + headers.get("X-User"));
      return true;
    }
  }

  /** Never looks at the message. */
  public static final class Blind extends Plain {
    @Override
    public boolean handleMessage(SOAPMessageContext context) {
      return true;
    }
  }

  /** Remembers in the request what it wants to know in the response. */
  public static final class Remember extends Plain {
    @Override
    @SuppressWarnings("unchecked")
    public boolean handleMessage(SOAPMessageContext context) {
      if (outbound(context)) {
        Map<String, List<String>> headers =
            (Map<String, List<String>>) context.get(MessageContext.HTTP_RESPONSE_HEADERS);
        Map<String, List<String>> sent = headers == null ? new java.util.TreeMap<>() : headers;
        sent.put("X-Asked-By", List.of(String.valueOf(context.get("asker"))));
        context.put(MessageContext.HTTP_RESPONSE_HEADERS, sent);
      } else {
        context.put("asker", "me");
        context.put("shown", 7);
        context.setScope("shown", MessageContext.Scope.APPLICATION);
      }
      return true;
    }
  }

  /** Sets what cannot travel. */
  public static final class ListSetter extends Plain {
    @Override
    public boolean handleMessage(SOAPMessageContext context) {
      context.put("list", List.of("a"));
      return true;
    }
  }

  /** Answers requests itself: turns the message into the answer, as the specification has it. */
  public static final class Answerer extends Plain {
    @Override
    public boolean handleMessage(SOAPMessageContext context) {
      try {
        var body = context.getMessage().getSOAPBody();
        body.removeContents();
        body.addBodyElement(new QName("urn:a", "answered", "a"));
        return false;
      } catch (SOAPException e) {
        throw new ProtocolException(e);
      }
    }
  }

  /** Throws a fault with a code, a reason and a detail of its own. */
  public static final class Refuser extends Plain {
    @Override
    public boolean handleMessage(SOAPMessageContext context) {
      try {
        SOAPFault fault =
            SOAPFactory.newInstance()
                .createFault(
                    "not signed", new QName(SOAPConstants.URI_NS_SOAP_1_1_ENVELOPE, "Client"));
        fault.addDetail().addDetailEntry(new QName("urn:d", "why", "d")).addTextNode("no key");
        throw new SOAPFaultException(fault);
      } catch (SOAPException e) {
        throw new ProtocolException(e);
      }
    }
  }

  /** Adds to the payload's tree in place, or puts another one there. */
  public static final class Payload implements LogicalHandler<LogicalMessageContext> {
    @Override
    public boolean handleMessage(LogicalMessageContext context) {
      LogicalMessage message = context.getMessage();
      Element payload = (Element) ((DOMSource) message.getPayload()).getNode();
      if (payload.getLocalName().equals("replace")) {
        message.setPayload(new StreamSource(new StringReader("<n:new xmlns:n='urn:n'>é</n:new>")));
      } else {
        payload.setAttribute("seen", "yes");
      }
      return true;
    }

    @Override
    public boolean handleFault(LogicalMessageContext context) {
      return true;
    }

    @Override
    public void close(MessageContext context) {}
  }

  /** Changes a copy of the payload and puts it back, as every implementation allows. */
  public static final class Copied implements LogicalHandler<LogicalMessageContext> {
    @Override
    public boolean handleMessage(LogicalMessageContext context) {
      DOMResult tree = new DOMResult();
      try {
        TransformerFactory.newInstance()
            .newTransformer()
            .transform(context.getMessage().getPayload(), tree);
      } catch (TransformerException e) {
        throw new ProtocolException(e);
      }
      ((Document) tree.getNode()).getDocumentElement().setAttribute("seen", "yes");
      context.getMessage().setPayload(new DOMSource(tree.getNode()));
      return true;
    }

    @Override
    public boolean handleFault(LogicalMessageContext context) {
      return true;
    }

    @Override
    public void close(MessageContext context) {}
  }

  /** Needs the servlet's request. */
  public static final class ServletAsker extends Plain {
    @Override
    public boolean handleMessage(SOAPMessageContext context) {
      return context.get(MessageContext.SERVLET_REQUEST) != null;
    }
  }

  /** Asks for it by a name that its class file does not show whole. */
  public static final class HiddenAsker extends Plain {
    @Override
    public boolean handleMessage(SOAPMessageContext context) {
      return context.get("jakarta.xml.ws." + String.join(".", "servlet", "request")) == null;
    }
  }

  /** Adds an attachment. */
  public static final class Attacher extends Plain {
    @Override
    public boolean handleMessage(SOAPMessageContext context) {
      SOAPMessage message = context.getMessage();
      message.addAttachmentPart(message.createAttachmentPart("x", "text/plain"));
      return true;
    }
  }

  /** Needs a data source of its container. */
  public static final class Stored extends Plain {
    @Resource private DataSource store;

    @Override
    public boolean handleMessage(SOAPMessageContext context) {
      return store != null;
    }
  }
}
