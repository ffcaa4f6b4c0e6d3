package org.dharch.ws.security;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.UnsupportedCallbackException;
import org.apache.wss4j.common.crypto.AlgorithmSuite;
import org.apache.wss4j.common.crypto.Crypto;
import org.apache.wss4j.common.ext.WSPasswordCallback;
import org.apache.wss4j.common.ext.WSSecurityException;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.engine.WSSConfig;
import org.apache.wss4j.dom.engine.WSSecurityEngine;
import org.apache.wss4j.dom.engine.WSSecurityEngineResult;
import org.apache.wss4j.dom.handler.RequestData;
import org.apache.wss4j.dom.processor.BinarySecurityTokenProcessor;
import org.apache.wss4j.dom.processor.EncryptedDataProcessor;
import org.apache.wss4j.dom.processor.EncryptedKeyProcessor;
import org.apache.wss4j.dom.processor.Processor;
import org.apache.wss4j.dom.processor.ReferenceListProcessor;
import org.apache.wss4j.dom.processor.SignatureProcessor;
import org.apache.wss4j.dom.processor.TimestampProcessor;
import org.apache.wss4j.dom.processor.UsernameTokenProcessor;
import org.apache.wss4j.dom.validate.NoOpValidator;
import org.dharch.ws.security.SecurityFault.Code;
import org.w3c.dom.Element;

/**
 * Runs WSS4J's engine restricted to the configured features: decrypts in the tree and reports
 * signatures and signers for {@link Coverage}. Thread-safe.
 */
final class Verifier {
  private static final int NO_LIMIT_SECONDS =
      1_000_000_000; // the age is checked by the node's clock

  private static final List<Pattern> ANY_SUBJECT = List.of(Pattern.compile(".*", Pattern.DOTALL));

  private static final Map<WSSecurityException.ErrorCode, Code> CODES =
      Map.of(
          WSSecurityException.ErrorCode.UNSUPPORTED_SECURITY_TOKEN, Code.UNSUPPORTED_TOKEN,
          WSSecurityException.ErrorCode.UNSUPPORTED_ALGORITHM, Code.UNSUPPORTED_ALGORITHM,
          WSSecurityException.ErrorCode.INVALID_SECURITY, Code.INVALID_SECURITY,
          WSSecurityException.ErrorCode.INVALID_SECURITY_TOKEN, Code.INVALID_TOKEN,
          WSSecurityException.ErrorCode.FAILED_AUTHENTICATION, Code.FAILED_AUTHENTICATION,
          WSSecurityException.ErrorCode.SECURITY_TOKEN_UNAVAILABLE, Code.UNAVAILABLE_TOKEN,
          WSSecurityException.ErrorCode.MESSAGE_EXPIRED, Code.EXPIRED);

  private final InSettings settings;
  private final WSSConfig config;
  private final WSSecurityEngine engine = new WSSecurityEngine();
  private final AlgorithmSuite suite;
  private final Optional<Crypto> trust;
  private final Optional<Crypto> keys;

  Verifier(InSettings settings) {
    this.settings = settings;
    config = WSSConfig.getNewInstance();
    Processor rejecting =
        (token, data) -> {
          throw new WSSecurityException(WSSecurityException.ErrorCode.UNSUPPORTED_SECURITY_TOKEN);
        };
    List.of(
            WSConstants.SAML_TOKEN,
            WSConstants.SAML2_TOKEN,
            WSConstants.ENCRYPTED_ASSERTION,
            WSConstants.DERIVED_KEY_TOKEN_05_02,
            WSConstants.DERIVED_KEY_TOKEN_05_12,
            WSConstants.SECURITY_CONTEXT_TOKEN_05_02,
            WSConstants.SECURITY_CONTEXT_TOKEN_05_12)
        .forEach(name -> config.setProcessor(name, rejecting));
    config.setProcessor(WSConstants.SIGNATURE, new CheckedProcessor(new SignatureProcessor()));
    config.setProcessor(WSConstants.TIMESTAMP, new CheckedProcessor(new TimestampProcessor()));
    config.setProcessor(
        WSConstants.USERNAME_TOKEN, new CheckedProcessor(new UsernameTokenProcessor()));
    config.setProcessor(
        WSConstants.BINARY_TOKEN, new CheckedProcessor(new BinarySecurityTokenProcessor()));
    config.setProcessor(
        WSConstants.ENCRYPTED_KEY, new CheckedProcessor(new EncryptedKeyProcessor()));
    config.setProcessor(
        WSConstants.ENCRYPTED_DATA, new CheckedProcessor(new EncryptedDataProcessor()));
    config.setProcessor(
        WSConstants.REFERENCE_LIST, new CheckedProcessor(new ReferenceListProcessor()));
    config.setValidator(WSConstants.TIMESTAMP, new NoOpValidator());
    engine.setWssConfig(config);
    suite = settings.algorithms().suite();
    trust = settings.trust().map(KeyStores::certificates);
    keys = settings.keys().map(KeyStores::keys);
  }

  /**
   * Decrypts the content of the block and verifies signatures and passwords.
   *
   * @param shape of the message; has checked the block
   * @param decrypted parses decrypted content
   * @throws SecurityFault if the block is invalid
   */
  List<WSSecurityEngineResult> verify(SecurityShape shape, Element security, DecryptedXml decrypted)
      throws SecurityFault {
    RequestData data = new RequestData();
    data.setWssConfig(config);
    data.setMsgContext(shape);
    data.setActor(settings.actor());
    trust.ifPresent(data::setSigVerCrypto);
    keys.ifPresent(data::setDecCrypto);
    data.setCallbackHandler(this::passwords);
    data.setAlgorithmSuite(suite);
    data.setValidateSamlSubjectConfirmation(false);
    data.setSubjectCertConstraints(ANY_SUBJECT); // Coverage checks names
    if (!settings.textPasswords()) {
      data.setRequiredPasswordType(WSConstants.PASSWORD_DIGEST);
    }
    data.setUtTTL(NO_LIMIT_SECONDS);
    data.setUtFutureTTL(NO_LIMIT_SECONDS);
    data.setEncryptionSerializer(decrypted);
    try {
      return engine.processSecurityHeader(security, data).getResults();
    } catch (WSSecurityException e) {
      if (e.getCause() instanceof SecurityFault fault) {
        throw fault;
      }
      throw new SecurityFault(
          CODES.getOrDefault(e.getErrorCode(), Code.FAILED_CHECK), reason(e), e);
    } catch (RuntimeException | LinkageError e) {
      // WSS4J expects content that is missing
      throw new SecurityFault(Code.INVALID_SECURITY, e.toString(), e);
    }
  }

  /** Returns the innermost reason. */
  private static String reason(Throwable e) {
    String reason = String.valueOf(e.getMessage());
    for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
      if (cause.getMessage() != null) {
        reason = cause.getMessage();
      }
    }
    return reason;
  }

  private void passwords(Callback[] callbacks) throws IOException, UnsupportedCallbackException {
    for (Callback request : callbacks) {
      if (!(request instanceof WSPasswordCallback callback)) {
        throw new UnsupportedCallbackException(request);
      }
      switch (callback.getUsage()) {
        case WSPasswordCallback.USERNAME_TOKEN ->
            callback.setPassword(settings.users().get(callback.getIdentifier()));
        case WSPasswordCallback.DECRYPT ->
            settings.keys().ifPresent(store -> callback.setPassword(store.password()));
        default -> {} // there are no other secrets
      }
    }
  }
}
