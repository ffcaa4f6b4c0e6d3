package org.dharch.servlet;

import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Withholds the Content-Length and Content-Encoding of a service while its body is held. Filters in
 * front set their own.
 */
abstract class BodyHeaders extends HttpServletResponseWrapper {
  private static final String ENCODING = "Content-Encoding";

  private final List<String> encodings = new ArrayList<>();
  private long length = -1;

  BodyHeaders(HttpServletResponse response) {
    super(response);
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
    return Requests.isEncoded(encodings);
  }

  final void sendHeaders() {
    if (length >= 0) {
      super.setContentLengthLong(length);
    }
    encodings.forEach(encoding -> super.addHeader(ENCODING, encoding));
    encodings.clear();
  }

  final void forgetHeaders() {
    length = -1;
    encodings.clear();
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
    boolean kept = ENCODING.equalsIgnoreCase(name) && !encodings.isEmpty();
    return kept ? encodings.get(0) : super.getHeader(name);
  }

  @Override
  public Collection<String> getHeaders(String name) {
    boolean kept = ENCODING.equalsIgnoreCase(name) && !encodings.isEmpty();
    return kept ? List.copyOf(encodings) : super.getHeaders(name);
  }

  @Override
  public void setHeader(String name, String value) {
    if (ENCODING.equalsIgnoreCase(name)) {
      encodings.clear();
      if (isThrough()) {
        super.setHeader(name, value);
      } else if (value != null) {
        encodings.add(value);
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
    if (ENCODING.equalsIgnoreCase(name) && !isThrough()) {
      encodings.add(value);
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
