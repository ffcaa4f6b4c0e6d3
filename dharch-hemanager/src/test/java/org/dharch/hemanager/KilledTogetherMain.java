package org.dharch.hemanager;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.api.Limits;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.core.DHManager;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.CrashRecovery;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.core.store.FolderStore;
import org.dharch.core.store.StoreLimits;
import org.dharch.testing.ForkedJvm;

/** A manager in a JVM of its own, with a store: args are broker, folder and number of messages. */
public final class KilledTogetherMain {
  private static final String ENVELOPE =
      "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><b/></s:Body>"
          + "</s:Envelope>";

  private KilledTogetherMain() {}

  /** Appends its name and the message to a file; runs for as long as "forever" says. */
  public static final class Recorder implements DHHandler {
    private Path file = Path.of("");
    private String name = "";
    private boolean forever;

    @Override
    public void init(Map<String, String> parameters) {
      file = Path.of(parameters.get("file"));
      name = parameters.get("name");
      forever = parameters.containsKey("forever");
    }

    @Override
    public Changes handle(HandlerMessage message) throws Exception {
      Files.writeString(
          file,
          name + " " + message.id() + "\n",
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
      while (forever) {
        LockSupport.parkNanos(10_000_000);
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
      }
      return Changes.NONE;
    }
  }

  private static HandlerEntry handler(String name, String compensator) {
    return HandlerEntry.of(name).atomicity(Atomicity.ATOMIC).compensator(compensator);
  }

  public static void main(String[] args) throws InterruptedException {
    ForkedJvm.endWithParent();
    Orchestration orchestration =
        Orchestration.of(
                "o", Stage.of(handler("book", "unbook")), Stage.of(handler("pay", "refund")))
            .recovery(CrashRecovery.COMPENSATE);
    DHManager manager =
        DHManager.start(
            // an attempt takes 9 s at most, which is longer than the time to compensate
            DHManagerConfig.DEFAULT
                .timeToStart(Duration.ofSeconds(3))
                .timeToFinish(Duration.ofSeconds(5))
                .transferAllowance(Duration.ofSeconds(1))
                .timeToCompensate(Duration.ofSeconds(2)),
            Orchestrations.of(List.of(orchestration), List.of(Rule.all(Direction.IN, "o"))),
            new JmsCManagerProvider().manager(URI.create(args[0]), Map.of()),
            FolderStore.open(Path.of(args[1]), StoreLimits.DEFAULT, Limits.DEFAULT));
    System.out.println("READY manager");
    for (int left = Integer.parseInt(args[2]); left > 0; ) {
      Submission message =
          Submission.of(Direction.IN, "S", ENVELOPE.getBytes(StandardCharsets.UTF_8));
      Admission admission = manager.admit(new FutureGateway(), new CompletableFuture<>(), message);
      left -= admission instanceof Admission.Accepted ? 1 : 0;
      Thread.onSpinWait();
    }
    while (true) {
      System.out.println("UNRESOLVED " + manager.storedMessages().unresolved().size());
      LockSupport.parkNanos(100_000_000);
    }
  }
}
