package org.dharch.axis2.envelope;

import java.io.InputStream;
import java.text.ParseException;
import java.util.Locale;
import javax.xml.transform.stream.StreamSource;
import org.apache.axiom.attachments.Attachments;
import org.apache.axiom.mime.ContentType;
import org.apache.axiom.mime.MultipartBody;
import org.apache.axiom.mime.Part;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMException;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPModelBuilder;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.builder.MTOMBuilder;
import org.apache.axis2.context.MessageContext;

/**
 * Axis2's MTOM builder on a stream that records the root part with its {@code xop:Include}
 * elements. Like the original it reads attachments on demand.
 */
final class RecordingMtomBuilder extends MTOMBuilder {
  private final HeaderBound bound;

  RecordingMtomBuilder(HeaderBound bound) {
    this.bound = bound;
  }

  @Override
  public OMElement processMIMEMessage(
      Attachments attachments, String contentType, MessageContext context) throws AxisFault {
    try {
      MultipartBody message = attachments.getMultipartBody();
      Part root = message.getRootPart();
      String charset = root.getContentType().getParameter("charset");
      if (charset != null && !charset.toLowerCase(Locale.ROOT).equals("utf-8")) {
        return super.processMIMEMessage(attachments, contentType, context);
      }
      context.setAttachmentMap(attachments);
      context.setProperty(Constants.Configuration.CHARACTER_SET_ENCODING, MessageContext.UTF_8);
      context.setDoingMTOM(true);
      return RecordingInputStream.record(
          bound.check(root.getInputStream(false), root.getContentType().toString(), context),
          context,
          in -> build(in, root, attachments, context));
    } catch (OMException e) {
      throw AxisFault.makeFault(e);
    }
  }

  private static SOAPEnvelope build(
      InputStream in, Part root, Attachments attachments, MessageContext context) throws AxisFault {
    SOAPModelBuilder builder =
        OMXMLBuilderFactory.createSOAPModelBuilder(
            OMAbstractFactory.getMetaFactory(), new StreamSource(in), attachments);
    context.setProperty(
        Constants.BUILDER, new MtomModelBuilder(builder, attachments.getMultipartBody()));
    SOAPEnvelope envelope = builder.getSOAPEnvelope();
    if (!envelope.getVersion().getMediaType().equals(declaredType(root))) {
      throw new AxisFault(
          "the SOAP namespace must match the root part's type (got "
              + envelope.getVersion().getEnvelopeURI()
              + ")",
          envelope.getVersion().getSenderFaultCode());
    }
    return envelope;
  }

  private static Object declaredType(Part root) throws AxisFault {
    try {
      return new ContentType(root.getContentType().getParameter("type")).getMediaType();
    } catch (ParseException | NullPointerException e) {
      throw new AxisFault("the root part's content type must name the SOAP version", e);
    }
  }
}
