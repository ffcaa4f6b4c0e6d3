package org.dharch.samples;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.atomic.LongAdder;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axis2.AxisFault;

/**
 * The service behind the handlers. It responds with SHA-256 digests of the document and the secret
 * as received, so that a client can check decompression and decryption. Thread-safe.
 */
public final class SampleService {
  private static final LongAdder NOTIFIED = new LongAdder();

  /** Request-response: {@code s:process} in, {@code s:processed} out. */
  public OMElement process(OMElement request) throws AxisFault {
    OMElement answer = request.getOMFactory().createOMElement(SampleNames.PROCESSED);
    add(answer, SampleNames.ID, text(request, SampleNames.ID));
    add(answer, SampleNames.DOCUMENT_DIGEST, digest(text(request, SampleNames.DOCUMENT)));
    add(answer, SampleNames.SECRET_DIGEST, digest(text(request, SampleNames.SECRET)));
    return answer;
  }

  /** One-way: counts. */
  public void notify(OMElement request) throws AxisFault {
    text(request, SampleNames.ID);
    NOTIFIED.increment();
  }

  /** How many {@code notify} messages this JVM has seen. */
  public static long notified() {
    return NOTIFIED.sum();
  }

  static String digest(String text) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String text(OMElement request, QName name) throws AxisFault {
    OMElement element = request == null ? null : request.getFirstChildWithName(name);
    if (element == null) {
      throw new AxisFault(
          "element " + name.getLocalPart() + " of " + name.getNamespaceURI() + " is missing");
    }
    return element.getText();
  }

  private static void add(OMElement parent, QName name, String text) {
    OMElement child = parent.getOMFactory().createOMElement(name, parent);
    child.setText(text);
  }
}
