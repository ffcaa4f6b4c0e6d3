package org.dharch.ws.policy;

import org.dharch.core.message.DHArchException;

/** Thrown for an invalid policy; the message names the value and the requirement. */
public final class PolicyException extends DHArchException {
  private static final long serialVersionUID = 1L;

  public PolicyException(String message, Throwable cause) {
    super(message, cause);
  }
}
