package org.dharch.peers.cxf;

import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.xml.namespace.QName;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.jaxws.DispatchImpl;
import org.apache.cxf.ws.security.wss4j.WSS4JInInterceptor;
import org.apache.cxf.ws.security.wss4j.WSS4JOutInterceptor;
import org.apache.wss4j.common.ConfigurationConstants;
import org.apache.wss4j.common.crypto.Merlin;
import org.apache.wss4j.common.ext.WSPasswordCallback;

/**
 * The client of docs/secure-service.md: {@code URL}, then any number of {@code ACTION FILE}, which
 * are envelopes to be sent with their actions. The key stores are in the working folder, their
 * password in the environment. Prints the body of each answer in a line, or {@code fault} and its
 * text.
 */
public final class StationClient {
  static final String BODY = "{Content}{http://schemas.xmlsoap.org/soap/envelope/}Body;";
  static final String TIMESTAMP =
      "{Element}{http://docs.oasis-open.org/wss/2004/01/"
          + "oasis-200401-wss-wssecurity-utility-1.0.xsd}Timestamp;";
  static final String RESOURCE_ID = "{Element}{urn:dharch:resource:1}ResourceId";

  private StationClient() {}

  /** Runs the process. */
  public static void main(String[] args) throws Exception {
    PeerBus.create();
    QName port = new QName("urn:weather", "StationPort");
    Service service = Service.create(new QName("urn:weather", "Station"));
    service.addPort(port, SOAPBinding.SOAP11HTTP_BINDING, args[0]);
    Dispatch<SOAPMessage> station =
        service.createDispatch(port, SOAPMessage.class, Service.Mode.MESSAGE);
    secure(((DispatchImpl<SOAPMessage>) station).getClient(), System.getenv("KEYS_PASSWORD"));
    for (int i = 1; i < args.length; i += 2) {
      Map<String, Object> request = station.getRequestContext();
      request.put(BindingProvider.SOAPACTION_USE_PROPERTY, true);
      request.put(BindingProvider.SOAPACTION_URI_PROPERTY, args[i]);
      System.out.println(answer(station, Path.of(args[i + 1])));
    }
    System.exit(0);
  }

  private static String answer(Dispatch<SOAPMessage> station, Path file) throws Exception {
    try (InputStream envelope = Files.newInputStream(file)) {
      SOAPMessage answer =
          station.invoke(MessageFactory.newInstance().createMessage(null, envelope));
      StringWriter text = new StringWriter();
      TransformerFactory.newInstance()
          .newTransformer()
          .transform(new DOMSource(answer.getSOAPBody()), new StreamResult(text));
      return text.toString().replaceAll("\\s+", " ");
    } catch (SOAPFaultException e) {
      return "fault " + e.getFault().getFaultCode() + ' ' + e.getMessage();
    }
  }

  private static void secure(Client client, String password) {
    Map<String, Object> out = common(password);
    out.put(ConfigurationConstants.ACTION, "Timestamp Signature Encrypt");
    out.put(ConfigurationConstants.USER, "client");
    out.put(ConfigurationConstants.SIG_KEY_ID, "DirectReference");
    out.put(ConfigurationConstants.SIG_ALGO, "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256");
    out.put(ConfigurationConstants.SIG_DIGEST_ALGO, "http://www.w3.org/2001/04/xmlenc#sha256");
    out.put(ConfigurationConstants.SIGNATURE_PARTS, BODY + TIMESTAMP + RESOURCE_ID);
    out.put(ConfigurationConstants.ENCRYPTION_USER, "station");
    out.put(ConfigurationConstants.ENC_SYM_ALGO, "http://www.w3.org/2009/xmlenc11#aes256-gcm");
    store(out, ConfigurationConstants.SIG_PROP_REF_ID, "keystore", "client.p12", password);
    store(out, ConfigurationConstants.ENC_PROP_REF_ID, "keystore", "only-station.p12", password);
    client.getOutInterceptors().add(new WSS4JOutInterceptor(out));

    Map<String, Object> in = common(password);
    in.put(ConfigurationConstants.ACTION, "Timestamp Signature Encrypt");
    store(
        in, ConfigurationConstants.SIG_VER_PROP_REF_ID, "truststore", "only-station.p12", password);
    store(in, ConfigurationConstants.DEC_PROP_REF_ID, "keystore", "client.p12", password);
    client.getInInterceptors().add(new WSS4JInInterceptor(in));
    client.getInFaultInterceptors().add(new WSS4JInInterceptor(in));
  }

  private static Map<String, Object> common(String password) {
    CallbackHandler passwords =
        callbacks -> {
          for (Callback each : callbacks) {
            ((WSPasswordCallback) each).setPassword(password);
          }
        };
    return new HashMap<>(Map.of(ConfigurationConstants.PW_CALLBACK_REF, passwords));
  }

  private static void store(
      Map<String, Object> text, String reference, String kind, String file, String password) {
    Properties properties = new Properties();
    properties.setProperty("org.apache.wss4j.crypto.provider", Merlin.class.getName());
    properties.setProperty(Merlin.PREFIX + kind + ".file", file);
    properties.setProperty(Merlin.PREFIX + kind + ".password", password);
    properties.setProperty(Merlin.PREFIX + kind + ".type", "PKCS12");
    text.put(reference, reference + ".properties");
    text.put(reference + ".properties", properties);
  }
}
