package org.dharch.servlet;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.zip.GZIPOutputStream;

/**
 * Stands before the filter and compresses whatever is answered, as such filters do: it says so
 * before it knows what it will be.
 *
 * @param waits whether it ends the response only when that is there
 */
record GzipFilter(boolean waits) implements Filter {
  private static final String DONE = "test.gzip";

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    Compressed compressed = (Compressed) request.getAttribute(DONE);
    if (compressed == null) {
      ((HttpServletResponse) response).setHeader("Content-Encoding", "gzip");
      compressed = new Compressed((HttpServletResponse) response);
      request.setAttribute(DONE, compressed);
      chain.doFilter(request, compressed);
    } else {
      chain.doFilter(request, response);
    }
    if (!waits || !request.isAsyncStarted()) {
      compressed.end();
    }
  }

  private static final class Compressed extends HttpServletResponseWrapper {
    private Stream stream;

    Compressed(HttpServletResponse response) {
      super(response);
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
      stream = stream == null ? new Stream(new GZIPOutputStream(super.getOutputStream())) : stream;
      return stream;
    }

    void end() throws IOException {
      ((Stream) getOutputStream()).gzip.close();
    }
  }

  private static final class Stream extends ServletOutputStream {
    private final GZIPOutputStream gzip;

    Stream(GZIPOutputStream gzip) {
      this.gzip = gzip;
    }

    @Override
    public void write(int b) throws IOException {
      gzip.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      gzip.write(bytes, offset, length);
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setWriteListener(WriteListener listener) {
      throw new IllegalStateException("not in this test");
    }
  }
}
