package org.dharch.axis2;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import javax.xml.namespace.QName;
import org.apache.axiom.attachments.Attachments;
import org.apache.axiom.blob.Blob;
import org.apache.axiom.blob.Blobs;
import org.apache.axiom.blob.MemoryBlob;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMText;
import org.apache.axiom.soap.SOAPHeader;
import org.apache.axiom.soap.SOAPHeaderBlock;
import org.apache.axis2.context.MessageContext;

/** The service behind the gateway: says what it saw. */
public final class BackendService {
  public static final String NS = "urn:test";

  /** What one-way messages left here. */
  public static final BlockingQueue<String> NOTES = new LinkedBlockingQueue<>();

  /** What header X-User is by three spellings, and the class of the map that said so. */
  public static final BlockingQueue<String> USERS = new LinkedBlockingQueue<>();

  /** The key of what was delivered from a store, for each note. */
  public static final BlockingQueue<String> KEYS = new LinkedBlockingQueue<>();

  /** What else is to be done with the context of a note, on the thread of its service. */
  public static volatile Consumer<MessageContext> PROBE = context -> {};

  /** What {@link #hold} waits for, and what shows that it does; each test has its own. */
  public static volatile CountDownLatch HOLD = new CountDownLatch(0);

  public static volatile CountDownLatch HELD = new CountDownLatch(1);

  /** Answers with its request. */
  public OMElement echo(OMElement request) {
    request.build();
    request.detach();
    return request;
  }

  /** Answers with the text of the header block {@code stamp}, the property, action and thread. */
  public OMElement look(OMElement request) {
    MessageContext context = MessageContext.getCurrentMessageContext();
    OMElement answer = answer(request);
    answer.addAttribute("stamp", stamp(context), null);
    answer.addAttribute("color", String.valueOf(context.getProperty("test.color")), null);
    answer.addAttribute("action", String.valueOf(context.getSoapAction()), null);
    Object headers = context.getProperty(MessageContext.TRANSPORT_HEADERS);
    if (headers instanceof Map<?, ?> map) {
      answer.addAttribute("header", String.valueOf(map.get("X-Node")), null);
      answer.addAttribute("secret", String.valueOf(map.get("X-Secret")), null);
    }
    user(context);
    Object watch = context.getOperationContext().getProperty("watch.id");
    answer.addAttribute("watch", String.valueOf(watch), null);
    answer.addAttribute("thread", Thread.currentThread().getName(), null);
    return answer;
  }

  /** Answers with the size of what came beside the envelope and inside it. */
  public OMElement parts(OMElement request) throws Exception {
    MessageContext context = MessageContext.getCurrentMessageContext();
    OMElement answer = answer(request);
    answer.addAttribute("stamp", stamp(context), null);
    OMElement data = request.getFirstChildWithName(new QName(NS, "data"));
    if (data != null && data.getFirstOMChild() instanceof OMText text) {
      answer.addAttribute("binary", String.valueOf(text.isBinary()), null);
      try (InputStream in = text.getBlob().getInputStream()) {
        answer.addAttribute("sum", sum(in), null);
      }
    }
    Attachments attachments = context.getAttachmentMap();
    StringBuilder sums = new StringBuilder();
    for (String id : attachments.getAllContentIDs()) {
      if (id.equals("root@test")) {
        continue; // the envelope; Axis2 lists it, and has read it
      }
      try (InputStream in = attachments.getDataHandler(id).getInputStream()) {
        sums.append(id).append('=').append(sum(in)).append(' ');
      }
    }
    answer.addAttribute("attachments", sums.toString().strip(), null);
    return answer;
  }

  /** Answers with binary content that may go out as an attachment. */
  public OMElement data(OMElement request) {
    OMElement answer = answer(request);
    answer.setText("quiet");
    OMElement data = answer.getOMFactory().createOMElement(new QName(NS, "data", "t"), answer);
    data.addChild(answer.getOMFactory().createOMText(blob(Multipart.binary(5000)), true));
    return answer;
  }

  private static Blob blob(byte[] content) {
    MemoryBlob blob = Blobs.createMemoryBlob();
    try (OutputStream out = blob.getOutputStream()) {
      out.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return blob;
  }

  /** Keeps a note; nobody waits for an answer. */
  public void note(OMElement request) throws Exception {
    MessageContext context = MessageContext.getCurrentMessageContext();
    PROBE.accept(context);
    user(context);
    KEYS.add(String.valueOf(context.getProperty("dharch.rm.key")));
    StringBuilder note = new StringBuilder(request.getText().strip());
    note.append('|').append(stamp(context));
    Attachments attachments = context.getAttachmentMap();
    for (String id : attachments.getAllContentIDs()) {
      try (InputStream in = attachments.getDataHandler(id).getInputStream()) {
        note.append('|').append(id).append('=').append(sum(in));
      }
    }
    NOTES.add(note.toString());
    String file = System.getProperty("dharch.test.notes");
    if (file != null) {
      Files.writeString(
          Path.of(file), note + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
  }

  private static void user(MessageContext context) {
    if (context.getProperty(MessageContext.TRANSPORT_HEADERS) instanceof Map<?, ?> map) {
      Object[] output = {map.get("X-User"), map.get("x-user"), map.get("X-USER")};
      USERS.add(Arrays.toString(output) + " " + map.getClass().getSimpleName());
    }
  }

  /** Keeps a note and answers. */
  public OMElement tell(OMElement request) throws Exception {
    note(request);
    return answer(request);
  }

  /** Answers when {@link #HOLD} lets it. */
  public OMElement hold(OMElement request) throws Exception {
    HELD.countDown();
    HOLD.await();
    return answer(request);
  }

  /** Fails. */
  public OMElement fail(OMElement request) {
    throw new IllegalStateException("service failed on " + request.getLocalName());
  }

  private static OMElement answer(OMElement request) {
    return request.getOMFactory().createOMElement(new QName(NS, "answer", "t"));
  }

  private static String stamp(MessageContext context) {
    SOAPHeader header = context.getEnvelope().getHeader();
    if (header == null) {
      return "";
    }
    StringBuilder found = new StringBuilder();
    for (Iterator<SOAPHeaderBlock> i = header.getHeaderBlocksWithName(new QName(NS, "stamp"));
        i.hasNext(); ) {
      found.append(i.next().getText());
    }
    return found.toString();
  }

  private static String sum(InputStream in) throws Exception {
    byte[] bytes = in.readAllBytes();
    int sum = 0;
    for (byte b : bytes) {
      sum += b & 0xff;
    }
    return bytes.length + ":" + sum;
  }
}
