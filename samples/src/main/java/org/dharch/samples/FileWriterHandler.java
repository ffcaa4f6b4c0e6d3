package org.dharch.samples;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.axiom.om.OMException;
import org.apache.axiom.om.OMOutputFormat;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.HandlerDescription;
import org.apache.axis2.handlers.AbstractHandler;

/**
 * Handler C of seed 000, section 4.1: appends the message in its present state to a file.
 * Disk-bound. Changes nothing. Thread-safe; threads write in sequence.
 *
 * <p>Parameters: {@code folder} (needed), {@code maxFiles} (8), {@code maxFileBytes} (8388608),
 * {@code force} (true): whether a message is on the disk before it continues.
 */
public final class FileWriterHandler extends AbstractHandler {
  private volatile Optional<MessageFolder> folder = Optional.empty();

  @Override
  public void init(HandlerDescription description) {
    super.init(description);
    HandlerParameters parameters = new HandlerParameters(description);
    folder =
        Optional.of(
            new MessageFolder(
                parameters.path("folder"),
                parameters.number("maxFiles", 8, 1, 10_000),
                parameters.number("maxFileBytes", 8 << 20, 1, Integer.MAX_VALUE),
                parameters.flag("force", true)));
  }

  @Override
  public InvocationResponse invoke(MessageContext message) throws AxisFault {
    MessageFolder to =
        folder.orElseThrow(() -> new AxisFault("handler '" + getName() + "' was not initialized"));
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream(8192);
      OMOutputFormat format = new OMOutputFormat();
      format.setCharSetEncoding(StandardCharsets.UTF_8.name());
      format.setIgnoreXMLDeclaration(true);
      message.getEnvelope().serialize(bytes, format, true); // keeps the tree for others
      bytes.write('\n');
      to.append(bytes.toByteArray());
    } catch (IOException | OMException e) {
      throw new AxisFault("message cannot be written: " + e, e);
    }
    return InvocationResponse.CONTINUE;
  }
}
