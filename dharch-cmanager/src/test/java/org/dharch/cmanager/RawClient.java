package org.dharch.cmanager;

import java.io.IOException;
import java.net.URI;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.activemq.command.Command;
import org.apache.activemq.command.ConnectionId;
import org.apache.activemq.command.ConnectionInfo;
import org.apache.activemq.command.ConsumerId;
import org.apache.activemq.command.ExceptionResponse;
import org.apache.activemq.command.ProducerId;
import org.apache.activemq.command.ProducerInfo;
import org.apache.activemq.command.Response;
import org.apache.activemq.command.SessionId;
import org.apache.activemq.command.SessionInfo;
import org.apache.activemq.transport.DefaultTransportListener;
import org.apache.activemq.transport.Transport;
import org.apache.activemq.transport.TransportFactory;
import org.apache.activemq.util.ServiceSupport;

/** Somebody who says to a broker what no client of ActiveMQ would, command by command. */
public final class RawClient implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 20_000;

  public final ConnectionId id = new ConnectionId("raw-" + UUID.randomUUID());
  public final SessionId session = new SessionId(id, 1);
  public final ProducerId producer = new ProducerId(session, 1);
  public final ConsumerId consumer = new ConsumerId(session, 1);
  public final BlockingQueue<Object> recorder = new LinkedBlockingQueue<>();
  public final CompletableFuture<IOException> end = new CompletableFuture<>();
  private final Transport transport;

  /** One who has not said who it is. */
  public RawClient(URI broker) throws Exception {
    transport = TransportFactory.connect(broker);
    transport.setTransportListener(
        new DefaultTransportListener() {
          @Override
          public void onCommand(Object command) {
            recorder.add(command);
          }

          @Override
          public void onException(IOException error) {
            end.complete(error);
          }
        });
    transport.start();
  }

  public ConnectionInfo login(String clientId) {
    ConnectionInfo info = new ConnectionInfo(id);
    info.setClientId(clientId);
    return info;
  }

  /** Logs in, and has a session and a producer. */
  public RawClient join(String clientId) throws IOException {
    for (Command each :
        new Command[] {login(clientId), new SessionInfo(session), new ProducerInfo(producer)}) {
      Response response = ask(each);
      if (response instanceof ExceptionResponse refused) {
        throw new IOException(refused.getException());
      }
    }
    return this;
  }

  /** What is answered; that the connection was closed is an {@link ExceptionResponse}, too. */
  public Response ask(Command command) {
    try {
      return (Response) transport.request(command, PATIENCE_MILLIS);
    } catch (IOException e) {
      return new ExceptionResponse(e);
    }
  }

  public boolean isRefused(Command command) {
    return ask(command) instanceof ExceptionResponse;
  }

  /** Says it and waits for nothing. */
  public void tell(Command command) {
    try {
      transport.oneway(command);
    } catch (IOException e) {
      end.complete(e);
    }
  }

  @Override
  public void close() {
    ServiceSupport.dispose(transport);
  }
}
