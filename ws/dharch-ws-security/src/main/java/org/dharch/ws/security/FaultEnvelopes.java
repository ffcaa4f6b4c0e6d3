package org.dharch.ws.security;

import java.nio.charset.StandardCharsets;
import javax.xml.namespace.QName;

/** Builds the envelope of a {@link SecurityFault} in both versions of SOAP. */
final class FaultEnvelopes {
  private FaultEnvelopes() {}

  static byte[] of(SecurityFault.Code code, boolean soap12) {
    QName name = code.qname();
    String reason = code.reason().replace("<", "&lt;").replace(">", "&gt;");
    String declared = " xmlns:w=\"" + name.getNamespaceURI() + "\"";
    String fault =
        soap12
            ? "<s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value"
                + declared
                + ">w:"
                + name.getLocalPart()
                + "</s:Value></s:Subcode></s:Code><s:Reason><s:Text xml:lang=\"en\">"
                + reason
                + "</s:Text></s:Reason>"
            : "<faultcode"
                + declared
                + ">w:"
                + name.getLocalPart()
                + "</faultcode><faultstring>"
                + reason
                + "</faultstring>";
    String envelope =
        "<s:Envelope xmlns:s=\""
            + (soap12 ? Names.SOAP12 : Names.SOAP11)
            + "\"><s:Body><s:Fault>"
            + fault
            + "</s:Fault></s:Body></s:Envelope>";
    return envelope.getBytes(StandardCharsets.UTF_8);
  }
}
