package org.dharch.ws.security;

import static org.dharch.ws.security.Secured.SOAP11;
import static org.dharch.ws.security.Secured.SOAP12;
import static org.dharch.ws.security.Secured.after;
import static org.dharch.ws.security.Secured.assertRefused;
import static org.dharch.ws.security.Secured.in;
import static org.dharch.ws.security.Secured.out;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.function.Consumer;
import javax.xml.namespace.QName;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.testing.DomXml;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * Attacks in which what was signed stays somewhere in the message, and something else stands where
 * it is worked on. M: McIntosh and Austel, "XML signature element wrapping attacks and
 * countermeasures" (2005); G: Gruschka and Lo Iacono, "Vulnerable cloud" (2009); S: Somorovsky and
 * others, "All your clouds are belong to us" (2011), "On breaking SAML" (2012); J: Jensen and
 * others, "The impact of namespace injection" (2011).
 */
final class WrappingTest {
  private static final String BLOCKS = "<o:pay>1</o:pay>";
  private static final String EVIL = "<o:order xmlns:o='urn:example:orders'>evil</o:order>";
  private static final String SIGNED = "body timestamp {urn:example:orders}pay";

  /** What is done with a signed message. */
  @SuppressWarnings("ImmutableEnumChecker") // the lambdas hold nothing
  private enum Attack {
    /** M: the simple context; the new body has no id. */
    BODY_IN_A_HEADER_BLOCK("FailedCheck", m -> m.wrap(m.body(), m.header())),
    /** M, G: the new body has the old one's id. */
    BODY_IN_A_HEADER_BLOCK_ID_TWICE("FailedCheck", m -> m.sameId(m.wrap(m.body(), m.header()))),
    /** S: the new one has it as an id of another kind. */
    ID_OF_ANOTHER_KIND(
        "FailedCheck",
        m -> {
          String id = m.body().getAttributeNS(Names.WSU, "Id");
          m.wrap(m.body(), m.header()).setAttribute("ID", id);
        }),
    /** M: the sibling value context, below Security. */
    BODY_IN_THE_SECURITY_BLOCK("UnsupportedSecurityToken", m -> m.wrap(m.body(), m.security())),
    /** S: below a token that is taken. */
    BODY_IN_A_TOKEN("FailedCheck", m -> m.wrap(m.body(), m.find(Names.WSU, "Timestamp"))),
    /** S: within the signature, as XML signatures that envelop. */
    BODY_IN_AN_OBJECT(
        "InvalidSecurity",
        m -> {
          Element object = m.document.createElementNS(Names.DS, "ds:Object");
          m.find(Names.DS, "Signature").appendChild(object);
          m.wrap(m.body(), object);
        }),
    /** S: the same, in what says with which key. */
    BODY_IN_THE_KEY_INFO("InvalidSecurity", m -> m.wrap(m.body(), m.find(Names.DS, "KeyInfo"))),
    /** G: the old body within the new one. */
    BODY_IN_THE_BODY(
        "FailedCheck",
        m -> {
          Element old = m.body();
          Element now = (Element) old.cloneNode(false);
          now.removeAttributeNS(Names.WSU, "Id");
          old.getParentNode().replaceChild(now, old);
          now.appendChild(m.evil());
          now.appendChild(old);
        }),
    /** G: the same, both with the id. */
    BODY_IN_THE_BODY_ID_TWICE(
        "FailedCheck",
        m -> {
          Element old = m.body();
          Element now = (Element) old.cloneNode(false);
          old.getParentNode().replaceChild(now, old);
          now.appendChild(m.evil());
          now.appendChild(old);
        }),
    /** M: the optional element context, with the timestamp. */
    TIMESTAMP_MOVED(
        "FailedCheck",
        m -> {
          Element old = m.find(Names.WSU, "Timestamp");
          Element now = (Element) old.cloneNode(true);
          now.removeAttributeNS(Names.WSU, "Id");
          old.getParentNode().replaceChild(now, old);
          m.wrapper(m.header()).appendChild(old);
        }),
    /** G: the same, the old one behind a second Timestamp's back. */
    TIMESTAMP_TWICE(
        "InvalidSecurity",
        m -> {
          Element now = (Element) m.find(Names.WSU, "Timestamp").cloneNode(true);
          now.setAttributeNS(Names.WSU, "wsu:Id", "other");
          m.security().insertBefore(now, m.security().getFirstChild());
        }),
    /** M: the optional element context, with a header block. */
    BLOCK_MOVED(
        "FailedCheck",
        m -> {
          Element old = m.find("urn:example:orders", "pay");
          Element now = (Element) old.cloneNode(true);
          now.removeAttributeNS(Names.WSU, "Id");
          now.setTextContent("1000000");
          old.getParentNode().replaceChild(now, old);
          m.wrapper(m.header()).appendChild(old);
        }),
    /** M: the same, to nowhere, since none has to be there. */
    BLOCK_GONE_TO_THE_BODY(
        "FailedCheck", m -> m.body().appendChild(m.find("urn:example:orders", "pay"))),
    /** A second block of the name, unsigned. */
    BLOCK_BESIDE(
        "FailedCheck",
        m -> {
          Element now = m.document.createElementNS("urn:example:orders", "x:pay");
          now.setTextContent("1000000");
          m.header().appendChild(now);
        }),
    /** G: the signed message's Security block is for another, and ours says nothing. */
    SECURITY_FOR_ANOTHER(
        "InvalidSecurity",
        m -> {
          Element ours = (Element) m.security().cloneNode(false);
          String soap = m.document.getDocumentElement().getNamespaceURI();
          String name = soap.equals(Names.SOAP12) ? "s:role" : "s:actor";
          m.security().setAttributeNS(soap, name, "urn:other");
          m.header().appendChild(ours);
        }),
    /** Two Security blocks for us. */
    SECURITY_TWICE("InvalidSecurity", m -> m.header().appendChild(m.security().cloneNode(true))),
    /** J: the prefixes that are used in the body mean something else around it. */
    PREFIX_MEANS_ANOTHER(
        "FailedCheck", m -> m.document.getDocumentElement().setAttribute("xmlns:t", "urn:evil")),
    /** S: another's certificate in the old one's place. */
    CERTIFICATE_OF_ANOTHER(
        "FailedCheck",
        m -> m.find(Names.WSSE, "BinarySecurityToken").setTextContent(m.certificate("client2"))),
    /** S: another token of that id. */
    CERTIFICATE_TWICE(
        "FailedCheck",
        m -> {
          Element token = m.find(Names.WSSE, "BinarySecurityToken");
          Element now = (Element) token.cloneNode(true);
          now.setTextContent(m.certificate("client2"));
          m.security().insertBefore(now, token);
        }),
    /** The body is another one, in its place. */
    BODY_CHANGED("FailedCheck", m -> m.body().setTextContent("evil"));

    final String code;
    final Consumer<Message> how;

    Attack(String code, Consumer<Message> how) {
      this.code = code;
      this.how = how;
    }
  }

  /** A signed message that is being changed. */
  private record Message(Document document) {
    Element body() {
      return DomEnvelope.child(
              document.getDocumentElement(),
              new QName(document.getDocumentElement().getNamespaceURI(), "Body"))
          .orElseThrow();
    }

    Element header() {
      return DomEnvelope.children(document.getDocumentElement()).get(0);
    }

    Element security() {
      return find(Names.WSSE, "Security");
    }

    Element find(String namespace, String name) {
      return (Element) document.getElementsByTagNameNS(namespace, name).item(0);
    }

    Element wrapper(Element in) {
      return (Element) in.appendChild(document.createElementNS("urn:attack", "w:Wrapper"));
    }

    Element evil() {
      return (Element)
          document.importNode(DomXml.parse(Utf8.bytes(EVIL)).getDocumentElement(), true);
    }

    /** Puts {@code old} into {@code in}; the new body, without an id, in its place. */
    Element wrap(Element old, Element in) {
      Element now = (Element) old.cloneNode(false);
      now.removeAttributeNS(Names.WSU, "Id");
      now.appendChild(evil());
      old.getParentNode().replaceChild(now, old);
      wrapper(in).appendChild(old);
      return now;
    }

    void sameId(Element now) {
      Element old = (Element) find("urn:attack", "Wrapper").getFirstChild();
      now.setAttributeNS(Names.WSU, "wsu:Id", old.getAttributeNS(Names.WSU, "Id"));
    }

    String certificate(String alias) {
      try {
        return Base64.getEncoder().encodeToString(TestKeys.certificate(alias).getEncoded());
      } catch (GeneralSecurityException e) {
        throw new AssertionError(e);
      }
    }
  }

  private static byte[] signed(EnvelopeText soap) throws Exception {
    String order = "<o:order kind='t:fast'>good</o:order>";
    return after(
        out("Timestamp Signature", "signParts", SIGNED),
        soap.with("t", "urn:types").of(BLOCKS, order));
  }

  private static SecurityInHandler handler() throws Exception {
    return in("requiredParts", SIGNED);
  }

  @ParameterizedTest
  @EnumSource(Attack.class)
  void rejectsWrapping(Attack attack) throws Exception {
    for (EnvelopeText soap : new EnvelopeText[] {SOAP11, SOAP12}) {
      byte[] good = signed(soap);
      Message message = new Message(DomXml.parse(good));
      after(handler(), DomXml.write(message.document())); // it is good but for the attack
      attack.how.accept(message);
      byte[] wrapped = DomXml.write(message.document());
      assertRefused(attack.code, handler(), wrapped);
    }
  }

  /** S: a second body behind the first, which some readers take for the body. */
  @Test
  void rejectsSecondBody() throws Exception {
    Message message = new Message(DomXml.parse(signed(SOAP12)));
    Element now = (Element) message.body().cloneNode(false);
    now.appendChild(message.evil());
    message.document().getDocumentElement().insertBefore(now, message.body());
    assertThrows(
        MalformedMessageException.class,
        () -> handler().handle(Secured.message(DomXml.write(message.document()))));
  }

  /** One part of each of two messages, each signed well by somebody who may. */
  @Test
  void rejectsPartsOfTwoMessages() throws Exception {
    byte[] one =
        after(out("Timestamp Signature", "signParts", "timestamp"), SOAP12.of("<o:order/>"));
    byte[] both =
        after(
            out("Signature", "signParts", "body", "keyStore", TestKeys.keys("client2").toString()),
            one);
    assertTrue(Utf8.text(both).split("<ds:Signature ", -1).length == 3, Utf8.text(both));
    assertRefused("FailedCheck", in(), both);
  }
}
