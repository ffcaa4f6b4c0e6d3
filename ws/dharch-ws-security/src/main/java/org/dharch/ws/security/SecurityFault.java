package org.dharch.ws.security;

import javax.xml.namespace.QName;

/**
 * Thrown for a message that fails verification. The sender receives only the code; the details,
 * which would help an attacker, are logged.
 */
final class SecurityFault extends Exception {
  private static final long serialVersionUID = 1L;

  private final Code code;

  SecurityFault(Code code, String detail) {
    super(detail);
    this.code = code;
  }

  SecurityFault(Code code, String detail, Throwable cause) {
    super(detail, cause);
    this.code = code;
  }

  Code code() {
    return code;
  }

  /** The faults of SOAP Message Security 1.1, section 12. */
  enum Code {
    UNSUPPORTED_TOKEN("UnsupportedSecurityToken", "An unsupported token was provided"),
    UNSUPPORTED_ALGORITHM(
        "UnsupportedAlgorithm", "An unsupported signature or encryption algorithm was used"),
    INVALID_SECURITY(
        "InvalidSecurity", "An error was discovered processing the <wsse:Security> header"),
    INVALID_TOKEN("InvalidSecurityToken", "An invalid security token was provided"),
    FAILED_AUTHENTICATION(
        "FailedAuthentication", "The security token could not be authenticated or authorized"),
    FAILED_CHECK("FailedCheck", "The signature or decryption was invalid"),
    UNAVAILABLE_TOKEN(
        "SecurityTokenUnavailable", "Referenced security token could not be retrieved"),
    EXPIRED("MessageExpired", "The message has expired");

    private final String local;
    private final String reason;

    Code(String local, String reason) {
      this.local = local;
      this.reason = reason;
    }

    QName qname() {
      return new QName(local.equals("MessageExpired") ? Names.WSU : Names.WSSE, local);
    }

    String reason() {
      return reason;
    }
  }
}
