package org.dharch.ws.rm.message;

import java.util.Optional;

/**
 * A classified message.
 *
 * @param kind empty for an application message, with or without a sequence
 * @param headers the protocol's header blocks
 * @param body the body of a protocol message, if it has one
 */
public record RmReceived(Optional<RmMessageKind> kind, RmHeaders headers, Optional<RmBody> body) {}
