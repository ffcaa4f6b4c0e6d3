package org.dharch.ws.rm.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.soap.ElementReader;
import org.dharch.ws.soap.ElementWriter;
import org.dharch.ws.soap.SoapFault;

/**
 * The poll of an endpoint without an address for its messages (WS-MakeConnection 1.1).
 *
 * @param address identifies the polling endpoint
 */
public record MakeConnection(String address) {
  private static final String NAMESPACE = "http://docs.oasis-open.org/ws-rx/wsmc/200702";
  private static final QName NAME = name("MakeConnection");
  private static final QName ADDRESS = name("Address");
  private static final int MAX_ADDRESS = 2_048;

  private static QName name(String local) {
    return new QName(NAMESPACE, local, "wsmc");
  }

  public static boolean is(SOAPContext context) {
    return context.bodyName().filter(NAME::equals).isPresent();
  }

  /**
   * Reads a MakeConnection request.
   *
   * @throws ProcessingException MissingSelection if it selects no endpoint, UnsupportedSelection if
   *     it does not select by address
   */
  public static MakeConnection read(SOAPContext context) throws ProcessingException {
    ElementReader in = ElementReader.of(context.bodyBytes().orElseThrow());
    List<String> addresses = new ArrayList<>(1);
    List<QName> others = new ArrayList<>(1);
    in.children(
        () -> {
          if (in.is(ADDRESS)) {
            addresses.add(in.text());
          } else {
            others.add(in.name());
          }
        });
    if (!others.isEmpty()) {
      throw fault(
          "UnsupportedSelection",
          "messages can be selected only by wsmc:Address",
          List.of(
              new ElementWriter()
                  .start(name("UnsupportedElement"))
                  .text(others.get(0))
                  .end()
                  .toString()));
    }
    if (addresses.size() != 1
        || addresses.get(0).isEmpty()
        || addresses.get(0).length() > MAX_ADDRESS) {
      throw fault(
          "MissingSelection",
          "the message must have one wsmc:Address of 1 to " + MAX_ADDRESS + " characters",
          List.of());
    }
    return new MakeConnection(addresses.get(0));
  }

  private static ProcessingException fault(String subcode, String reason, List<String> detail) {
    return new ProcessingException(
        new SoapFault(
            SoapFault.Code.SENDER, List.of(name(subcode)), reason, detail, Optional.empty(), true),
        NAMESPACE + "/fault");
  }

  /** Builds the header block that reports whether more messages are pending. */
  public static String pending(boolean isMore) {
    return new ElementWriter()
        .start(name("MessagePending"))
        .attribute("pending", String.valueOf(isMore))
        .end()
        .toString();
  }
}
