package org.dharch.samples;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Optional;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.HandlerDescription;
import org.apache.axis2.handlers.AbstractHandler;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;

/**
 * Handler A of seed 000, section 4.1: decompresses {@code <s:document encoding="bzip2+base64">}
 * into {@code <s:document>}. CPU-bound and heavy. Leaves a message without that element, or with an
 * uncompressed one, unchanged. Thread-safe.
 *
 * <p>Parameters: {@code maxBytes} (16777216), the largest document that is decompressed; a larger
 * one is a fault, so that a small message cannot fill the memory.
 */
public final class DecompressionHandler extends AbstractHandler {
  private static final int DEFAULT_MAX = 16 << 20;

  private volatile int maxBytes = DEFAULT_MAX;

  @Override
  public void init(HandlerDescription description) {
    super.init(description);
    maxBytes = new HandlerParameters(description).number("maxBytes", DEFAULT_MAX, 1, 1 << 30);
  }

  @Override
  public InvocationResponse invoke(MessageContext message) throws AxisFault {
    Optional<BodyElement> document =
        BodyElement.encoded(
            message, SampleNames.DOCUMENT, SampleNames.ENCODING, SampleNames.BZIP2_BASE64);
    if (document.isPresent()) {
      document.get().decoded(decompress(document.get().bytes()));
    }
    return InvocationResponse.CONTINUE;
  }

  private byte[] decompress(byte[] compressed) throws AxisFault {
    byte[] bytes;
    try (BZip2CompressorInputStream in =
        new BZip2CompressorInputStream(new ByteArrayInputStream(compressed))) {
      bytes = in.readNBytes(maxBytes + 1);
    } catch (IOException | RuntimeException e) { // bzip2 throws either for damaged data
      throw new AxisFault("document cannot be decompressed: " + e.getMessage(), e);
    }
    if (bytes.length > maxBytes) {
      throw new AxisFault("document is larger than " + maxBytes + " bytes once decompressed");
    }
    return bytes;
  }
}
