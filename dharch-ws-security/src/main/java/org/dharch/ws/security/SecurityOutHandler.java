package org.dharch.ws.security;

import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.apache.wss4j.common.crypto.Crypto;
import org.apache.wss4j.common.ext.WSSecurityException;
import org.apache.wss4j.dom.engine.WSSConfig;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.api.NodeContext;
import org.dharch.core.document.HandlerSettings;
import org.dharch.core.message.DHArchException;

/**
 * WS-Security 1.1 of what goes out: adds a Security block with what its actions make, in their
 * order. What it gives back are parts, the new block, the body's id, signed header blocks with
 * theirs, the body if it is encrypted, so that all else stays byte for byte. Parameters and what it
 * reads and writes: docs/security-handlers.md. Any thread.
 */
public final class SecurityOutHandler implements DHHandler {
  private OutSettings settings;
  private Optional<Crypto> keys = Optional.empty();
  private Optional<Crypto> recipients = Optional.empty();
  private InstantSource clock = InstantSource.system();

  /** A node makes it. */
  public SecurityOutHandler() {}

  @Override
  public void init(Map<String, String> parameters) {
    WSSConfig.init();
    settings = OutSettings.read(new HandlerSettings(parameters));
    keys = settings.signing().map(signing -> signing.keys().keys());
    recipients = settings.encryption().map(encryption -> encryption.certificates().certificates());
  }

  @Override
  public void init(Map<String, String> parameters, NodeContext node) {
    clock = node.clock();
    init(parameters);
  }

  @Override
  public Changes handle(HandlerMessage message) {
    DomEnvelope envelope = DomEnvelope.read(message.envelope());
    try {
      return new Securing(settings, keys, recipients, clock, envelope).run();
    } catch (WSSecurityException e) {
      throw new DHArchException("the message cannot be secured: " + e.getErrorCode(), e);
    }
  }
}
