package org.dharch.axis2.envelope;

import java.io.InputStream;
import org.apache.axiom.om.OMElement;
import org.apache.axis2.AxisFault;
import org.apache.axis2.builder.Builder;
import org.apache.axis2.builder.MTOMBuilder;
import org.apache.axis2.builder.SOAPBuilder;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.engine.AxisConfiguration;

/**
 * Replaces Axis2's own builders by recording ones. Other builders stay; the trees of their messages
 * are written out.
 */
public final class RecordingBuilders {
  private RecordingBuilders() {}

  public static void install(AxisConfiguration configuration) {
    replace(configuration, "text/xml", SOAPBuilder.class, new SoapBuilder());
    replace(configuration, "application/soap+xml", SOAPBuilder.class, new SoapBuilder());
    replace(configuration, "application/xop+xml", MTOMBuilder.class, new RecordingMtomBuilder());
  }

  private static void replace(
      AxisConfiguration configuration, String contentType, Class<?> original, Builder recording) {
    Builder present = configuration.getMessageBuilder(contentType);
    if (present != null && present.getClass() == original) {
      configuration.addMessageBuilder(contentType, recording);
    }
  }

  /** Axis2's SOAP builder on a recording stream; also used for the root part of a multipart. */
  private static final class SoapBuilder extends SOAPBuilder {
    @Override
    public OMElement processDocument(InputStream in, String contentType, MessageContext context)
        throws AxisFault {
      return RecordingInputStream.record(
          in, context, recorded -> super.processDocument(recorded, contentType, context));
    }
  }
}
