package org.dharch.samples;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.axis2.AxisFault;
import org.apache.axis2.description.HandlerDescription;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.engine.Handler;

/** The five handlers with the settings that demo, tests and benchmarks use. */
public final class SampleHandlers {
  /** The password under which sample secrets are encrypted. A sample; keep yours elsewhere. */
  public static final String PASSWORD = "correct horse battery staple";

  /**
   * One handler as a document or a chain names it. Immutable.
   *
   * @param name its name: A to E, or one of another sample
   * @param type its class
   * @param parameters its parameters
   */
  public record Spec(String name, Class<? extends Handler> type, Map<String, String> parameters) {
    public Spec {
      parameters = Map.copyOf(parameters);
    }

    /** Creates an initialized handler for Axis2's own chain. */
    public Handler create() {
      try {
        HandlerDescription description = new HandlerDescription(name);
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
          description.addParameter(new Parameter(parameter.getKey(), parameter.getValue()));
        }
        Handler handler = type.getConstructor().newInstance();
        description.setHandler(handler);
        handler.init(description);
        return handler;
      } catch (ReflectiveOperationException | AxisFault e) {
        throw new IllegalStateException("handler '" + name + "' cannot be made: " + e, e);
      }
    }
  }

  private SampleHandlers() {}

  /**
   * The handlers A to E.
   *
   * @param folder the output folder of C and E
   */
  public static List<Spec> standard(Path folder) {
    return standard(folder, DecryptionHandler.DEFAULT_ITERATIONS);
  }

  /**
   * Returns the handlers A to E.
   *
   * @param folder the output folder of C and E
   * @param iterations of B's key derivation, which determine its cost
   */
  public static List<Spec> standard(Path folder, int iterations) {
    return List.of(
        new Spec("A", DecompressionHandler.class, Map.of()),
        new Spec(
            "B",
            DecryptionHandler.class,
            Map.of("password", PASSWORD, "iterations", String.valueOf(iterations))),
        new Spec(
            "C", FileWriterHandler.class, Map.of("folder", folder.resolve("messages").toString())),
        new Spec("D", MonitoringHandler.class, Map.of()),
        new Spec(
            "E", LoggingHandler.class, Map.of("file", folder.resolve("messages.log").toString())));
  }

  /** For each of A to E a {@link SimulatedWaitHandler} with the name {@link #simulated(String)}. */
  public static List<Spec> simulated() {
    return List.of("A", "B", "C", "D", "E").stream()
        .map(name -> new Spec(simulated(name), SimulatedWaitHandler.class, Map.of("of", name)))
        .toList();
  }

  /** Returns the name of the wait that simulates a handler. */
  public static String simulated(String handler) {
    return "wait-" + handler;
  }
}
