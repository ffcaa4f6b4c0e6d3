package org.dharch.cmanager.frame;

import java.util.List;
import org.dharch.core.wire.DMFormat;

/** Takes every frame whose seal holds. */
public record TestReader(List<DMFormat> read, List<String> malformed, List<String> forged)
    implements Codec.Reader {
  @Override
  public boolean takes(FrameHeader header) {
    return true;
  }

  @Override
  public void read(FrameHeader header, DMFormat message) {
    read.add(message);
  }

  @Override
  public void malformed(String reason) {
    malformed.add(reason);
  }

  @Override
  public void forged(String reason) {
    forged.add(reason);
  }
}
