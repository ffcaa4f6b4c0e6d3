package org.dharch.samples;

import java.security.GeneralSecurityException;
import java.util.Optional;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.HandlerDescription;
import org.apache.axis2.handlers.AbstractHandler;

/**
 * Handler B of seed 000, section 4.1: decrypts {@code <s:secret encryption="…">} into {@code
 * <s:secret>}. The key is derived from a password (PBKDF2WithHmacSHA256), which is CPU-bound and
 * heavy on purpose; AES-256-GCM authenticates, so a wrong password and changed data are faults.
 * Thread-safe.
 *
 * <p>Parameters: {@code password} (needed), {@code iterations} of the derivation (100000; not taken
 * from the message, which could request any amount of work), {@code required} (false): whether an
 * unencrypted secret is a fault.
 */
public final class DecryptionHandler extends AbstractHandler {
  /** The default number of the derivation's iterations. */
  public static final int DEFAULT_ITERATIONS = 100_000;

  private record Settings(PasswordCipher cipher, boolean required) {}

  private volatile Optional<Settings> settings = Optional.empty();

  @Override
  public void init(HandlerDescription description) {
    super.init(description);
    HandlerParameters parameters = new HandlerParameters(description);
    settings =
        Optional.of(
            new Settings(
                new PasswordCipher(
                    parameters.text("password"),
                    parameters.number("iterations", DEFAULT_ITERATIONS, 1, 10_000_000)),
                parameters.flag("required", false)));
  }

  @Override
  public InvocationResponse invoke(MessageContext message) throws AxisFault {
    Settings now =
        settings.orElseThrow(
            () -> new AxisFault("handler '" + getName() + "' was not initialized"));
    Optional<BodyElement> secret =
        BodyElement.encoded(
            message, SampleNames.SECRET, SampleNames.ENCRYPTION, SampleNames.PBKDF2_AES_GCM);
    if (secret.isPresent()) {
      secret.get().decoded(decrypt(now.cipher, secret.get().bytes()));
    } else if (now.required && BodyElement.find(message, SampleNames.SECRET).isPresent()) {
      throw new AxisFault("secret is not encrypted, and this service requires that it is");
    }
    return InvocationResponse.CONTINUE;
  }

  private static byte[] decrypt(PasswordCipher cipher, byte[] encrypted) throws AxisFault {
    try {
      return cipher.decrypt(encrypted);
    } catch (GeneralSecurityException e) {
      throw new AxisFault("secret cannot be decrypted: wrong password or damaged data", e);
    }
  }
}
