package org.dharch.cmanager.link;

import io.netty.handler.ssl.NotSslRecordException;
import java.nio.channels.ClosedChannelException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.Certificate;
import java.security.cert.CertificateEncodingException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * TLS on a link.
 *
 * @param context with the stores of this end
 * @param shows whether this end presents its certificate and the other one verifies it, independent
 *     of the direction of the connection
 */
public record LinkTls(SSLContext context, boolean shows) {

  SSLEngine engine() {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(!shows);
    return engine;
  }

  /** The connection's identity for the handshake: the digest of the presented certificate. */
  byte[] channel(SSLSession session) {
    try {
      Certificate[] shown = shows ? session.getLocalCertificates() : session.getPeerCertificates();
      return MessageDigest.getInstance("SHA-256").digest(shown[0].getEncoded());
    } catch (SSLPeerUnverifiedException
        | CertificateEncodingException
        | NoSuchAlgorithmException e) {
      throw new IllegalStateException("a TLS connection must have a certificate", e);
    }
  }

  /** The reason of a failed connection, without bytes of an unauthenticated client. */
  static String reason(Throwable cause) {
    Throwable why = cause.getCause() instanceof SSLException ? cause.getCause() : cause;
    if (why instanceof ClosedChannelException) {
      return "closed by peer";
    }
    return why instanceof NotSslRecordException ? "no TLS" : String.valueOf(why.getMessage());
  }
}
