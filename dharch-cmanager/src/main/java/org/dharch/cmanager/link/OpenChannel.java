package org.dharch.cmanager.link;

import io.netty.channel.Channel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.List;

/** A connection whose socket other threads can cut off. */
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

  /** Accepts such ones. */
  static final class Listening extends NioServerSocketChannel {
    @Override
    protected int doReadMessages(List<Object> accepted) throws Exception {
      SocketChannel socket = javaChannel().accept();
      if (socket == null) {
        return 0;
      }
      accepted.add(new OpenChannel(this, socket));
      return 1;
    }
  }
}
