package org.dharch.ws.rm.message;

import java.util.Optional;

/**
 * A classified message.
 *
 * @param kind the kind of protocol message; empty for an application message, which belongs to a
 *     sequence if it has that header
 * @param headers the protocol's header blocks
 * @param body the body of a protocol message, if it has one
 */
public record RmReceived(Optional<RmMessageKind> kind, RmHeaders headers, Optional<RmBody> body) {}
