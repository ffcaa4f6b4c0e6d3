package org.dharch.axis2.message;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMNamespace;
import org.apache.axiom.om.util.AXIOMUtil;
import org.apache.axiom.soap.SOAP12Constants;
import org.apache.axiom.soap.SOAPFactory;
import org.apache.axiom.soap.SOAPFault;
import org.apache.axiom.soap.SOAPFaultCode;
import org.apache.axiom.soap.SOAPFaultDetail;
import org.apache.axiom.soap.SOAPFaultReason;
import org.apache.axiom.soap.SOAPFaultSubCode;
import org.apache.axiom.soap.SOAPFaultText;
import org.apache.axiom.soap.SOAPFaultValue;
import org.apache.axiom.soap.SOAPHeaderBlock;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.NamedValue;
import org.apache.axis2.handlers.AbstractHandler;
import org.apache.axis2.kernel.http.HTTPConstants;
import org.dharch.api.SoapProperties;

/** Ordinary Axis2 handlers that throw; the request says what. */
public final class FaultHandlers {
  private static final String QUOTA = "urn:quota";

  private FaultHandlers() {}

  /** What a handler throws. */
  enum Case {
    TEXT {
      @Override
      AxisFault of(MessageContext context) {
        return new AxisFault("no more <today> & none");
      }
    },
    SENDER {
      @Override
      AxisFault of(MessageContext context) {
        return new AxisFault("bad request", sender(context));
      }
    },
    LOCAL_CODE {
      @Override
      AxisFault of(MessageContext context) {
        return new AxisFault("bad request", "Busy");
      }
    },
    PREFIXED_TEXT {
      @Override
      AxisFault of(MessageContext context) {
        return new AxisFault("bad request", "soapenv:Custom");
      }
    },
    OWN_CODE {
      @Override
      AxisFault of(MessageContext context) throws Exception {
        AxisFault fault = new AxisFault("quota exceeded", new QName(QUOTA, "QuotaExceeded", "q"));
        fault.setDetail(detail());
        return fault;
      }
    },
    SUBCODES {
      @Override
      AxisFault of(MessageContext context) throws Exception {
        return new AxisFault(
            sender(context),
            List.of(new QName(QUOTA, "Quota", "q"), new QName(QUOTA, "Daily", "q")),
            "quota exceeded",
            new IllegalStateException("inside"));
      }
    },
    NODE_AND_ROLE {
      @Override
      AxisFault of(MessageContext context) throws Exception {
        return new AxisFault(sender(context), "quota", "urn:node", "urn:role", detail());
      }
    },
    DETAILS {
      @Override
      AxisFault of(MessageContext context) throws Exception {
        AxisFault fault = new AxisFault("several");
        fault.setDetails(Arrays.asList(detail(), AXIOMUtil.stringToOM("<plain>&lt;ü</plain>")));
        return fault;
      }
    },
    ELEMENTS {
      @Override
      AxisFault of(MessageContext context) throws Exception {
        return elements(context);
      }
    },
    CONTEXT_ELEMENTS {
      @Override
      AxisFault of(MessageContext context) throws Exception {
        SOAPFactory factory = (SOAPFactory) context.getEnvelope().getOMFactory();
        SOAPFaultDetail detail = factory.createSOAPFaultDetail();
        detail.addDetailEntry(detail());
        context.setProperty(SOAP12Constants.SOAP_FAULT_DETAIL_LOCAL_NAME, detail);
        SOAPFaultReason reason = factory.createSOAPFaultReason();
        text(factory, reason, "en", "from the context");
        context.setProperty(SOAP12Constants.SOAP_FAULT_REASON_LOCAL_NAME, reason);
        return new AxisFault("not this one", sender(context));
      }
    },
    HEADER {
      @Override
      AxisFault of(MessageContext context) throws Exception {
        AxisFault fault = new AxisFault("see the header");
        SOAPFactory factory = (SOAPFactory) context.getEnvelope().getOMFactory();
        OMNamespace namespace = factory.createOMNamespace(QUOTA, "q");
        SOAPHeaderBlock block = factory.createSOAPHeaderBlock("Left", namespace);
        block.setText("0");
        fault.addHeader(block);
        return fault;
      }
    },
    UNAUTHORIZED {
      @Override
      AxisFault of(MessageContext context) {
        context.setProperty(Constants.HTTP_RESPONSE_STATE, "401");
        context.setProperty(Constants.HTTP_BASIC_AUTH_REALM, "quota");
        return new AxisFault("who are you?", sender(context));
      }
    },
    HTTP_HEADERS {
      @Override
      AxisFault of(MessageContext context) {
        List<NamedValue> headers = new ArrayList<>();
        headers.add(new NamedValue("WWW-Authenticate", "Bearer realm=\"q\""));
        headers.add(new NamedValue("X-Left", "0"));
        context.setProperty(HTTPConstants.HTTP_HEADERS, headers);
        return new AxisFault("who are you?");
      }
    },
    HEADER_MAP_AND_STATE {
      @Override
      AxisFault of(MessageContext context) {
        context.setProperty(HTTPConstants.HTTP_HEADERS, Map.of("X-Left", "0"));
        context.setProperty(Constants.HTTP_RESPONSE_STATE, "429");
        return new AxisFault("too many");
      }
    },
    EMPTY {
      @Override
      AxisFault of(MessageContext context) {
        return new AxisFault("");
      }
    };

    abstract AxisFault of(MessageContext context) throws Exception;
  }

  private static QName sender(MessageContext context) {
    return context.isSOAP11()
        ? new QName("http://schemas.xmlsoap.org/soap/envelope/", "Client")
        : new QName("http://www.w3.org/2003/05/soap-envelope", "Sender");
  }

  private static OMElement detail() throws Exception {
    return AXIOMUtil.stringToOM(
        "<q:left xmlns:q='urn:quota' xmlns:k='urn:kinds' kind='k:daily'>0<q:of>5</q:of></q:left>");
  }

  private static void text(SOAPFactory factory, SOAPFaultReason reason, String lang, String text) {
    if (factory.getSOAPVersion() == org.apache.axiom.soap.SOAPVersion.SOAP11) {
      reason.setText(text);
    } else {
      SOAPFaultText one = factory.createSOAPFaultText(reason);
      one.setLang(lang);
      one.setText(text);
    }
  }

  /** All that SOAP knows, as elements. */
  private static AxisFault elements(MessageContext context) throws Exception {
    boolean soap11 = context.isSOAP11();
    SOAPFactory factory =
        soap11 ? OMAbstractFactory.getSOAP11Factory() : OMAbstractFactory.getSOAP12Factory();
    SOAPFault fault = factory.getDefaultFaultEnvelope().getBody().getFault();
    SOAPFaultCode code = fault.getCode();
    if (soap11) {
      code.setText(new QName(QUOTA, "QuotaExceeded", "q"));
      fault.getReason().setText("quota");
    } else {
      code.getValue().setText(sender(context));
      SOAPFaultSubCode sub = factory.createSOAPFaultSubCode(code);
      value(factory, sub, "Quota");
      SOAPFaultSubCode deeper = factory.createSOAPFaultSubCode(sub);
      value(factory, deeper, "Daily");
      fault.getReason().getFirstSOAPText().setLang("en");
      fault.getReason().getFirstSOAPText().setText("quota");
      text(factory, fault.getReason(), "de", "Kontingent");
      factory.createSOAPFaultNode(fault).setText("urn:node");
    }
    factory.createSOAPFaultRole(fault).setText("urn:role");
    fault.getDetail().addDetailEntry(detail());
    fault.getDetail().addDetailEntry(AXIOMUtil.stringToOM("<second/>"));
    return new AxisFault(fault);
  }

  private static void value(SOAPFactory factory, SOAPFaultSubCode code, String name) {
    SOAPFaultValue value = factory.createSOAPFaultValue(code);
    value.setText(new QName(QUOTA, name, "q"));
  }

  /** Throws what the body's first element says for this flow. */
  public static final class Thrower extends AbstractHandler {
    @Override
    public InvocationResponse invoke(MessageContext context) throws AxisFault {
      OMElement content = context.getEnvelope().getBody().getFirstElement();
      String flow = context.getFLOW() == MessageContext.IN_FLOW ? "in" : "out";
      String which = content.getAttributeValue(new QName(flow));
      if ("ABORT".equals(which)) {
        return InvocationResponse.ABORT;
      }
      if ("STATUS".equals(which)) {
        context.setProperty(SoapProperties.HTTP_STATUS, 418);
        throw new AxisFault("a teapot");
      }
      if (which != null) {
        try {
          throw Case.valueOf(which).of(context);
        } catch (AxisFault e) {
          throw e;
        } catch (Exception e) {
          throw new IllegalStateException(e);
        }
      }
      return InvocationResponse.CONTINUE;
    }
  }
}
