package org.dharch.ws.rm.store;

import java.util.Optional;
import org.dharch.ws.rm.RmMessage;

/**
 * A message that is to be written.
 *
 * @param message as it is to be; empty if it is to go
 * @param envelope if that is new
 */
record MessageRow(Optional<RmMessage> message, Optional<byte[]> envelope) {}
