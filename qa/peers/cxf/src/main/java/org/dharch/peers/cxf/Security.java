package org.dharch.peers.cxf;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import org.apache.cxf.interceptor.InterceptorProvider;
import org.apache.cxf.ws.security.wss4j.WSS4JInInterceptor;
import org.apache.cxf.ws.security.wss4j.WSS4JOutInterceptor;
import org.apache.wss4j.common.ConfigurationConstants;
import org.apache.wss4j.common.crypto.Merlin;
import org.apache.wss4j.common.ext.WSPasswordCallback;

/**
 * CXF's WSS4J interceptors, configured by the command line.
 *
 * @param alias of its own key in {@code keys}
 * @param keys a PKCS#12 file with its own key
 * @param others a PKCS#12 file with the certificate of the other side
 * @param other the alias in that file
 * @param trust a PKCS#12 file with the trusted certificates
 * @param password of all three files, and of the user {@code alice}
 */
record Security(
    String alias, String keys, String others, String other, String trust, String password) {
  private static final String PARTS =
      "{Content}{http://schemas.xmlsoap.org/soap/envelope/}Body;"
          + "{Element}{http://docs.oasis-open.org/wss/2004/01/"
          + "oasis-200401-wss-wssecurity-utility-1.0.xsd}Timestamp";

  /** Also signed if present. */
  private static final String RELIABLE =
      "{Element}{http://docs.oasis-open.org/ws-rx/wsrm/200702}Sequence;"
          + "{Element}{http://docs.oasis-open.org/ws-rx/wsrm/200702}SequenceAcknowledgement";

  static final int ARGUMENTS = 6;

  static Security of(String[] args, int from) {
    return new Security(
        args[from], args[from + 1], args[from + 2], args[from + 3], args[from + 4], args[from + 5]);
  }

  /** Secures outgoing messages with these actions; {@code none} does nothing. */
  void out(InterceptorProvider endpoint, String actions, boolean soap12) {
    if (actions.equals("none")) {
      return;
    }
    Map<String, Object> text = common(actions);
    text.put(ConfigurationConstants.USER, actions.contains("Username") ? "alice" : alias);
    text.put(ConfigurationConstants.SIGNATURE_USER, alias);
    text.put(ConfigurationConstants.PASSWORD_TYPE, "PasswordDigest");
    text.put(ConfigurationConstants.SIG_KEY_ID, "DirectReference");
    text.put(ConfigurationConstants.SIG_ALGO, "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256");
    text.put(ConfigurationConstants.SIG_DIGEST_ALGO, "http://www.w3.org/2001/04/xmlenc#sha256");
    text.put(
        ConfigurationConstants.SIGNATURE_PARTS,
        soap12
            ? PARTS.replace(
                "http://schemas.xmlsoap.org/soap/envelope/",
                "http://www.w3.org/2003/05/soap-envelope")
            : PARTS);
    text.put(ConfigurationConstants.OPTIONAL_SIGNATURE_PARTS, RELIABLE);
    text.put(ConfigurationConstants.ENCRYPTION_USER, other);
    text.put(ConfigurationConstants.ENC_SYM_ALGO, "http://www.w3.org/2009/xmlenc11#aes256-gcm");
    store(text, ConfigurationConstants.SIG_PROP_REF_ID, "keystore", keys);
    store(text, ConfigurationConstants.ENC_PROP_REF_ID, "keystore", others);
    endpoint.getOutInterceptors().add(new WSS4JOutInterceptor(text));
  }

  /** Requires these actions of incoming messages. */
  void in(InterceptorProvider endpoint, String actions) {
    if (actions.equals("none")) {
      return;
    }
    Map<String, Object> text = common(actions);
    store(text, ConfigurationConstants.SIG_VER_PROP_REF_ID, "truststore", trust);
    store(text, ConfigurationConstants.DEC_PROP_REF_ID, "keystore", keys);
    endpoint.getInInterceptors().add(new WSS4JInInterceptor(text));
    endpoint.getInFaultInterceptors().add(new WSS4JInInterceptor(text));
  }

  private Map<String, Object> common(String actions) {
    Map<String, Object> text = new HashMap<>();
    text.put(ConfigurationConstants.ACTION, actions);
    CallbackHandler passwords =
        callbacks -> {
          for (Callback each : callbacks) {
            ((WSPasswordCallback) each).setPassword(password);
          }
        };
    text.put(ConfigurationConstants.PW_CALLBACK_REF, passwords);
    return text;
  }

  private void store(Map<String, Object> text, String reference, String kind, String file) {
    Properties properties = new Properties();
    properties.setProperty("org.apache.wss4j.crypto.provider", Merlin.class.getName());
    properties.setProperty(Merlin.PREFIX + kind + ".file", file);
    properties.setProperty(Merlin.PREFIX + kind + ".password", password);
    properties.setProperty(Merlin.PREFIX + kind + ".type", "PKCS12");
    text.put(reference, reference + ".properties");
    text.put(reference + ".properties", properties);
  }
}
