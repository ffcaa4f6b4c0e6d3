package org.dharch.ws.rm.store;

import java.util.Optional;
import org.dharch.ws.rm.RmMessage;

/**
 * A pending write of a message.
 *
 * @param message its new state; empty to delete it
 * @param envelope the new envelope; empty if unchanged
 */
record MessageRow(Optional<RmMessage> message, Optional<byte[]> envelope) {}
