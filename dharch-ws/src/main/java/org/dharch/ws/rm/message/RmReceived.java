package org.dharch.ws.rm.message;

import java.util.Optional;

/**
 * What a message is to the protocol.
 *
 * @param kind which of the protocol's own messages it is; empty if it is an application's, which
 *     belongs to a sequence if it has that header
 * @param headers the protocol's header blocks
 * @param body what is in its body, if it is a message of the protocol that has something there
 */
public record RmReceived(Optional<RmMessageKind> kind, RmHeaders headers, Optional<RmBody> body) {}
