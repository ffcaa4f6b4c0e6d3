package org.dharch.cmanager.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.NotYetConnectedException;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection: its handshake, its blocks and a check each second. */
final class LinkChannel extends ChannelInboundHandlerAdapter implements Link {
  private static final Logger LOG = LoggerFactory.getLogger(LinkChannel.class);

  /** The number of bytes after which its user processes blocks while the other end writes more. */
  private static final int PORTION = 32 << 10;

  private final Handshake.Handshakes handshakes;
  private final LinkBounds bounds;
  private final Optional<LinkTls> tls;
  private final SocketChannel socket;
  private final boolean speaksFirst;
  private final ChannelWatch watch;
  private final BlockReader reader = new BlockReader();
  private final KeepAlive keepAlive;
  private Channel channel;
  private Handshake handshake;
  private Future<?> handshakeEnd;
  private boolean isProven;
  private Optional<LinkUser> user = Optional.empty();
  private String reason = "closed by peer";
  private boolean isOver;
  private boolean inHandshake;
  private long portion;

  LinkChannel(
      Handshake.Handshakes handshakes,
      LinkSettings settings,
      SocketChannel socket,
      boolean speaksFirst,
      ChannelWatch watch) {
    this.handshakes = handshakes;
    this.bounds = settings.bounds();
    this.tls = settings.tls();
    this.socket = socket;
    this.speaksFirst = speaksFirst;
    this.watch = watch;
    this.keepAlive = new KeepAlive(bounds);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    channel = context.channel();
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    int most = bounds.handshakeMillis();
    Runnable end = () -> drop("not a link within " + most + " ms");
    handshakeEnd = channel.eventLoop().schedule(end, most, TimeUnit.MILLISECONDS);
    if (tls.isEmpty()) {
      begin(new byte[0]);
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof SslHandshakeCompletionEvent end) {
      if (end.isSuccess()) {
        SslHandler handler = context.pipeline().get(SslHandler.class);
        watch.handshakeAdvanced(this);
        begin(tls.orElseThrow().channel(handler.engine().getSession()));
      } else {
        drop("TLS: " + LinkTls.reason(end.cause()));
      }
    }
  }

  private void begin(byte[] bound) {
    handshake = handshakes.begin(bound);
    inHandshake = true;
    if (speaksFirst) {
      write(handshake.first());
      flush();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf in = (ByteBuf) message;
    try {
      keepAlive.onRead();
      int most = user.isPresent() ? bounds.blockBytes() : Handshake.MOST_BYTES;
      Optional<ByteBuffer> block = reader.next(in, most);
      while (block.isPresent() && !isOver) {
        take(block.get());
        most = user.isPresent() ? bounds.blockBytes() : Handshake.MOST_BYTES;
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
    if (!inHandshake) {
      throw new IllegalArgumentException("it sent before its turn in the handshake");
    }
    byte[] content = new byte[block.remaining()];
    block.get(content);
    Handshake.Step step = handshake.receive(content);
    watch.handshakeAdvanced(this);
    if (!step.isDone()) {
      step.reply().ifPresent(this::write);
      flush();
      return;
    }
    handshakeEnd.cancel(false);
    inHandshake = false;
    if (!watch.mayOpen(this)) {
      drop("there are " + bounds.links() + " links; that is the bound");
      return;
    }
    isProven = true;
    if (watch.threads().isPresent()) {
      LinkThreads.move(channel, watch.threads().get(), () -> ifOpen(() -> open(step)), this::over);
    } else {
      open(step);
    }
  }

  /** On the link's own thread; only the block sent here lets the other end continue. */
  private void open(Handshake.Step step) {
    channel.config().setOption(ChannelOption.SO_LINGER, -1);
    keepAlive.tick();
    keepAlive.onRead();
    step.reply().ifPresent(this::write);
    user = Optional.of(handshake.user(this));
    user.get().opened();
    flush();
    schedule(this::checkKeepAlive, bounds.aliveMillis());
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

  private void checkKeepAlive() {
    keepAlive.tick();
    if (keepAlive.isSilent() && channel.config().isAutoRead()) {
      end("silent for over " + bounds.silentMillis() + " ms");
      return;
    }
    if (keepAlive.isWriteDue() && channel.isWritable()) {
      write(new byte[0]);
      flush();
    }
    schedule(this::checkKeepAlive, bounds.aliveMillis());
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    failed(cause);
  }

  /** A failure closes the link: the other end would otherwise miss blocks. */
  private void failed(Throwable cause) {
    if (isProven && !(cause instanceof IOException)) {
      LOG.warn("Link closed peer={} reason={}", channel.remoteAddress(), String.valueOf(cause));
      LOG.debug("Link closed peer={}", channel.remoteAddress(), cause);
    }
    end(LinkTls.reason(cause));
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    over();
  }

  private void over() {
    isOver = true;
    user.ifPresent(it -> it.closed(reason));
    watch.closed(this, isProven, reason);
  }

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
  public void schedule(Runnable work, long millis) {
    var unused = channel.eventLoop().schedule(() -> ifOpen(work), millis, TimeUnit.MILLISECONDS);
  }

  private void ifOpen(Runnable work) {
    if (!isOver) {
      try {
        work.run();
      } catch (OutOfMemoryError | RuntimeException e) {
        failed(e);
      }
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
    keepAlive.onWrite(length);
    ByteBuf out = Unpooled.EMPTY_BUFFER;
    try {
      out = channel.alloc().directBuffer(Integer.BYTES + length);
      out.writeInt(length);
      content.accept(out::writeBytes);
    } catch (OutOfMemoryError | RuntimeException e) {
      out.release();
      failed(e);
      return;
    }
    var unused = channel.write(out, channel.voidPromise());
  }

  @Override
  public void flush() {
    channel.flush();
  }

  @Override
  public void reading(boolean on) {
    channel.config().setAutoRead(on);
    keepAlive.onRead();
  }

  @Override
  public void close(String why) {
    if (isOwnThread()) {
      end(why);
    } else {
      run(() -> end(why));
    }
  }

  private void end(String why) {
    if (!isProven) {
      drop(why);
    } else if (!isOver) {
      isOver = true;
      reason = why;
      var unused = channel.close();
    }
  }

  /** Closes a connection that is no link, without TLS's closing message. On its own thread. */
  void drop(String why) {
    if (!isOver) {
      isOver = true;
      reason = why;
      var unused = channel.pipeline().firstContext().close();
    }
  }

  @Override
  public void cut() {
    try {
      socket.shutdownOutput();
      socket.shutdownInput();
    } catch (IOException | NotYetConnectedException e) {
      LOG.debug("Failed to close a link", e);
    }
  }
}
