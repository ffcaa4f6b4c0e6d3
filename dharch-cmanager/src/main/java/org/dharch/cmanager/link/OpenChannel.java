package org.dharch.cmanager.link;

import io.netty.channel.Channel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.function.Consumer;

/** A connection whose socket other threads can close. */
final class OpenChannel extends NioSocketChannel {
  OpenChannel() throws IOException {
    super(SocketChannel.open());
  }

  private OpenChannel(Channel parent, SocketChannel socket) {
    super(parent, socket);
  }

  SocketChannel openSocket() {
    return javaChannel();
  }

  /**
   * Accepts such connections. If this end sends first, it checks before that the other end is still
   * connected: a TLS handshake costs a hundred times as much.
   */
  static final class Listening extends NioServerSocketChannel {
    private final boolean speaksFirst;
    private final Consumer<String> refused;

    Listening(boolean speaksFirst, Consumer<String> refused) {
      this.speaksFirst = speaksFirst;
      this.refused = refused;
    }

    @Override
    protected int doReadMessages(List<Object> accepted) throws Exception {
      SocketChannel socket = javaChannel().accept();
      if (socket == null) {
        return 0;
      }
      if (speaksFirst && !listens(socket)) {
        socket.close();
        refused.accept("it was gone at once, or spoke before its turn");
        return 0;
      }
      accepted.add(new OpenChannel(this, socket));
      return 1;
    }

    private static boolean listens(SocketChannel socket) {
      try {
        socket.configureBlocking(false);
        return socket.read(ByteBuffer.allocate(1)) == 0;
      } catch (IOException e) {
        return false;
      }
    }
  }
}
