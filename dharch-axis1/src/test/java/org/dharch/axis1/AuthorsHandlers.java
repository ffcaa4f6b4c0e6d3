package org.dharch.axis1;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.xml.namespace.QName;
import javax.xml.soap.SOAPException;
import org.apache.axis.AxisFault;
import org.apache.axis.Message;
import org.apache.axis.MessageContext;
import org.apache.axis.handlers.BasicHandler;
import org.apache.axis.message.SOAPHeaderElement;
import org.apache.axis.transport.http.HTTPConstants;

/** Axis 1 handlers as their authors write them; nothing in them knows of a node. */
@SuppressWarnings("serial")
public final class AuthorsHandlers {
  private AuthorsHandlers() {}

  /** Adds a header block with the text of its option, and remembers it for the response. */
  public static final class Stamp extends BasicHandler {
    @Override
    public void invoke(MessageContext context) throws AxisFault {
      String text = (String) getOption("text");
      if (context.getPastPivot()) {
        text = context.getStrProp("stamp") + "!";
      } else {
        context.setProperty("stamp", text);
      }
      context
          .getCurrentMessage()
          .getSOAPEnvelope()
          .addHeader(new SOAPHeaderElement("urn:stamp", "Stamp", text));
    }

    @Override
    public List<?> getUnderstoodHeaders() {
      return new ArrayList<>(List.of(new QName("urn:h", "One")));
    }
  }

  /** Says what it sees and what becomes of it. */
  public static final class Looker extends BasicHandler {
    static final List<String> SEEN = new CopyOnWriteArrayList<>();

    @Override
    public void init() {
      SEEN.add("init " + getName() + " " + getOption("k"));
    }

    @Override
    public void cleanup() {
      SEEN.add("cleanup");
    }

    @Override
    public void invoke(MessageContext context) throws AxisFault {
      SEEN.add("action " + context.getSOAPActionURI());
      SEEN.add("service " + context.getTargetService() + " " + context.getService().getName());
      SEEN.add("remote " + context.getProperty("remoteaddr"));
      SEEN.add("url " + context.getProperty(MessageContext.TRANS_URL));
      SEEN.add("client " + context.isClient() + " past " + context.getPastPivot());
      SEEN.add("p " + context.getProperty("p"));
      SEEN.add("current " + (MessageContext.getCurrentContext() == context));
      String[] user = context.getCurrentMessage().getMimeHeaders().getHeader("X-User");
      SEEN.add("x-user " + (user == null ? null : user[0]));
      SEEN.add(context.getCurrentMessage().getSOAPEnvelope().getFirstBody().getLocalName());
    }

    @Override
    public void onFault(MessageContext context) {
      SEEN.add("onFault " + context.getPastPivot());
    }
  }

  /** Never looks at the message. */
  public static final class Blind extends BasicHandler {
    @Override
    public void invoke(MessageContext context) {}
  }

  /** Changes the text in the body. */
  public static final class BodyChanger extends BasicHandler {
    @Override
    public void invoke(MessageContext context) throws AxisFault {
      try {
        var body = context.getCurrentMessage().getSOAPEnvelope().getBody();
        ((org.apache.axis.message.MessageElement) body.getChildElements().next())
            .setAttribute("seen", "yes");
      } catch (SOAPException e) {
        throw AxisFault.makeFault(e);
      }
    }
  }

  /** Says no. */
  public static final class Refuser extends BasicHandler {
    @Override
    public void invoke(MessageContext context) throws AxisFault {
      throw new AxisFault("Client.NotSigned", "no key was found", null, null);
    }
  }

  /** Throws all that Axis can say. */
  public static final class Quota extends BasicHandler {
    private static final long serialVersionUID = 1L;

    @Override
    public void invoke(MessageContext context) throws AxisFault {
      AxisFault fault =
          new AxisFault(
              new QName("urn:quota", "Server.Unauthorized"), "quota & more", "urn:role", null);
      fault.addFaultDetail(new QName("urn:quota", "left"), "0");
      throw fault;
    }
  }

  /** Sets what cannot travel. */
  public static final class ListSetter extends BasicHandler {
    @Override
    public void invoke(MessageContext context) {
      context.setProperty("list", List.of("a"));
    }
  }

  /** Needs the servlet's request, by a field that its class file names. */
  public static final class ServletAsker extends BasicHandler {
    @Override
    public void invoke(MessageContext context) throws AxisFault {
      if (context.getProperty(HTTPConstants.MC_HTTP_SERVLETREQUEST) == null) {
        throw new AxisFault("no request");
      }
    }
  }

  /** Asks for it by a name that its class file does not show, and for a session. */
  public static final class HiddenAsker extends BasicHandler {
    @Override
    public void invoke(MessageContext context) throws AxisFault {
      if (context.getSession() != null) {
        throw new AxisFault("a session");
      }
    }
  }

  /** Sends the message elsewhere. */
  public static final class Dispatcher extends BasicHandler {
    @Override
    public void invoke(MessageContext context) throws AxisFault {
      context.setTargetService("Other");
    }
  }

  /** Counts attachments. */
  public static final class Counter extends BasicHandler {
    @Override
    public void invoke(MessageContext context) throws AxisFault {
      Message message = context.getCurrentMessage();
      if (message.countAttachments() > 0) {
        throw new AxisFault("attachments");
      }
    }
  }
}
