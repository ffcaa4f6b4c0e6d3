package org.dharch.cmanager.frame;

import jakarta.jms.Message;

/**
 * Decodes the frames that one end receives.
 *
 * @param guard verifies and decrypts them
 * @param forged counts those with an invalid signature
 */
public record FrameReader(Codec codec, FrameGuard guard, ForgedFrames forged) {
  public void decode(Message message, Codec.Reader reader) {
    codec.decode(message, guard, reader);
  }
}
