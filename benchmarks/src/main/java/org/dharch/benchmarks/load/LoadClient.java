package org.dharch.benchmarks.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.dharch.core.message.DHArchException;

/**
 * Sends requests and checks every answer. It serves hundreds of connections on the calling thread,
 * to take little processor time from a server on the same machine. Connections are persistent. A
 * wrong answer, or none within 120 seconds, is an exception.
 */
public final class LoadClient implements AutoCloseable {
  private static final long TIMEOUT = Duration.ofMinutes(2).toNanos();
  private static final long MILLI = 1_000_000;
  private static final int BUSY = 503;

  private final List<Stream> streams = new ArrayList<>();
  private final Selector selector = Selector.open();
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);
  private final Observer observer;
  private int inFlight;

  /** Observes every counted answer. */
  @FunctionalInterface
  public interface Observer {
    void answered(Call call, long nanos);
  }

  public LoadClient() throws IOException {
    this((call, nanos) -> {});
  }

  public LoadClient(Observer observer) throws IOException {
    this.observer = observer;
  }

  /** A source of requests and their arrival. */
  private abstract static class Stream {
    final Supplier<Call> source;
    final LoadResult loadResult = new LoadResult();

    Stream(Supplier<Call> source) {
      this.source = source;
    }
  }

  private static final class Closed extends Stream {
    final List<ClientConnection> lanes = new ArrayList<>();

    Closed(Supplier<Call> source) {
      super(source);
    }
  }

  private static final class Open extends Stream {
    final ServiceAddress target;
    final long[] schedule;
    final int connections;
    final Deque<ClientConnection> idle = new ArrayDeque<>();
    final Deque<Long> late = new ArrayDeque<>();
    int made;
    int next;

    Open(ServiceAddress target, long[] schedule, int connections, Supplier<Call> source) {
      super(source);
      this.target = target;
      this.schedule = schedule;
      this.connections = connections;
    }
  }

  /**
   * Adds closed-loop clients: each sends its next request after its answer.
   *
   * @return the result, filled by the run
   */
  public LoadResult closed(ServiceAddress target, int clients, Supplier<Call> source)
      throws IOException {
    Closed stream = new Closed(source);
    for (int i = 0; i < clients; i++) {
      stream.lanes.add(new ClientConnection(target, selector, stream));
    }
    streams.add(stream);
    return stream.loadResult;
  }

  /**
   * Adds open-loop requests: each at its time, independent of earlier ones. Its time counts from
   * then, even without a free connection.
   *
   * @param schedule due times in nanoseconds from the start, ascending
   * @param connections the maximum number of connections
   * @return the result, filled by the run
   */
  public LoadResult open(
      ServiceAddress target, long[] schedule, int connections, Supplier<Call> source) {
    Open stream = new Open(target, schedule, connections, source);
    streams.add(stream);
    return stream.loadResult;
  }

  /**
   * Runs the added clients and requests, once.
   *
   * @param warm how long the load runs before it counts
   * @param counted how long it counts after that; then the client sends nothing more and waits for
   *     open requests
   */
  public void run(Duration warm, Duration counted) throws IOException {
    long begin = System.nanoTime();
    long from = begin + warm.toNanos();
    long end = from + counted.toNanos();
    for (Stream stream : streams) {
      if (stream instanceof Closed closed) {
        for (ClientConnection lane : closed.lanes) {
          send(stream, lane, System.nanoTime(), warm.isZero());
        }
      }
      stream.loadResult.took(counted.toNanos());
    }
    while (true) {
      long now = System.nanoTime();
      long wake = due(begin, from, end, now);
      if (inFlight == 0 && wake == Long.MAX_VALUE && now >= end) {
        return;
      }
      if (now - end > TIMEOUT) {
        throw new DHArchException(inFlight + " requests had no answer within 120 s");
      }
      await(Math.min(wake, now < end ? end : now + 100_000_000) - now);
      answers(from, end);
    }
  }

  /** Sends due requests and returns when the next one is due. */
  private long due(long begin, long from, long end, long now) throws IOException {
    long wake = Long.MAX_VALUE;
    for (Stream stream : streams) {
      if (stream instanceof Open open) {
        while (open.next < open.schedule.length && begin + open.schedule[open.next] <= now) {
          long at = begin + open.schedule[open.next++];
          if (at < end) {
            open.late.add(at);
          }
        }
        while (!open.late.isEmpty() && (!open.idle.isEmpty() || open.made < open.connections)) {
          if (open.idle.isEmpty()) {
            open.made++;
            open.idle.push(new ClientConnection(open.target, selector, open));
          }
          ClientConnection lane = open.idle.pop();
          long at = open.late.remove();
          send(stream, lane, at, at >= from);
        }
        if (open.next < open.schedule.length && begin + open.schedule[open.next] < end) {
          wake = Math.min(wake, begin + open.schedule[open.next]);
        }
      }
    }
    return wake;
  }

  private void await(long nanos) throws IOException {
    if (nanos >= MILLI) {
      selector.select(nanos / MILLI);
    } else {
      LockSupport.parkNanos(nanos); // busy waiting would take the server's processors
      selector.selectNow();
    }
  }

  private void send(Stream stream, ClientConnection lane, long due, boolean counts)
      throws IOException {
    lane.send(stream.source.get(), due, counts);
    inFlight++;
  }

  private void answers(long from, long end) throws IOException {
    for (SelectionKey key : selector.selectedKeys()) {
      ClientConnection lane = (ClientConnection) key.attachment();
      if (lane.writes()) {
        lane.write();
      } else if (lane.read(buffer)) {
        answered(lane, from, end);
      }
    }
    selector.selectedKeys().clear();
  }

  private void answered(ClientConnection lane, long from, long end) throws IOException {
    inFlight--;
    long now = System.nanoTime();
    Stream stream = (Stream) lane.owner();
    LoadResult loadResult = stream.loadResult;
    if (lane.status() == BUSY) {
      if (lane.counts()) {
        loadResult.recordRejection();
      }
    } else {
      check(lane);
      if (lane.counts()) {
        loadResult.answered(lane.call().kind(), now - lane.dueAt());
        observer.answered(lane.call(), now - lane.dueAt());
      }
      if (now >= from && now < end) {
        loadResult.inTime();
      }
    }
    if (stream instanceof Open open) {
      open.idle.push(lane);
    } else if (now < end) {
      send(stream, lane, now, now >= from);
    }
  }

  private static void check(ClientConnection lane) {
    if (lane.status() != 200) {
      throw new DHArchException(
          lane.call().kind() + ": HTTP " + lane.status() + ": " + start(lane.text()));
    }
    lane.call()
        .check()
        .problem(lane.body())
        .ifPresent(
            problem -> {
              throw new DHArchException(
                  lane.call().kind() + ": wrong answer: " + problem + ": " + start(lane.text()));
            });
  }

  private static String start(String text) {
    return text.length() > 600 ? text.substring(0, 600) + "…" : text;
  }

  @Override
  public void close() throws IOException {
    for (SelectionKey key : selector.keys()) {
      ((ClientConnection) key.attachment()).close();
    }
    selector.close();
  }
}
