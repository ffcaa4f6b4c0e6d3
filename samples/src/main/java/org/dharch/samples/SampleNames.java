package org.dharch.samples;

import javax.xml.namespace.QName;

/** The names that the sample messages, handlers and service agree on. */
public final class SampleNames {
  /** The namespace of every sample element. */
  public static final String NAMESPACE = "urn:dharch:samples";

  /** The SOAPAction of {@code process}. */
  public static final String PROCESS_ACTION = NAMESPACE + ":process";

  /** The SOAPAction of {@code notify}. */
  public static final String NOTIFY_ACTION = NAMESPACE + ":notify";

  /** The value of {@code s:document}'s attribute {@code encoding} while it is compressed. */
  public static final String BZIP2_BASE64 = "bzip2+base64";

  /** The value of {@code s:secret}'s attribute {@code encryption} while it is encrypted. */
  public static final String PBKDF2_AES_GCM = "PBKDF2WithHmacSHA256+AES-256-GCM";

  /** Records in a source's format, or converted. */
  public static final QName RECORDS = name("records");

  /** One converted record. */
  public static final QName RECORD = name("record");

  static final QName FORMAT = new QName("format");
  static final QName PROCESSED = name("processed");
  static final QName ID = name("id");
  static final QName DOCUMENT = name("document");
  static final QName SECRET = name("secret");
  static final QName DOCUMENT_DIGEST = name("documentDigest");
  static final QName SECRET_DIGEST = name("secretDigest");
  static final QName ENCODING = new QName("encoding");
  static final QName ENCRYPTION = new QName("encryption");

  private SampleNames() {}

  private static QName name(String local) {
    return new QName(NAMESPACE, local);
  }
}
