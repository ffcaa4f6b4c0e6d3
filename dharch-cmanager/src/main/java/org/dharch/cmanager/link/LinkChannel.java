package org.dharch.cmanager.link;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.NotYetConnectedException;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection: its talk, then its blocks, and a look at it each second. */
final class LinkChannel extends ChannelInboundHandlerAdapter implements Link {
  private static final Logger LOG = LoggerFactory.getLogger(LinkChannel.class);

  /** With so many bytes of blocks its user goes on while the other end writes more. */
  private static final int PORTION = 32 << 10;

  /** Hears how a connection fares. */
  interface Watch {
    /** Whether it may be a link, now that its talk is over. */
    boolean opens();

    /**
     * It is closed.
     *
     * @param wasLink whether it was one
     */
    void closed(boolean wasLink, String reason);
  }

  private final Talk.Talks talks;
  private final LinkBounds bounds;
  private final Optional<LinkTls> tls;
  private final SocketChannel socket;
  private final boolean speaksFirst;
  private final Watch watch;
  private final BlockReader reader = new BlockReader();
  private Channel channel;
  private Talk talk;
  private Optional<LinkUser> user = Optional.empty();
  private String reason = "its other end closed it";
  private boolean isOver;
  private boolean inTalk;
  private long readAt;
  private long wroteAt;
  private long lookedAt;
  private long portion;

  LinkChannel(
      Talk.Talks talks,
      LinkBounds bounds,
      Optional<LinkTls> tls,
      SocketChannel socket,
      boolean speaksFirst,
      Watch watch) {
    this.talks = talks;
    this.bounds = bounds;
    this.tls = tls;
    this.socket = socket;
    this.speaksFirst = speaksFirst;
    this.watch = watch;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    channel = context.channel();
  }

  // ---- its life, on its own thread

  @Override
  public void channelActive(ChannelHandlerContext context) {
    later(
        () -> {
          if (user.isEmpty()) {
            close("not a link within " + bounds.talkMillis() + " ms");
          }
        },
        bounds.talkMillis());
    if (tls.isEmpty()) {
      begin(new byte[0]);
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof SslHandshakeCompletionEvent end) {
      if (end.isSuccess()) {
        SslHandler handler = context.pipeline().get(SslHandler.class);
        begin(tls.orElseThrow().channel(handler.engine().getSession()));
      } else {
        close("TLS: " + end.cause().getMessage());
      }
    }
  }

  private void begin(byte[] bound) {
    talk = talks.begin(bound);
    inTalk = true;
    if (speaksFirst) {
      write(talk.first());
      flush();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf in = (ByteBuf) message;
    try {
      readAt = System.nanoTime();
      int most = user.isPresent() ? bounds.blockBytes() : Talk.MOST_BYTES;
      Optional<ByteBuffer> block = reader.next(in, most);
      while (block.isPresent() && !isOver) {
        take(block.get());
        most = user.isPresent() ? bounds.blockBytes() : Talk.MOST_BYTES;
        block = reader.next(in, most);
      }
    } catch (IllegalArgumentException e) {
      close(e.getMessage());
    } finally {
      in.release();
    }
  }

  private void take(ByteBuffer block) {
    if (user.isPresent()) {
      if (block.hasRemaining()) {
        portion += block.remaining();
        user.get().received(block);
        if (portion >= PORTION) {
          receivedAll();
        }
      }
      return;
    }
    if (!inTalk) {
      throw new IllegalArgumentException("it spoke before its turn");
    }
    byte[] said = new byte[block.remaining()];
    block.get(said);
    Talk.Turn turn = talk.heard(said);
    turn.say().ifPresent(this::write);
    flush();
    if (turn.over()) {
      if (!watch.opens()) {
        close("there are " + bounds.links() + " links; that is the bound");
        return;
      }
      user = Optional.of(talk.user(this));
      lookedAt = System.nanoTime();
      user.get().opened();
      later(this::look, bounds.aliveMillis());
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    if (portion > 0) {
      receivedAll();
    }
  }

  private void receivedAll() {
    portion = 0;
    if (!isOver) {
      user.orElseThrow().receivedAll();
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    if (user.isPresent() && channel.isWritable() && !isOver) {
      user.get().writable();
    }
  }

  /** A look that comes late itself says nothing of the other end. */
  private void look() {
    long now = System.nanoTime();
    boolean late = now - lookedAt > TimeUnit.MILLISECONDS.toNanos(2L * bounds.aliveMillis());
    lookedAt = now;
    if (late) {
      readAt = now;
    }
    if (now - readAt > TimeUnit.MILLISECONDS.toNanos(bounds.silentMillis())
        && channel.config().isAutoRead()) {
      close("silent for " + bounds.silentMillis() + " ms");
      return;
    }
    if (now - wroteAt > TimeUnit.MILLISECONDS.toNanos(bounds.aliveMillis()) / 2
        && channel.isWritable()) {
      write(new byte[0]);
      flush();
    }
    later(this::look, bounds.aliveMillis());
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (!(cause instanceof IOException)) {
      LOG.debug("a link to {}", channel.remoteAddress(), cause);
    }
    close(String.valueOf(cause.getMessage()));
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    isOver = true;
    user.ifPresent(it -> it.closed(reason));
    watch.closed(user.isPresent(), reason);
  }

  // ---- what its user does

  @Override
  public boolean isOwnThread() {
    return channel.eventLoop().inEventLoop();
  }

  @Override
  public void run(Runnable work) {
    if (!channel.eventLoop().isShuttingDown()) {
      channel.eventLoop().execute(() -> ifOpen(work));
    }
  }

  @Override
  public void later(Runnable work, long millis) {
    var unused = channel.eventLoop().schedule(() -> ifOpen(work), millis, TimeUnit.MILLISECONDS);
  }

  private void ifOpen(Runnable work) {
    if (!isOver) {
      work.run();
    }
  }

  @Override
  public boolean isWritable() {
    return !isOver && channel.isWritable();
  }

  private void write(byte[] block) {
    write(block.length, out -> out.accept(block));
  }

  @Override
  public void write(int length, Consumer<Consumer<byte[]>> content) {
    if (isOver) {
      return;
    }
    wroteAt = System.nanoTime();
    ByteBuf out = channel.alloc().directBuffer(Integer.BYTES + length);
    out.writeInt(length);
    content.accept(out::writeBytes);
    var unused = channel.write(out, channel.voidPromise());
  }

  @Override
  public void flush() {
    channel.flush();
  }

  @Override
  public void reading(boolean on) {
    channel.config().setAutoRead(on);
    readAt = System.nanoTime();
  }

  @Override
  public void close(String why) {
    run(
        () -> {
          isOver = true;
          reason = why;
          var unused = channel.close();
        });
  }

  @Override
  public void cut() {
    try {
      socket.shutdownOutput();
      socket.shutdownInput();
    } catch (IOException | NotYetConnectedException e) {
      LOG.debug("cutting a link", e);
    }
  }
}
