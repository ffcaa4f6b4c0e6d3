package org.dharch.ws.rm.kill;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.dharch.testing.ForkedJvm;
import org.dharch.ws.rm.Backoff;
import org.dharch.ws.rm.DeliveryAssurance;
import org.dharch.ws.rm.IncompleteSequenceBehavior;
import org.dharch.ws.rm.RmAction;
import org.dharch.ws.rm.RmEvent;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.SinkSettings;
import org.dharch.ws.rm.SourceSettings;
import org.dharch.ws.rm.Terms;
import org.dharch.ws.rm.engine.RmDirective;
import org.dharch.ws.rm.engine.RmEngine;
import org.dharch.ws.rm.engine.RmLimits;
import org.dharch.ws.rm.engine.RmResult;
import org.dharch.ws.rm.engine.RmSettings;
import org.dharch.ws.rm.engine.SequenceRequest;
import org.dharch.ws.rm.store.JdbcRmStore;

/**
 * A process that is an RM node at a sink: an engine on its store, and a {@link LedgerService} that
 * it delivers to. It is spoken to in lines over a socket: {@code C key} asks for a sequence, {@code
 * M sequence number} brings a message, {@code T sequence last} terminates; it says {@code S
 * sequence}, {@code A ranges}, or {@code E} and why not.
 */
final class KilledSink {
  private static final long DAY = 86_400_000;
  private static final int DUE = 64;

  /** As production's, but what a killed node had is taken up in seconds. */
  private static final RmSettings SETTINGS =
      new RmSettings(
          new SinkSettings(
              1_024, 1_000, 32, 1_000, 3_000, 100, 300_000, DAY, new Backoff(200, 2_000)),
          SourceSettings.DEFAULT,
          RmLimits.DEFAULT,
          3_000,
          3_000);

  private final RmEngine engine;
  private final LedgerService service;
  private final ExecutorService deliveries = Executors.newFixedThreadPool(4);

  private KilledSink(RmEngine engine, LedgerService service) {
    this.engine = engine;
    this.service = service;
  }

  /** With the store's URL, the service's, the port, and the name of this life. */
  public static void main(String[] args) throws IOException {
    ForkedJvm.endWithParent();
    ServerSocket server =
        new ServerSocket(Integer.parseInt(args[2]), 50, InetAddress.getLoopbackAddress());
    JdbcRmStore store =
        JdbcRmStore.open(args[0], new Properties(), InstantSource.system(), args[3], 4);
    KilledSink sink =
        new KilledSink(
            new RmEngine(store, SETTINGS, new Random(), args[3]), new LedgerService(args[1]));
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    var unused = timer.scheduleWithFixedDelay(sink::tick, 20, 20, TimeUnit.MILLISECONDS);
    System.out.println("READY " + server.getLocalPort());
    while (true) {
      Socket client = server.accept();
      Thread thread = new Thread(() -> sink.talk(client));
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void tick() {
    try {
      emit(engine.renew(System.currentTimeMillis()));
      emit(engine.due(DUE));
    } catch (RuntimeException e) {
      System.out.println("the timer: " + e); // its data base is gone, for now
    }
  }

  private void talk(Socket client) {
    try (Socket closed = client;
        PrintWriter out = new PrintWriter(closed.getOutputStream(), true, StandardCharsets.UTF_8);
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        out.println(answer(line.split(" ")));
      }
    } catch (IOException e) {
      System.out.println("a sender is gone: " + e);
    }
  }

  private String answer(String[] output) {
    try {
      RmResult result =
          switch (output[0]) {
            case "C" ->
                engine.create(
                    new SequenceRequest(terms(output[1]), DAY, Optional.empty(), Optional.empty()));
            case "M" ->
                engine.oneWay(
                    new SequenceId(output[1]),
                    Long.parseLong(output[2]),
                    false,
                    false,
                    (output[1] + "/" + output[2]).getBytes(StandardCharsets.UTF_8));
            default ->
                engine.atSink(
                    new SequenceId(output[1]),
                    new RmEvent.TerminateRequested(Long.parseLong(output[2])));
          };
      emit(result);
      return words(result.answer().orElseThrow());
    } catch (RuntimeException e) {
      return "E " + String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
    }
  }

  private static String words(RmDirective answer) {
    RmAction action = answer.action();
    if (action instanceof RmAction.Granted) {
      return "S " + answer.sequence().key();
    } else if (action instanceof RmAction.Acknowledge acknowledged) {
      return "A " + acknowledged.acknowledgement().ranges();
    } else if (action instanceof RmAction.TerminateAnswer terminated) {
      return "A " + terminated.acknowledgement().ranges();
    }
    return "E " + action;
  }

  private static Terms terms(String createdBy) {
    return new Terms(
        RmVersion.RM_1_1,
        "wsa",
        "soap",
        "ledger",
        "",
        "",
        new DeliveryAssurance(DeliveryAssurance.Kind.EXACTLY_ONCE, true),
        IncompleteSequenceBehavior.NO_DISCARD,
        DAY,
        createdBy);
  }

  private void emit(RmResult result) {
    for (RmDirective emission : result.emissions()) {
      if (emission.action() instanceof RmAction.Deliver deliver) {
        deliveries.execute(() -> deliver(emission, deliver));
      }
    }
  }

  private void deliver(RmDirective emission, RmAction.Deliver deliver) {
    String key = emission.sequence().key();
    String envelope = new String(emission.envelope().orElseThrow(), StandardCharsets.UTF_8);
    boolean isTaken = service.take(key, deliver.number(), envelope);
    try {
      emit(engine.delivered(key, deliver.number(), deliver.owner(), isTaken));
    } catch (RuntimeException e) {
      System.out.println("the end of a delivery is not noted: " + e); // it comes again
    }
  }
}
