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
 * WS-Security 1.1 for inbound messages. Verifies signatures, passwords and timestamps, decrypts,
 * and accepts only fresh messages that meet all requirements. A rejected request is answered with a
 * standard SOAP fault; other rejected messages fail. The parameters, reads and writes are in
 * docs/security-handlers.md. Thread-safe.
 */
public final class SecurityInHandler implements DHHandler {
  private static final Logger LOG = LoggerFactory.getLogger(SecurityInHandler.class);

  /** The sender: a user's name, or the certificate's subject by RFC 2253. */
  public static final String PRINCIPAL = MessageProperties.SECURITY_PREFIX + "principal";

  /** The signed parts, separated by blanks. */
  public static final String SIGNED = MessageProperties.SECURITY_PREFIX + "signed";

  /** The message's creation time: ISO 8601, in UTC. */
  public static final String AT = MessageProperties.SECURITY_PREFIX + "at";

  private static final int MOST_DETAIL = 300;

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
    replays = settings.replays().open();
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
      return verified(message, envelope);
    } catch (SecurityFault fault) {
      LOG.info(
          "Rejected message={} fault={} reason={}",
          message.id(),
          fault.code(),
          shown(fault.getMessage()));
      if (isRequest(message.properties())) {
        return Changes.builder()
            .respond(FaultEnvelopes.of(fault.code(), envelope.soap12()))
            .build();
      }
      throw new DHArchException(fault.code().qname().getLocalPart() + ": " + fault.code().reason());
    }
  }

  private Changes verified(HandlerMessage message, DomEnvelope envelope)
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
      decryption.take(results);
      Verified verified = new Judgement(settings, envelope, security, now).judge(results);
      decryption.require(settings.encrypted());
      once(verified, message.id().toString(), now);
      return changes(verified, envelope, security, decryption);
    } catch (SecurityFault fault) {
      throw shape.told(fault);
    }
  }

  /**
   * Stores the replay keys for the longest possible validity. It does not use a time of the message
   * because an unsigned time may be forged.
   */
  private void once(Verified verified, String message, Instant now)
      throws SecurityFault, ReplaysFullException {
    Instant until = now.plus(settings.age()).plus(settings.maxAhead()).plusSeconds(1);
    for (String key : verified.once()) {
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

  /** Removes a value that another component has set. */
  private static void set(Changes.Builder changes, String name, Optional<String> value) {
    value.ifPresentOrElse(it -> changes.property(name, it), () -> changes.removeProperty(name));
  }

  private static boolean isRequest(MessageProperties properties) {
    return properties.text(SoapProperties.FLOW, "in").equals("in")
        && properties.get(SoapProperties.SERVER_SIDE).filter(Boolean.FALSE::equals).isEmpty();
  }

  /** Escapes the detail to one line of the log, because the sender controls its content. */
  private static String shown(String detail) {
    String text = String.valueOf(detail).replaceAll("[\\p{Cntrl}\\p{Cf}]", " ");
    return text.length() > MOST_DETAIL ? text.substring(0, MOST_DETAIL) + "…" : text;
  }

  @Override
  public void close() {
    if (replays != null) {
      replays.close();
    }
  }
}
