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
 * WS-Security 1.1 for outbound messages: adds a Security block with the results of its actions.
 * Returns only the changed parts. See docs/security-handlers.md for parameters, reads and writes.
 * Thread-safe.
 */
public final class SecurityOutHandler implements DHHandler {
  private OutSettings settings;
  private Optional<Crypto> keys = Optional.empty();
  private Optional<Crypto> recipients = Optional.empty();
  private InstantSource clock = InstantSource.system();

  /** Creates a handler; called by the node. */
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
      throw new DHArchException("failed to secure the message: " + e.getErrorCode(), e);
    }
  }
}
