package org.dharch.peers.cxf;

import java.util.HashMap;
import java.util.Map;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import org.apache.wss4j.common.ConfigurationConstants;
import org.apache.wss4j.common.crypto.Crypto;
import org.apache.wss4j.common.ext.WSPasswordCallback;
import org.dharch.peers.handlers.HandlerSamples;
import org.dharch.peers.handlers.HandlerWork;
import org.dharch.peers.handlers.SecurityFiles;

/** The settings of WSS4J, for DOM and StAX: equal to the defaults of DHArch's handlers. */
final class SecuritySettings {
  private static final String WSU =
      "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
  private static final String WSSE =
      "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
  private static final String PARTS =
      "{Content}{http://schemas.xmlsoap.org/soap/envelope/}Body;{Element}{" + WSU + "}Timestamp";

  private final Crypto clientKeys;
  private final Crypto clientCertificate;
  private final Crypto serverKeys;
  private final Crypto serverCertificate;

  SecuritySettings(SecurityFiles files) throws Exception {
    String password = HandlerSamples.PASSWORD;
    clientKeys = CachedKeys.keys(files.keys(SecurityFiles.CLIENT), password);
    clientCertificate = CachedKeys.certificates(files.certificate(SecurityFiles.CLIENT), password);
    serverKeys = CachedKeys.keys(files.keys(SecurityFiles.SERVER), password);
    serverCertificate = CachedKeys.certificates(files.certificate(SecurityFiles.SERVER), password);
  }

  private static String actions(HandlerWork secured) {
    return switch (secured) {
      case ADD_USER -> "Timestamp UsernameToken";
      case SIGN -> "Timestamp Signature";
      case ENCRYPT -> "Timestamp Encrypt";
      default -> "Timestamp UsernameToken Signature Encrypt";
    };
  }

  /** Returns the settings of outgoing messages. */
  Map<String, Object> out(HandlerWork work) {
    Map<String, Object> text = common(work);
    text.put(ConfigurationConstants.USER, HandlerSamples.USER);
    text.put(ConfigurationConstants.PASSWORD_TYPE, "PasswordDigest");
    text.put(ConfigurationConstants.SIGNATURE_USER, SecurityFiles.CLIENT);
    text.put(ConfigurationConstants.SIG_KEY_ID, "DirectReference");
    text.put(ConfigurationConstants.SIG_ALGO, "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256");
    text.put(ConfigurationConstants.SIG_DIGEST_ALGO, "http://www.w3.org/2001/04/xmlenc#sha256");
    text.put(
        ConfigurationConstants.SIGNATURE_PARTS,
        work == HandlerWork.SECURE ? PARTS + ";{Element}{" + WSSE + "}UsernameToken" : PARTS);
    text.put(ConfigurationConstants.ENCRYPTION_USER, SecurityFiles.SERVER);
    text.put(ConfigurationConstants.ENC_KEY_ID, "IssuerSerial");
    text.put(ConfigurationConstants.ENC_SYM_ALGO, "http://www.w3.org/2009/xmlenc11#aes256-gcm");
    text.put(
        ConfigurationConstants.ENC_KEY_TRANSPORT,
        "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p");
    crypto(text, ConfigurationConstants.SIG_PROP_REF_ID, clientKeys);
    crypto(text, ConfigurationConstants.ENC_PROP_REF_ID, serverCertificate);
    return text;
  }

  /** Returns the settings of incoming messages that were secured this way. */
  Map<String, Object> in(HandlerWork secured) {
    Map<String, Object> text = common(secured);
    crypto(text, ConfigurationConstants.SIG_VER_PROP_REF_ID, clientCertificate);
    crypto(text, ConfigurationConstants.DEC_PROP_REF_ID, serverKeys);
    return text;
  }

  private static Map<String, Object> common(HandlerWork secured) {
    Map<String, Object> text = new HashMap<>();
    text.put(ConfigurationConstants.ACTION, actions(secured));
    CallbackHandler passwords =
        callbacks -> {
          for (Callback each : callbacks) {
            ((WSPasswordCallback) each).setPassword(HandlerSamples.PASSWORD);
          }
        };
    text.put(ConfigurationConstants.PW_CALLBACK_REF, passwords);
    String lifetime = String.valueOf(HandlerSamples.LIFETIME);
    text.put(ConfigurationConstants.TTL_TIMESTAMP, lifetime);
    text.put(ConfigurationConstants.TTL_USERNAMETOKEN, lifetime);
    return text;
  }

  private static void crypto(Map<String, Object> text, String reference, Crypto crypto) {
    text.put(reference, reference + ".crypto");
    text.put(reference + ".crypto", crypto);
  }
}
