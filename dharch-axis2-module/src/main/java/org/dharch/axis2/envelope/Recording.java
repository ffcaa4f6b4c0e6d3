package org.dharch.axis2.envelope;

import java.io.InputStream;
import java.util.Optional;
import org.apache.axiom.om.OMElement;
import org.apache.axis2.context.MessageContext;

/**
 * What was recorded of one incoming message: its bytes, and the tree that was built on them.
 *
 * @param bytes the stream under the tree
 * @param envelope the tree; if the message has another one by now, the bytes are not its any more
 */
record Recording(RecordingInputStream bytes, OMElement envelope) {
  private static final String PROPERTY = "org.dharch.axis2.recording";

  /** Builds a tree on a stream that records. */
  interface TreeBuilder<X extends Exception> {
    OMElement build(InputStream in) throws X;
  }

  /** Lets {@code builder} build on {@code in}, and leaves the recording in {@code context}. */
  static <X extends Exception> OMElement record(
      InputStream in, MessageContext context, TreeBuilder<X> builder) throws X {
    if (in == null) {
      return builder.build(in);
    }
    RecordingInputStream recording = new RecordingInputStream(in, RecordingInputStream.BOUND);
    OMElement envelope = builder.build(recording);
    context.setProperty(PROPERTY, new Recording(recording, envelope));
    return envelope;
  }

  /** The recording of {@code context}'s message, if its tree is still the one built on it. */
  static Optional<Recording> of(MessageContext context) {
    return context.getLocalProperty(PROPERTY) instanceof Recording recording
            && recording.envelope() == context.getEnvelope()
        ? Optional.of(recording)
        : Optional.empty();
  }
}
