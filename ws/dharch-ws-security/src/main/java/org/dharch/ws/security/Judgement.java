package org.dharch.ws.security;

import static org.dharch.ws.security.SecurityFault.Code.EXPIRED;
import static org.dharch.ws.security.SecurityFault.Code.FAILED_AUTHENTICATION;
import static org.dharch.ws.security.SecurityFault.Code.FAILED_CHECK;
import static org.dharch.ws.security.SecurityFault.Code.INVALID_SECURITY;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.engine.WSSecurityEngineResult;
import org.apache.wss4j.dom.message.token.Timestamp;
import org.apache.wss4j.dom.message.token.UsernameToken;
import org.dharch.ws.security.Coverage.Tokens;
import org.w3c.dom.Element;

/**
 * Decides whether the verified content of one message meets the requirements and is fresh. Not
 * thread-safe.
 */
final class Judgement {
  /** More than three digits after the second; WSS4J rejects them in a Timestamp. */
  private static final Pattern TOO_EXACT = Pattern.compile("[.][0-9]{4}");

  private final InSettings settings;
  private final DomEnvelope envelope;
  private final Element security;
  private final Instant now;
  private final List<Coverage> signatures = new ArrayList<>();
  private Optional<Timestamp> timestamp = Optional.empty();
  private Optional<UsernameToken> username = Optional.empty();

  Judgement(InSettings settings, DomEnvelope envelope, Element security, Instant now) {
    this.settings = settings;
    this.envelope = envelope;
    this.security = security;
    this.now = now;
  }

  Verified check(List<WSSecurityEngineResult> results) throws SecurityFault {
    for (WSSecurityEngineResult result : results) {
      switch (Coverage.action(result)) {
        case WSConstants.SIGN -> {
          Coverage signature = Coverage.of(result, envelope, security);
          signature.requireSigner(settings.signer().subject(), settings.signer().issuer());
          signatures.add(signature);
        }
        case WSConstants.TS ->
            timestamp = Optional.of((Timestamp) result.get(WSSecurityEngineResult.TAG_TIMESTAMP));
        case WSConstants.UT ->
            username =
                Optional.of((UsernameToken) result.get(WSSecurityEngineResult.TAG_USERNAME_TOKEN));
        default -> {} // tokens and keys have no meaning on their own
      }
    }
    checkAge();
    checkUsername();
    Tokens tokens =
        new Tokens(timestamp.map(Timestamp::getElement), username.map(UsernameToken::getElement));
    Optional<Coverage> signature = signature(tokens);
    return new Verified(
        principal(signature, tokens),
        signature.map(s -> s.parts(envelope, tokens)).orElse(List.of()),
        created(),
        replayKeys());
  }

  private Optional<Instant> created() {
    return timestamp
        .map(Timestamp::getCreated)
        .or(() -> username.map(UsernameToken::getCreatedDate));
  }

  private void checkAge() throws SecurityFault {
    if (timestamp.isEmpty() && settings.required().timestamp()) {
      throw new SecurityFault(INVALID_SECURITY, "missing Timestamp");
    }
    if (timestamp.isPresent()) {
      checkAge(timestamp.get().getCreated());
      Instant expires = timestamp.get().getExpires();
      if (expires != null && !expires.isAfter(now)) {
        throw new SecurityFault(EXPIRED, "Expires " + expires);
      }
    }
  }

  private void checkAge(Instant created) throws SecurityFault {
    if (created == null) {
      throw new SecurityFault(INVALID_SECURITY, "missing Created");
    }
    if (created.isAfter(now.plus(settings.freshness().maxAhead()))) {
      throw new SecurityFault(EXPIRED, "Created " + created + ", later than maxAhead");
    }
    if (created.isBefore(now.minus(settings.freshness().age()))) {
      throw new SecurityFault(EXPIRED, "Created " + created + ", older than maxAge");
    }
  }

  /** A digest without nonce and time could be replayed forever. */
  private void checkUsername() throws SecurityFault {
    if (username.isEmpty()) {
      if (settings.required().username()) {
        throw new SecurityFault(INVALID_SECURITY, "missing UsernameToken");
      }
      return;
    }
    UsernameToken token = username.get();
    if (token.isHashed() && (token.getNonce() == null || token.getCreated() == null)) {
      throw new SecurityFault(FAILED_AUTHENTICATION, "a digest without Nonce or Created");
    }
    if (token.getCreated() != null) {
      if (TOO_EXACT.matcher(token.getCreated()).find()) {
        throw new SecurityFault(INVALID_SECURITY, "Created " + token.getCreated());
      }
      checkAge(token.getCreatedDate());
    }
  }

  /**
   * One signature must cover all required parts, because signatures of different messages could be
   * combined.
   */
  private Optional<Coverage> signature(Tokens tokens) throws SecurityFault {
    if (settings.required().signed().isEmpty()) {
      return signatures.stream().findFirst();
    }
    String missing = "missing signature";
    for (Coverage signature : signatures) {
      Optional<String> missingPart =
          signature.missing(settings.required().signed(), envelope, tokens);
      if (missingPart.isEmpty()) {
        return Optional.of(signature);
      }
      missing = missingPart.get();
    }
    throw new SecurityFault(FAILED_CHECK, "not signed: " + missing);
  }

  /** Returns the user if the token is bound to the message or no signature is required. */
  private Optional<String> principal(Optional<Coverage> signature, Tokens tokens) {
    boolean bound = signature.map(s -> s.covers(tokens.username())).orElse(true);
    if (username.isPresent() && bound) {
      return username.map(UsernameToken::getName);
    }
    return signature.map(Coverage::signer);
  }

  private List<String> replayKeys() {
    List<String> keys = new ArrayList<>();
    for (Coverage signature : signatures) {
      keys.add(signature.replayKey());
    }
    username.filter(s -> s.getNonce() != null).map(OnceOnly::nonce).ifPresent(keys::add);
    return keys;
  }
}
