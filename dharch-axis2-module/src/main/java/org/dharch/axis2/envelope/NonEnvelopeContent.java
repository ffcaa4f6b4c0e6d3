package org.dharch.axis2.envelope;

import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.Direction;

/**
 * Detects content that is not in the envelope of its message: attachments, which stay in the
 * container, and JSON. Axis2's JSON receivers ({@code JsonRpcMessageReceiver}, {@code
 * JsonInOnlyRPCMessageReceiver}) read a request past its envelope, which is empty, and their
 * responses have none: handlers would not see what the service receives. For other receivers
 * Axis2's {@code JSONMessageHandler} creates an envelope before DHArch's handler runs.
 */
public final class NonEnvelopeContent {
  /** Axis2's {@code JsonConstant}, whose library need not be there. */
  private static final String IS_JSON = "isJsonStream";

  private static final String ANSWER = "returnObject";

  /** Property of messages with attachments: {@code mtom} or {@code swa}. */
  public static final String ATTACHMENTS = MessageProperties.RESERVED_PREFIX + "attachments";

  private static final String MTOM = "mtom";
  private static final String SWA = "swa";

  private NonEnvelopeContent() {}

  /** Whether {@code context}'s message has attachments. */
  public static boolean hasAttachments(MessageContext context) {
    return context.isDoingMTOM() || context.isDoingSwA();
  }

  /** Returns {@code properties}, with {@link #ATTACHMENTS} if the message has some. */
  public static MessageProperties withAttachments(
      MessageContext context, MessageProperties properties) {
    return hasAttachments(context)
        ? properties.with(ATTACHMENTS, context.isDoingMTOM() ? MTOM : SWA)
        : properties;
  }

  /**
   * Rejects {@code context}'s message, which has handlers, if its content is not in the envelope.
   *
   * @throws AxisFault a sender fault for an inbound message, otherwise a receiver fault
   */
  public static void reject(MessageContext context, Direction flow) throws AxisFault {
    boolean isOutside =
        flow.isInbound()
            ? Boolean.parseBoolean(String.valueOf(context.getProperty(IS_JSON)))
            : context.getProperty(ANSWER) != null;
    if (isOutside && isEmpty(context.getEnvelope())) {
      throw Faults.of(
          context,
          Faults.wrong(
              flow,
              "its JSON content must be in an envelope for its handlers; send SOAP, or give the"
                  + " operation a message receiver that reads envelopes"));
    }
  }

  private static boolean isEmpty(SOAPEnvelope envelope) {
    return envelope == null
        || envelope.getBody() == null
        || envelope.getBody().getFirstElement() == null;
  }
}
