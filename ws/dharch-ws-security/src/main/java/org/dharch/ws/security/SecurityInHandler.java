package org.dharch.ws.security;

import static org.dharch.ws.security.SecurityFault.Code.INVALID_SECURITY;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.wss4j.dom.engine.WSSecurityEngineResult;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.api.HeaderRef;
import org.dharch.api.MessageProperties;
import org.dharch.api.NodeContext;
import org.dharch.api.Part;
import org.dharch.api.SoapProperties;
import org.dharch.core.document.HandlerSettings;
import org.dharch.core.message.DHArchException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.w3c.dom.Element;

/**
 * WS-Security 1.1 for inbound messages: verifies signatures, passwords and timestamps, decrypts,
 * and accepts only fresh messages that meet all requirements. Answers rejected requests with a
 * standard SOAP fault; other rejected messages fail. See docs/security-handlers.md for parameters,
 * reads and writes. Thread-safe.
 */
public final class SecurityInHandler implements DHHandler {
  private static final Logger LOG = LoggerFactory.getLogger(SecurityInHandler.class);

  /** The sender: a user's name, or the certificate's subject by RFC 2253. */
  public static final String PRINCIPAL = MessageProperties.SECURITY_PREFIX + "principal";

  /** The signed parts, separated by blanks. */
  public static final String SIGNED = MessageProperties.SECURITY_PREFIX + "signed";

  /** The message's creation time in ISO 8601 and UTC. */
  public static final String AT = MessageProperties.SECURITY_PREFIX + "at";

  private static final int MAX_DETAIL = 300;

  private InSettings settings;
  private Verifier verifier;
  private Replays replays;
  private InstantSource clock = InstantSource.system();

  /** Creates a handler; called by the node. */
  public SecurityInHandler() {}

  @Override
  public void init(Map<String, String> parameters) {
    settings = InSettings.read(new HandlerSettings(parameters));
    verifier = new Verifier(settings);
    replays = settings.freshness().replays().open();
  }

  @Override
  public void init(Map<String, String> parameters, NodeContext node) {
    clock = node.clock();
    init(parameters);
  }

  @Override
  public Changes handle(HandlerMessage message) throws Exception {
    DomEnvelope envelope = DomEnvelope.read(message.envelope());
    try {
      return verify(message, envelope);
    } catch (SecurityFault fault) {
      LOG.info(
          "Rejected message={} fault={} reason={}",
          message.id(),
          fault.code(),
          singleLine(fault.getMessage()));
      if (isRequest(message.properties())) {
        return Changes.builder()
            .respond(FaultEnvelopes.of(fault.code(), envelope.soap12()))
            .build();
      }
      throw new DHArchException(fault.code().qname().getLocalPart() + ": " + fault.code().reason());
    }
  }

  private Changes verify(HandlerMessage message, DomEnvelope envelope)
      throws SecurityFault, ReplaysFullException {
    List<Element> blocks = envelope.security(settings.actor());
    if (blocks.size() != 1) {
      throw new SecurityFault(INVALID_SECURITY, blocks.size() + " Security blocks for this actor");
    }
    Element security = blocks.get(0);
    Instant now = clock.instant();
    SecurityShape shape = new SecurityShape(envelope.document(), settings);
    shape.check(security);
    DecryptedXml decrypted = DecryptedXml.create();
    Decryption decryption = new Decryption(envelope, decrypted);
    try {
      List<WSSecurityEngineResult> results = verifier.verify(shape, security, decrypted);
      decryption.record(results);
      Verified verified = new Judgement(settings, envelope, security, now).check(results);
      decryption.require(settings.required().encrypted());
      checkReplay(verified, message.id().toString(), now);
      return changes(verified, envelope, security, decryption);
    } catch (SecurityFault fault) {
      throw shape.faultForSender(fault);
    }
  }

  /**
   * Stores the replay keys for the longest possible validity, because times in a message may be
   * forged.
   */
  private void checkReplay(Verified verified, String message, Instant now)
      throws SecurityFault, ReplaysFullException {
    Instant until =
        now.plus(settings.freshness().age()).plus(settings.freshness().maxAhead()).plusSeconds(1);
    for (String key : verified.replayKeys()) {
      if (!replays.isFirst(key, message, until, now)) {
        throw new SecurityFault(INVALID_SECURITY, "was received before");
      }
    }
  }

  private Changes changes(
      Verified verified, DomEnvelope envelope, Element security, Decryption decryption) {
    HeaderRef ref = envelope.ref(security).orElseThrow();
    Set<Element> touched = decryption.blocks();
    touched.remove(security);
    if (!settings.keep()) {
      security.getParentNode().removeChild(security);
    }
    Optional<byte[]> body = decryption.wholeBody();
    Changes.Builder changes = envelope.changes(touched, decryption.body() && body.isEmpty());
    body.ifPresent(bytes -> changes.replace(Part.body(), bytes));
    if (settings.keep()) {
      changes.processed(ref);
    }
    set(changes, PRINCIPAL, verified.principal());
    set(changes, SIGNED, Optional.of(String.join(" ", verified.signed())));
    set(changes, AT, verified.created().map(Instant::toString));
    return changes.build();
  }

  /** Sets the property or removes a value of another component. */
  private static void set(Changes.Builder changes, String name, Optional<String> value) {
    value.ifPresentOrElse(text -> changes.property(name, text), () -> changes.removeProperty(name));
  }

  private static boolean isRequest(MessageProperties properties) {
    return properties.text(SoapProperties.FLOW, "in").equals("in")
        && properties.get(SoapProperties.SERVER_SIDE).filter(Boolean.FALSE::equals).isEmpty();
  }

  /** Returns one line, because the sender controls the detail. */
  private static String singleLine(String detail) {
    String text = String.valueOf(detail).replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", " ");
    return text.length() > MAX_DETAIL ? text.substring(0, MAX_DETAIL) + "…" : text;
  }

  @Override
  public void close() {
    if (replays != null) {
      replays.close();
    }
  }
}
