package org.dharch.cli.base;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.time.Instant;
import org.dharch.ws.rm.RmMessage;
import picocli.CommandLine.Option;

public final class JsonOption {
  @Option(names = "--json", description = "Print the result as JSON")
  private boolean json;

  public boolean asJson() {
    return json;
  }

  public static ObjectNode object() {
    return Json.MAPPER.createObjectNode();
  }

  /** Adds a point in time, unless it is zero or {@code NEVER}. */
  public static void putTime(ObjectNode in, String name, long millis) {
    if (millis != RmMessage.NEVER && millis != 0) {
      in.put(name, Instant.ofEpochMilli(millis).toString());
    }
  }

  public static void print(ObjectNode value, PrintWriter out) {
    try {
      out.println(Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("invalid JSON: " + value, e);
    }
  }

  /** Loads Jackson when a command prints JSON. */
  private static final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper();
  }
}
