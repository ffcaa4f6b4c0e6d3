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
    Map<String, Object> said = common(work);
    said.put(ConfigurationConstants.USER, HandlerSamples.USER);
    said.put(ConfigurationConstants.PASSWORD_TYPE, "PasswordDigest");
    said.put(ConfigurationConstants.SIGNATURE_USER, SecurityFiles.CLIENT);
    said.put(ConfigurationConstants.SIG_KEY_ID, "DirectReference");
    said.put(ConfigurationConstants.SIG_ALGO, "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256");
    said.put(ConfigurationConstants.SIG_DIGEST_ALGO, "http://www.w3.org/2001/04/xmlenc#sha256");
    said.put(
        ConfigurationConstants.SIGNATURE_PARTS,
        work == HandlerWork.SECURE ? PARTS + ";{Element}{" + WSSE + "}UsernameToken" : PARTS);
    said.put(ConfigurationConstants.ENCRYPTION_USER, SecurityFiles.SERVER);
    said.put(ConfigurationConstants.ENC_KEY_ID, "IssuerSerial");
    said.put(ConfigurationConstants.ENC_SYM_ALGO, "http://www.w3.org/2009/xmlenc11#aes256-gcm");
    said.put(
        ConfigurationConstants.ENC_KEY_TRANSPORT,
        "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p");
    crypto(said, ConfigurationConstants.SIG_PROP_REF_ID, clientKeys);
    crypto(said, ConfigurationConstants.ENC_PROP_REF_ID, serverCertificate);
    return said;
  }

  /** Returns the settings of incoming messages that were secured this way. */
  Map<String, Object> in(HandlerWork secured) {
    Map<String, Object> said = common(secured);
    crypto(said, ConfigurationConstants.SIG_VER_PROP_REF_ID, clientCertificate);
    crypto(said, ConfigurationConstants.DEC_PROP_REF_ID, serverKeys);
    return said;
  }

  private static Map<String, Object> common(HandlerWork secured) {
    Map<String, Object> said = new HashMap<>();
    said.put(ConfigurationConstants.ACTION, actions(secured));
    CallbackHandler passwords =
        callbacks -> {
          for (Callback each : callbacks) {
            ((WSPasswordCallback) each).setPassword(HandlerSamples.PASSWORD);
          }
        };
    said.put(ConfigurationConstants.PW_CALLBACK_REF, passwords);
    String lifetime = String.valueOf(HandlerSamples.LIFETIME);
    said.put(ConfigurationConstants.TTL_TIMESTAMP, lifetime);
    said.put(ConfigurationConstants.TTL_USERNAMETOKEN, lifetime);
    return said;
  }

  private static void crypto(Map<String, Object> said, String reference, Crypto crypto) {
    said.put(reference, reference + ".crypto");
    said.put(reference + ".crypto", crypto);
  }
}
