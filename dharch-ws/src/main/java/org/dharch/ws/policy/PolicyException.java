package org.dharch.ws.policy;

import org.dharch.core.message.DHArchException;

/** A policy that says something that cannot be; the message names it and what is allowed. */
public final class PolicyException extends DHArchException {
  private static final long serialVersionUID = 1L;

  public PolicyException(String message, Throwable cause) {
    super(message, cause);
  }
}
