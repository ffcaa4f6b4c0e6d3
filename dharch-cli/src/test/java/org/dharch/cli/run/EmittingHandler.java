package org.dharch.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.Emission;
import org.dharch.api.Emitted;
import org.dharch.api.HandlerMessage;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.NodeContext;
import org.dharch.api.Target;

/** Sends a greeting to its parameter {@code to} again and again, and says what became of each. */
public final class EmittingHandler implements DHHandler {
  static final String ENVELOPE =
      "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
          + "<hello/></s:Body></s:Envelope>";

  /** Node documents make it. */
  public EmittingHandler() {}

  @Override
  public void init(Map<String, String> parameters, NodeContext node) {
    URI to = URI.create(parameters.get("to"));
    var unused =
        node.timers().scheduleWithFixedDelay(() -> emit(node, to), 100, 200, TimeUnit.MILLISECONDS);
  }

  private static void emit(NodeContext node, URI to) {
    node.emitter()
        .emit(
            new Emission(
                MessageId.random(ThreadLocalRandom.current()),
                Target.Endpoint.of(to),
                "urn:hello",
                ENVELOPE.getBytes(UTF_8),
                MessageProperties.empty(),
                Optional.empty(),
                Duration.ofSeconds(10)));
  }

  @Override
  public Changes handle(HandlerMessage message) {
    return Changes.NONE;
  }

  @Override
  public void emitted(MessageId id, Emitted outcome) {
    System.out.println("TOLD " + outcome);
  }
}
