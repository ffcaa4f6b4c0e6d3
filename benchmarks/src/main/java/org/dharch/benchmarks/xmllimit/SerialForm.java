package org.dharch.benchmarks.xmllimit;

import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.sql.SQLException;

/**
 * The paper's "ServletRPC": the whole job, its result prepared before it is sent, "but the
 * exchanged data is simply serialized", by Java.
 */
final class SerialForm implements ServedForm {
  private static final String TYPE = "application/x-java-serialized-object";

  /** The only classes that are deserialized. */
  private static final ObjectInputFilter ALLOWED =
      ObjectInputFilter.Config.createFilter(
          LimitRequest.class.getPackageName() + ".**;java.util.ArrayList;java.lang.Object;!*");

  @Override
  public String contentType() {
    return TYPE;
  }

  @Override
  public byte[] question(LimitRequest question) throws IOException {
    return bytes(question);
  }

  @Override
  public void serve(InputStream in, LimitOperation work, HttpServletResponse response)
      throws IOException, SQLException {
    LimitRequest question = read(in, LimitRequest.class);
    ServedForm.send(bytes(work.answer(question)), TYPE, response);
  }

  @Override
  public LimitResponse answer(InputStream in) throws IOException {
    return read(in, LimitResponse.class);
  }

  private static byte[] bytes(Object object) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    return bytes.toByteArray();
  }

  private static <T> T read(InputStream in, Class<T> type) throws IOException {
    try (ObjectInputStream objects = new ObjectInputStream(in)) {
      objects.setObjectInputFilter(ALLOWED);
      return type.cast(objects.readObject());
    } catch (ClassNotFoundException | ClassCastException e) {
      throw new IOException("no " + type.getSimpleName(), e);
    }
  }
}
