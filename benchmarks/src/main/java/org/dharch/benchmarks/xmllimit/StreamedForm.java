package org.dharch.benchmarks.xmllimit;

import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.dharch.benchmarks.xmllimit.element.Element;
import org.dharch.benchmarks.xmllimit.element.ElementTotals;

/**
 * The paper's "Servlet": it stores nothing, processes each element as it is read and writes each
 * row as it is found, "in a streaming way using an HTTP custom serialization". The first bytes are
 * sent when the container's buffer of 8 KiB is full.
 */
final class StreamedForm implements ServedForm {
  private static final String TYPE = "application/octet-stream";
  private static final int BUFFER = 8192;

  @Override
  public String contentType() {
    return TYPE;
  }

  @Override
  public byte[] question(LimitRequest question) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeUTF(question.ticket());
    out.writeInt(question.first());
    out.writeInt(question.count());
    for (Element each : question.elements()) {
      write(each, out);
    }
    out.writeBoolean(false);
    return bytes.toByteArray();
  }

  @Override
  public void serve(InputStream in, LimitOperation work, HttpServletResponse response)
      throws IOException, SQLException {
    DataInputStream data = new DataInputStream(new BufferedInputStream(in, BUFFER));
    String ticket = data.readUTF();
    int first = data.readInt();
    int count = data.readInt();
    ElementTotals sum = new ElementTotals();
    while (data.readBoolean()) {
      sum.add(read(data));
    }
    response.setContentType(TYPE);
    DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(response.getOutputStream(), BUFFER));
    out.writeUTF(ticket);
    out.writeInt(sum.count());
    out.writeLong(sum.total());
    work.source().each(first, count, element -> write(element, out));
    out.writeBoolean(false);
    out.flush();
  }

  @Override
  public LimitResponse answer(InputStream in) throws IOException {
    DataInputStream data = new DataInputStream(in);
    String ticket = data.readUTF();
    int count = data.readInt();
    long total = data.readLong();
    List<Element> elements = new ArrayList<>();
    while (data.readBoolean()) {
      elements.add(read(data));
    }
    return new LimitResponse(ticket, count, total, elements);
  }

  private static void write(Element element, DataOutputStream out) throws IOException {
    out.writeBoolean(true);
    out.writeInt(element.id());
    out.writeUTF(element.name());
    out.writeInt(element.quantity());
    out.writeLong(element.price());
    out.writeUTF(element.note());
  }

  private static Element read(DataInputStream in) throws IOException {
    return new Element(in.readInt(), in.readUTF(), in.readInt(), in.readLong(), in.readUTF());
  }
}
