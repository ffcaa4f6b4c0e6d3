package org.dharch.benchmarks.ready;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.dharch.api.DHHandler;
import org.dharch.handlers.Compressor;
import org.dharch.handlers.Decompressor;
import org.dharch.handlers.FormatConverter;
import org.dharch.handlers.Logger;
import org.dharch.handlers.Monitor;
import org.dharch.peers.handlers.HandlerRow;
import org.dharch.peers.handlers.HandlerSamples;
import org.dharch.peers.handlers.HandlerWork;
import org.dharch.peers.handlers.MessageFile;
import org.dharch.peers.handlers.SecurityFiles;
import org.dharch.peers.handlers.SingleUseMessages;
import org.dharch.peers.operations.Contender;

/**
 * DHArch's ready-made handlers as a contender: from the bytes of a message to the bytes of its
 * result.
 */
public final class DHArchHandlers {
  private final Path folder;
  private final SecurityFiles files;
  private final SecuredMessages security;

  private DHArchHandlers(Path folder) {
    this.folder = folder;
    files = new SecurityFiles(folder);
    security = new SecuredMessages(files);
  }

  /** Runs the process; the argument is the folder with keys and messages. */
  public static void main(String[] args) throws Exception {
    DHArchHandlers handlers = new DHArchHandlers(Path.of(args[0]));
    Map<HandlerRow, Callable<Object>> rows = new LinkedHashMap<>();
    for (HandlerRow row : HandlerRow.all()) {
      rows.put(row, handlers.work(row));
    }
    Contender.run(rows);
  }

  private Callable<Object> work(HandlerRow row) throws Exception {
    byte[] message = HandlerSamples.message(row.kilobytes());
    return switch (row.work()) {
      case LOG -> by(logger(row, Map.of()), message);
      case LOG_WITHOUT_SECRET ->
          by(
              logger(
                  row,
                  Map.of("leaveOut", "//{" + HandlerSamples.ORDERS + "}" + HandlerSamples.SECRET)),
              message);
      case COUNT -> counting(row, message);
      case CONVERT ->
          by(
              HandlerRunner.ready(
                  new FormatConverter(),
                  Map.of("stylesheet", HandlerSamples.stylesheet(folder).toString())),
              message);
      case COMPRESS -> by(compressor(), message);
      case DECOMPRESS ->
          by(
              HandlerRunner.ready(new Decompressor(), Map.of()),
              HandlerRunner.after(compressor(), message));
      case ADD_USER, SIGN, ENCRYPT, SECURE -> by(security.out(row.work()), message);
      case DECRYPT ->
          by(security.in(HandlerWork.ENCRYPT), MessageFile.read(files.messages(row)).get(0));
      case CHECK_USER -> once(row, HandlerWork.ADD_USER);
      case VERIFY -> once(row, HandlerWork.SIGN);
      case CHECK_ALL -> once(row, HandlerWork.SECURE);
    };
  }

  private static Callable<Object> by(DHHandler handler, byte[] message) {
    return () -> HandlerRunner.after(handler, message);
  }

  private Callable<Object> once(HandlerRow row, HandlerWork secured) throws Exception {
    List<byte[]> messages = MessageFile.read(files.messages(row));
    return new SingleUseMessages(
        messages,
        () -> {
          DHHandler handler = security.in(secured);
          return message -> HandlerRunner.after(handler, message);
        });
  }

  private Logger logger(HandlerRow row, Map<String, String> more) throws Exception {
    Map<String, String> parameters = new LinkedHashMap<>(more);
    parameters.put("file", ReadyChecks.log(folder, HandlerContenders.DHARCH, row).toString());
    parameters.put("fields", "time id flow service operation action client bytes envelope");
    parameters.put("maxEnvelopeChars", String.valueOf(HandlerSamples.MAX_LOGGED));
    parameters.put("maxFileBytes", String.valueOf(HandlerSamples.LOG_BYTES));
    parameters.put("maxFiles", "2");
    return HandlerRunner.ready(new Logger(), parameters);
  }

  /** Returns an operation whose counters are read only for display. */
  private static Callable<Object> counting(HandlerRow row, byte[] message) throws Exception {
    Monitor monitor = HandlerRunner.ready(new Monitor(), Map.of("name", row.toString()));
    Object counts =
        new Object() {
          @Override
          public String toString() {
            return String.valueOf(monitor.getMessages());
          }
        };
    return () -> {
      HandlerRunner.after(monitor, message);
      return counts;
    };
  }

  private static Compressor compressor() throws Exception {
    return HandlerRunner.ready(new Compressor(), Map.of("minBytes", "0"));
  }
}
