package org.dharch.cmanager.guard;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.util.UUID;
import org.apache.activemq.command.Command;
import org.apache.activemq.command.CommandTypes;
import org.apache.activemq.command.ConnectionId;
import org.apache.activemq.command.ConnectionInfo;
import org.apache.activemq.command.Response;
import org.apache.activemq.command.WireFormatInfo;
import org.apache.activemq.openwire.OpenWireFormat;
import org.apache.activemq.util.ByteSequence;

/** Somebody who says to a broker bytes that no client of ActiveMQ would. */
final class WireClient implements AutoCloseable {
  final DataOutputStream out;
  private final ConnectionId id = new ConnectionId("wire-" + UUID.randomUUID());
  private final DataInputStream in;
  private final Socket socket;
  private final OpenWireFormat format = new OpenWireFormat(CommandTypes.PROTOCOL_VERSION);

  /** One with whom the broker has agreed what is spoken: everything at its full length. */
  WireClient(URI broker) throws IOException {
    socket = new Socket(broker.getHost(), broker.getPort());
    socket.setSoTimeout(20_000);
    out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
    in = new DataInputStream(socket.getInputStream());
    format.setCacheEnabled(false);
    format.setTightEncodingEnabled(false);
    format.setSizePrefixDisabled(false);
    WireFormatInfo info = new WireFormatInfo();
    info.setVersion(CommandTypes.PROTOCOL_VERSION);
    info.setMaxFrameSize(Long.MAX_VALUE);
    info.setMaxInactivityDuration(0); // it need not say that it lives
    say(info);
    hear();
  }

  WireClient join(String clientId) throws IOException {
    ConnectionInfo info = new ConnectionInfo(id);
    info.setClientId(clientId);
    info.setResponseRequired(true);
    say(info);
    if (answer().isException()) {
      throw new IOException("not let in");
    }
    return this;
  }

  ConnectionId id() {
    return id;
  }

  /** The next answer; what else is heard before is forgotten. */
  Response answer() throws IOException {
    while (true) {
      if (hear() instanceof Response answer) {
        return answer;
      }
    }
  }

  void say(Command command) throws IOException {
    format.marshal(command, out);
    out.flush();
  }

  /** As if it had so many bytes. */
  void sayAsIf(int length, Command command) throws IOException {
    ByteSequence bytes = format.marshal(command);
    out.writeInt(length);
    out.write(bytes.getData(), Integer.BYTES, bytes.getLength() - Integer.BYTES);
    out.flush();
  }

  Object hear() throws IOException {
    return format.unmarshal(in);
  }

  /** Begins a message that has so many bytes, and says no more. */
  void begin(int bytes) throws IOException {
    out.writeInt(bytes);
    out.writeByte(CommandTypes.ACTIVEMQ_BYTES_MESSAGE);
    out.flush();
  }

  /** Waits until the broker closes it; what it says before does not matter. */
  boolean isClosed() throws IOException {
    try {
      in.readAllBytes();
    } catch (SocketException e) {
      return !socket.isClosed(); // not at this end
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
