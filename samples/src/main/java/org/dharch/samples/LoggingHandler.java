package org.dharch.samples;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.HandlerDescription;
import org.apache.axis2.handlers.AbstractHandler;

/**
 * Handler E of seed 000, section 4.1: appends one line per message to a log file: time, message id,
 * service, action and client. Light; does not read the envelope. Thread-safe; several processes may
 * share the file.
 *
 * <p>Parameters: {@code file} (needed), {@code maxFileBytes} (8388608): a larger file is renamed to
 * {@code <file>.1}.
 */
public final class LoggingHandler extends AbstractHandler {
  private static final int MAX_FIELD = 300;

  private Optional<Path> file = Optional.empty();
  private long maxFileBytes;
  private Optional<FileChannel> current = Optional.empty();

  @Override
  public synchronized void init(HandlerDescription description) {
    super.init(description);
    HandlerParameters parameters = new HandlerParameters(description);
    maxFileBytes = parameters.number("maxFileBytes", 8 << 20, 1, Integer.MAX_VALUE);
    file = Optional.of(parameters.path("file"));
  }

  @Override
  public InvocationResponse invoke(MessageContext message) throws AxisFault {
    String service =
        message.getAxisService() == null ? "-" : field(message.getAxisService().getName());
    String line =
        Instant.now()
            + " id="
            + field(message.getOptions().getMessageId())
            + " service="
            + service
            + " action="
            + field(message.getSoapAction())
            + " client="
            + field(message.getProperty(MessageContext.REMOTE_ADDR))
            + "\n";
    try {
      append(line.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new AxisFault("log line cannot be written: " + e, e);
    }
    return InvocationResponse.CONTINUE;
  }

  private synchronized void append(byte[] line) throws IOException {
    Path to = file.orElseThrow(() -> new IOException("handler was not initialized"));
    try {
      if (current.isPresent() && current.get().size() + line.length > maxFileBytes) {
        close();
        Files.move(
            to, to.resolveSibling(to.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
      }
      if (current.isEmpty()) {
        Path parent = to.toAbsolutePath().getParent();
        if (parent != null) {
          Files.createDirectories(parent);
        }
        current =
            Optional.of(
                FileChannel.open(
                    to,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.APPEND));
      }
      current.get().write(ByteBuffer.wrap(line));
    } catch (IOException e) {
      close(); // an interrupt closes the channel too
      throw e;
    }
  }

  private void close() throws IOException {
    Optional<FileChannel> last = current;
    current = Optional.empty();
    if (last.isPresent()) {
      last.get().close();
    }
  }

  /** Escapes and shortens external input, so that it cannot forge lines or fill the disk. */
  private static String field(Object value) {
    if (value == null) {
      return "-";
    }
    String text = value.toString();
    String bounded = text.length() > MAX_FIELD ? text.substring(0, MAX_FIELD) + "…" : text;
    return bounded.isEmpty() ? "-" : bounded.replaceAll("[\\p{Cntrl}\\s]", "_");
  }
}
