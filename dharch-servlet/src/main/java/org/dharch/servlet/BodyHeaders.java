package org.dharch.servlet;

import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Withholds the headers of a service that describe its body while the body is held: length, coding,
 * digests and entity tag. They are wrong once a handler has changed the body. Filters in front set
 * their own.
 */
abstract class BodyHeaders extends HttpServletResponseWrapper {
  /** Digests of the body (RFC 1864, 3230, 9530), of requests too. */
  static final Set<String> DIGESTS =
      Set.of("content-md5", "digest", "content-digest", "repr-digest");

  private static final String ENCODING = "Content-Encoding";
  private static final Set<String> WITHHELD = withheld();

  private final Map<String, List<String>> withheld = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private long length = -1;

  BodyHeaders(HttpServletResponse response) {
    super(response);
  }

  private static Set<String> withheld() {
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    names.addAll(DIGESTS);
    names.add(ENCODING);
    names.add("ETag");
    return names;
  }

  /** Filters in front that encode the body set Content-Length themselves. */
  static void length(HttpServletResponse response, int length) {
    if (!Requests.isEncoded(response.getHeaders(ENCODING))) {
      response.setContentLength(length);
    }
  }

  /** Whether the body is written through to the client. */
  abstract boolean isThrough();

  final boolean isEncoded() {
    return Requests.isEncoded(withheld.getOrDefault(ENCODING, List.of()));
  }

  /** Sets the withheld headers for a body that is written through. */
  final void sendHeaders() {
    if (length >= 0) {
      super.setContentLengthLong(length);
    }
    sendDescription();
  }

  /** Sets the withheld headers, except the length, for an unchanged body. */
  final void sendDescription() {
    withheld.forEach((name, values) -> values.forEach(value -> super.addHeader(name, value)));
    withheld.clear();
  }

  final void forgetHeaders() {
    length = -1;
    withheld.clear();
  }

  @Override
  public void setContentLength(int value) {
    setContentLengthLong(value);
  }

  @Override
  public void setContentLengthLong(long value) {
    length = value;
    if (isThrough()) {
      super.setContentLengthLong(value);
    }
  }

  @Override
  public boolean containsHeader(String name) {
    return getHeader(name) != null;
  }

  @Override
  public String getHeader(String name) {
    List<String> values = withheld.get(name);
    return values == null ? super.getHeader(name) : values.get(0);
  }

  @Override
  public Collection<String> getHeaders(String name) {
    List<String> values = withheld.get(name);
    return values == null ? super.getHeaders(name) : List.copyOf(values);
  }

  @Override
  public Collection<String> getHeaderNames() {
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    names.addAll(super.getHeaderNames());
    names.addAll(withheld.keySet());
    return names;
  }

  @Override
  public void setHeader(String name, String value) {
    if (WITHHELD.contains(name)) {
      withheld.remove(name);
      if (isThrough()) {
        super.setHeader(name, value);
      } else if (value != null) {
        addHeader(name, value);
      }
    } else if (isLength(name)) {
      setContentLengthLong(value == null ? -1 : Long.parseLong(value.strip()));
    } else if (isType(name)) {
      setContentType(value);
    } else {
      super.setHeader(name, value);
    }
  }

  @Override
  public void addHeader(String name, String value) {
    if (WITHHELD.contains(name) && !isThrough()) {
      withheld.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
    } else if (isLength(name) || isType(name)) {
      setHeader(name, value);
    } else {
      super.addHeader(name, value);
    }
  }

  @Override
  public void setIntHeader(String name, int value) {
    setHeader(name, Integer.toString(value));
  }

  @Override
  public void addIntHeader(String name, int value) {
    addHeader(name, Integer.toString(value));
  }

  private static boolean isLength(String name) {
    return "Content-Length".equalsIgnoreCase(name);
  }

  private static boolean isType(String name) {
    return "Content-Type".equalsIgnoreCase(name);
  }
}
