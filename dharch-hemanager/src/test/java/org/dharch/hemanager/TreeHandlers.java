package org.dharch.hemanager;

import java.io.StringReader;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMNode;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPHeader;
import org.apache.axiom.soap.SOAPHeaderBlock;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.handlers.AbstractHandler;

/** Axis2 handlers that read and write their tree, and what they saw of it. */
public final class TreeHandlers {
  private static final Set<Object> TREES = Collections.newSetFromMap(new IdentityHashMap<>());
  private static int calls;

  /** What handlers called {@code see…} saw last, all of the message, by name. */
  static final ConcurrentHashMap<String, String> SEEN = new ConcurrentHashMap<>();

  /** A {@link Holder} waits for this, whatever interrupts it. */
  static volatile CountDownLatch go = new CountDownLatch(0);

  /** A {@link Holder} has its tree. */
  static volatile CountDownLatch holds = new CountDownLatch(0);

  /** A {@link Holder} has changed what it held. */
  static volatile CountDownLatch changed = new CountDownLatch(0);

  private TreeHandlers() {}

  static synchronized void forget() {
    TREES.clear();
    calls = 0;
    SEEN.clear();
  }

  private static synchronized void given(SOAPEnvelope tree) {
    TREES.add(tree);
    calls++;
  }

  /** How many trees there were. */
  static synchronized int trees() {
    return TREES.size();
  }

  /** How many handlers were called. */
  static synchronized int calls() {
    return calls;
  }

  /** Does what its parameter {@code do} says. */
  public static class Doer extends AbstractHandler {
    @Override
    public InvocationResponse invoke(MessageContext message) throws AxisFault {
      SOAPEnvelope tree = message.getEnvelope();
      given(tree);
      act(String.valueOf(getParameter("do").getValue()), tree, message);
      return InvocationResponse.CONTINUE;
    }

    private void act(String what, SOAPEnvelope tree, MessageContext message) throws AxisFault {
      String name = getHandlerDesc().getName();
      switch (what) {
        case "nothing" -> {}
        case "see" -> SEEN.put(name, tree.toString());
        case "readHeader" -> {
          if (tree.getHeader() != null) {
            tree.getHeader().getChildElements().forEachRemaining(OMElement::getText);
          }
        }
        case "readBody" -> text(tree.getBody());
        case "text" -> leaf(tree).setText(leaf(tree).getText() + name + " <&> \u00e4");
        case "attribute" -> body(tree).addAttribute("by", name, null);
        case "child" ->
            tree.getOMFactory()
                .createOMElement(
                    "new", tree.getOMFactory().createOMNamespace("urn:n", "n"), body(tree))
                .setText(name);
        case "drop" -> leaf(tree).detach();
        case "rename" -> body(tree).setLocalName(body(tree).getLocalName() + "x");
        case "prefix" -> leaf(tree).declareNamespace("urn:unused", "unused");
        case "redeclare" -> {
          leaf(tree).declareNamespace("urn:another", leaf(tree).getPrefix());
          leaf(tree).addAttribute("by", name, null);
        }
        case "cdata" ->
            leaf(tree)
                .addChild(tree.getOMFactory().createOMText("<x/>", OMNode.CDATA_SECTION_NODE));
        case "addHeader" -> add(tree, name);
        case "addQualified" -> add(tree, "e:" + name).addAttribute("q", "1", tree.getNamespace());
        case "setHeader" -> {
          OMElement block = first(tree);
          block.setText(block.getText() + name);
        }
        case "dropHeader" -> first(tree).detach();
        case "mark" -> ((SOAPHeaderBlock) first(tree)).setProcessed();
        case "addMarked" -> add(tree, name).setProcessed();
        case "between" -> tree.getHeader().addChild(tree.getOMFactory().createOMText("between"));
        case "envelope" -> tree.addAttribute("by" + name, "1", null);
        case "body" -> tree.getBody().addAttribute("by", name, null);
        case "property" -> message.setProperty("by" + name, name);
        case "close" -> tree.close(false);
        case "clone" ->
            message.setEnvelope(
                OMXMLBuilderFactory.createSOAPModelBuilder(new StringReader(tree.toString()))
                    .getSOAPEnvelope());
        default -> throw new AxisFault("do=" + what);
      }
    }
  }

  /** Changes the tree, and throws then, once of two times. */
  public static final class Thrower extends AbstractHandler {
    private boolean threw;

    @Override
    public synchronized InvocationResponse invoke(MessageContext message) throws AxisFault {
      SOAPEnvelope tree = message.getEnvelope();
      given(tree);
      threw = !threw;
      if (threw) {
        leaf(tree).setText("half done");
        add(tree, "half");
        throw new AxisFault("half way");
      }
      body(tree).addAttribute("whole", tree.toString().contains("half") ? "no" : "yes", null);
      return InvocationResponse.CONTINUE;
    }
  }

  /** Holds its tree for longer than it may, and changes it when its message is gone. */
  public static final class Holder extends AbstractHandler {
    @Override
    public InvocationResponse invoke(MessageContext message) throws AxisFault {
      SOAPEnvelope tree = message.getEnvelope();
      given(tree);
      text(tree.getBody());
      holds.countDown();
      boolean gone = false;
      while (!gone) {
        try {
          gone = go.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
          // it does not care
        }
      }
      leaf(tree).setText("too late");
      changed.countDown();
      return InvocationResponse.CONTINUE;
    }
  }

  private static String text(OMElement element) {
    StringBuilder text = new StringBuilder(element.getText());
    for (Iterator<OMElement> i = element.getChildElements(); i.hasNext(); ) {
      text.append(text(i.next()));
    }
    return text.toString();
  }

  private static OMElement body(SOAPEnvelope tree) {
    return tree.getBody().getFirstElement();
  }

  /** The last element of the body's first, or that itself. */
  private static OMElement leaf(SOAPEnvelope tree) {
    OMElement leaf = body(tree);
    for (Iterator<OMElement> i = body(tree).getChildElements(); i.hasNext(); ) {
      leaf = i.next();
    }
    return leaf;
  }

  private static OMElement first(SOAPEnvelope tree) throws AxisFault {
    OMElement first = tree.getHeader() == null ? null : tree.getHeader().getFirstElement();
    return first == null ? add(tree, "first") : first;
  }

  private static SOAPHeaderBlock add(SOAPEnvelope tree, String name) throws AxisFault {
    SOAPHeader header = tree.getOrCreateHeader();
    String local = name.substring(name.indexOf(':') + 1);
    return header.addHeaderBlock(local, tree.getOMFactory().createOMNamespace("urn:a", "a"));
  }
}
