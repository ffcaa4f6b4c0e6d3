package org.dharch.monitor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.MessageId;
import org.dharch.core.DHManager;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.inprocess.InMemoryTransport;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.message.MessageContent;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.node.HandlerNode;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.Choose;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.PropertyCondition;
import org.dharch.core.orchestration.Repeat;
import org.dharch.core.orchestration.RetryPolicy;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.core.spi.ReplayGateway;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;

/** A manager with its admin port, nodes in memory, and messages that go well, badly or nowhere. */
final class MonitorSite implements AutoCloseable {
  private static final List<String> WORK =
      List.of("authenticate", "price", "stock", "fraud", "sign", "audit");
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final byte[] ENVELOPE = Utf8.bytes(EnvelopeText.SOAP11.of("<order id=\"7\"/>"));

  private final InMemoryTransport transport = new InMemoryTransport();
  private final List<HandlerNode> nodes = new ArrayList<>();
  private final CountDownLatch held = new CountDownLatch(1);
  private final AtomicInteger unsteady = new AtomicInteger();
  private final DHManager manager;
  private final AdminPort port;

  /** Whether what fails fails; a replay after that goes well. */
  private volatile boolean broken = true;

  /**
   * @param folder for the token
   * @param odd what the handler {@code card} says as it fails; and, if it begins with an angle
   *     bracket, the name of one more service, of its orchestration, which has this handler, and of
   *     a handler of another one, which no node can serve
   * @param nodeCount how many nodes share the work
   * @param slow how long a handler takes at most
   */
  MonitorSite(Path folder, String odd, int nodeCount, Duration slow) {
    for (int i = 1; i <= nodeCount; i++) {
      HandlerNode.Builder node = HandlerNode.builder("node-" + i).workers(4);
      for (String name : WORK) {
        node.handler(name, 2, working(slow));
      }
      node.handler("unsteady", 2, message -> unsteady());
      if (i == 1) {
        node.handler("held", 2, message -> held());
        node.handler("card", 4, message -> failing(odd));
        List.of("manual", "automatic", "negotiate")
            .forEach(name -> node.handler(name, 1, working(slow)));
      }
      nodes.add(node.start(transport.node()));
    }
    manager = DHManager.start(DHManagerConfig.DEFAULT, orchestrations(odd), transport.manager());
    manager.replayGateway(new Service());
    port =
        AdminPort.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            folder,
            ManagerPages.of(manager, () -> true));
  }

  private static Orchestrations orchestrations(String odd) {
    HandlerEntry unsteady =
        HandlerEntry.of("unsteady")
            .retry(new RetryPolicy(2, Duration.ofMillis(2), Duration.ofMillis(4)));
    Orchestration orders =
        Orchestration.of(
            "orders",
            Stage.of("authenticate"),
            Stage.of(
                List.of(
                    HandlerEntry.of("price"), HandlerEntry.of("stock"), HandlerEntry.of("fraud"))),
            Stage.of(unsteady),
            Stage.of(HandlerEntry.of("sign"), HandlerEntry.of("audit").oneway(true)));
    Orchestration returns =
        Orchestration.of(
            "returns",
            Choose.when(new PropertyCondition("kind", Optional.of("vip")), Stage.of("manual"))
                .otherwise(
                    Repeat.whilst(
                        new PropertyCondition("open", Optional.empty()), 3, Stage.of("negotiate")),
                    Stage.of("automatic")),
            Stage.of(
                HandlerEntry.of("card").atomicity(Atomicity.QUASI_ATOMIC).compensator("manual")));
    List<Orchestration> all =
        new ArrayList<>(
            List.of(
                orders,
                returns,
                Orchestration.of("cards", Stage.of("authenticate"), Stage.of("card")),
                Orchestration.of(
                    "refunds", // what is to undo it fails as well
                    Stage.of(
                        HandlerEntry.of("stock").atomicity(Atomicity.ATOMIC).compensator("card")),
                    Stage.of("card")),
                Orchestration.of("held", Stage.of(HandlerEntry.of("held").timeToFinish(LONG)))
                    .deadline(LONG),
                Orchestration.of(
                    "hung",
                    Stage.of(HandlerEntry.of("held").timeToFinish(Duration.ofMillis(300))))));
    List<Rule> rules =
        new ArrayList<>(
            List.of(
                Rule.service(Direction.IN, "Orders", "orders"),
                Rule.service(Direction.IN, "Returns", "returns"),
                Rule.service(Direction.IN, "Cards", "cards"),
                Rule.service(Direction.IN, "Refunds", "refunds"),
                Rule.service(Direction.IN, "Waiting", "held"),
                Rule.service(Direction.IN, "Hung", "hung")));
    if (odd.startsWith("<")) {
      all.add(Orchestration.of(odd, Stage.of("card")));
      all.add(Orchestration.of("unserved", Stage.of(odd)));
      rules.add(Rule.service(Direction.IN, odd, odd));
    }
    return Orchestrations.of(all, rules);
  }

  private static DHHandler working(Duration slow) {
    return message -> {
      LockSupport.parkNanos(1 + ThreadLocalRandom.current().nextLong(1 + slow.toNanos()));
      return Changes.NONE;
    };
  }

  private Changes unsteady() {
    if (unsteady.incrementAndGet() % 5 == 1) {
      throw new IllegalStateException("the line was busy");
    }
    return Changes.NONE;
  }

  private Changes held() throws InterruptedException {
    held.await();
    return Changes.NONE;
  }

  private Changes failing(String reason) {
    if (broken) {
      throw new IllegalStateException(reason);
    }
    return Changes.NONE;
  }

  /** What fails goes well from now on. */
  void mend() {
    broken = false;
  }

  /** What is held goes on. */
  void release() {
    held.countDown();
  }

  /** Hands in a message. */
  MessageId admit(String service) {
    Submission message =
        new Submission(
            Direction.IN,
            service,
            "process",
            "",
            MessageContent.of(ENVELOPE),
            Optional.empty(),
            Optional.empty(),
            false,
            "",
            Optional.empty());
    Admission admission = manager.admit(new Service(), "", message);
    if (admission instanceof Admission.Accepted accepted) {
      return accepted.id();
    }
    throw new IllegalStateException("not accepted: " + admission);
  }

  DHManager manager() {
    return manager;
  }

  AdminPort port() {
    return port;
  }

  String token() throws IOException {
    return Files.readString(port.tokenFile()).strip();
  }

  @Override
  public void close() {
    release();
    port.close();
    manager.close();
    nodes.forEach(HandlerNode::close);
  }

  /** Takes what has been performed; it is replayed there too. */
  private final class Service implements ReplayGateway<String> {
    @Override
    public void completed(String context, Outcome.Completed outcome) {
      manager.delivered(outcome.id());
    }

    @Override
    public void failed(String context, Outcome.Failed outcome) {}

    @Override
    public void responded(String context, Outcome.Responded outcome) {}

    @Override
    public Optional<String> newContext(Submission message) {
      return Optional.of("");
    }

    @Override
    public void discard(String context) {}
  }
}
