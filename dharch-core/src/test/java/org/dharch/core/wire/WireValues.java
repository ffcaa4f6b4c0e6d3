package org.dharch.core.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.dharch.api.Changes;
import org.dharch.api.Emission;
import org.dharch.api.HeaderRef;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.Part;
import org.dharch.api.Target;
import org.dharch.core.message.ThrownFault;

/** Values that may travel: usual ones, and those at which an encoding goes wrong. */
public final class WireValues {
  /** 65,535 and the next are where 16 bits end. */
  public static final List<Integer> EDGES =
      List.of(0, 1, 255, 256, 32_767, 32_768, 65_535, 65_536, 70_000, Integer.MAX_VALUE);

  private WireValues() {}

  public static Arbitrary<String> texts() {
    Arbitrary<String> odd =
        Arbitraries.of(
            "",
            "}",
            "{",
            "{urn:a}b",
            "a\nb",
            "a\tb",
            "a\r\n\t}b",
            "\0",
            "~",
            "\ufffd",
            "\uffff",
            "\u00e4\u20ac\ud834\udd1e",
            "\udbff\udfff",
            "x".repeat(300));
    Arbitrary<String> any =
        Arbitraries.strings()
            .withChars("{}[]\n\t\r ~/a\u00e4\u07ff\u0800\ud7ff\ue000\uffff")
            .ofMaxLength(8);
    Arbitrary<String> pairs =
        Arbitraries.integers()
            .between(0x10000, 0x10ffff)
            .map(Character::toString)
            .list()
            .ofMaxSize(4)
            .map(list -> String.join("-", list));
    return Arbitraries.oneOf(odd, any, pairs);
  }

  /** A text with half a surrogate pair in it. */
  public static Arbitrary<String> broken() {
    Arbitrary<String> half = Arbitraries.of("\ud800", "\udc00", "\udfff\ud800", "\udbff ");
    return Combinators.combine(texts(), half, texts().filter(text -> !startsLow(text)))
        .as((before, broken, after) -> before + broken + after);
  }

  private static boolean startsLow(String text) {
    return !text.isEmpty() && Character.isLowSurrogate(text.charAt(0));
  }

  public static Arbitrary<Integer> numbers() {
    return Arbitraries.oneOf(
        Arbitraries.of(EDGES), Arbitraries.integers().between(0, Integer.MAX_VALUE));
  }

  public static Arbitrary<Duration> durations() {
    return Arbitraries.oneOf(
            Arbitraries.of(0L, 1L, -1L, Long.MAX_VALUE, Long.MIN_VALUE), Arbitraries.longs())
        .map(Duration::ofNanos);
  }

  public static Arbitrary<MessageId> ids() {
    return Combinators.combine(Arbitraries.longs(), Arbitraries.longs()).as(MessageId::new);
  }

  public static Arbitrary<QName> names() {
    return Combinators.combine(texts(), texts()).as(QName::new);
  }

  public static Arbitrary<HeaderRef> headers() {
    return Combinators.combine(names(), numbers()).as(HeaderRef::new);
  }

  public static Arbitrary<Set<HeaderRef>> headerSets() {
    return headers().set().ofMaxSize(4);
  }

  public static Arbitrary<byte[]> bytes() {
    return Arbitraries.bytes().array(byte[].class).ofMaxSize(600);
  }

  public static Arbitrary<Part> parts() {
    Arbitrary<Part> element =
        Combinators.combine(names(), numbers())
            .as(Part.Step::new)
            .list()
            .ofMinSize(1)
            .ofMaxSize(4)
            .map(Part::element);
    return Arbitraries.oneOf(
        headers().map(Part.Header::new),
        element,
        Arbitraries.of(Part.Owner.values()).map(Part::attributes),
        Arbitraries.just(Part.body()));
  }

  public static Arbitrary<Map<String, Object>> properties() {
    Arbitrary<Object> values =
        Arbitraries.oneOf(
            texts().map(v -> (Object) v),
            Arbitraries.of(true, false).map(v -> (Object) v),
            Arbitraries.integers().map(v -> (Object) v),
            Arbitraries.longs().map(v -> (Object) v),
            Arbitraries.doubles().map(v -> (Object) v),
            Arbitraries.floats().map(v -> (Object) v),
            Arbitraries.shorts().map(v -> (Object) v),
            Arbitraries.bytes().map(v -> (Object) v),
            Arbitraries.of(Double.NaN, -0.0f, Long.MIN_VALUE, Short.MIN_VALUE));
    return Arbitraries.maps(texts(), values).ofMaxSize(6);
  }

  private static Arbitrary<Target> targets() {
    Arbitrary<Target> service =
        Combinators.combine(texts().filter(name -> !name.isEmpty()), texts())
            .as(Target.Service::new);
    Arbitrary<Target.Address> address =
        Combinators.combine(
                Arbitraries.of("http://h:80/a?b#c", "urn:x", "mailto:a@b").map(URI::create),
                bytes().list().ofMaxSize(3))
            .as(Target.Address::new);
    return Arbitraries.oneOf(
        service, address.list().ofMinSize(1).ofMaxSize(4).map(Target.Endpoint::new));
  }

  /** Emissions of every kind. */
  public static Arbitrary<Emission> emissions() {
    return Combinators.combine(
            ids(),
            targets(),
            texts(),
            bytes(),
            properties().map(MessageProperties::of),
            texts().optional(),
            Arbitraries.longs().between(1, Emission.MAX_DEADLINE.toNanos()).map(Duration::ofNanos))
        .as(Emission::new);
  }

  public static void assertSame(Emission was, Emission is) {
    assertEquals(was.id(), is.id());
    assertEquals(was.action(), is.action());
    assertArrayEquals(was.envelope(), is.envelope());
    assertEquals(was.properties(), is.properties());
    assertEquals(was.orchestration(), is.orchestration());
    assertEquals(was.deadline(), is.deadline());
    if (was.target() instanceof Target.Endpoint to) {
      List<Target.Address> there = ((Target.Endpoint) is.target()).addresses();
      assertEquals(
          to.addresses().stream().map(Target.Address::uri).toList(),
          there.stream().map(Target.Address::uri).toList());
      for (int i = 0; i < there.size(); i++) {
        assertArrayEquals(
            to.addresses().get(i).headers().toArray(), there.get(i).headers().toArray());
      }
    } else {
      assertEquals(was.target(), is.target());
    }
  }

  private enum Kind {
    NONE,
    CHANGES,
    ANSWER,
    ACCEPT
  }

  /** Changes of every kind, or none. */
  public static Arbitrary<Changes> changes() {
    return Combinators.combine(
            Arbitraries.maps(parts(), bytes()).ofMaxSize(4),
            bytes().list().ofMaxSize(3),
            headerSets(),
            properties(),
            texts().set().ofMaxSize(3),
            headerSets(),
            Arbitraries.of(Kind.values()),
            emissions().list().ofMaxSize(2))
        .as(
            (replaced, added, removed, set, unset, processed, kind, emissions) -> {
              Changes.Builder changes = Changes.builder();
              emissions.forEach(changes::emit);
              if (kind == Kind.CHANGES) {
                replaced.forEach(changes::replace);
                added.forEach(changes::addHeader);
                removed.forEach(changes::removeHeader);
              } else if (kind == Kind.ANSWER) {
                changes.respond(replaced.values().stream().findFirst().orElse(new byte[0]));
              } else if (kind == Kind.ACCEPT) {
                changes.accept();
              }
              if (kind != Kind.NONE) {
                set.forEach(changes::property);
                unset.forEach(changes::removeProperty);
                processed.forEach(changes::processed);
              }
              return changes.build();
            });
  }

  /** A handler's SOAP fault of every kind, or none. */
  private static Arbitrary<Optional<ThrownFault>> faults() {
    Arbitrary<String> texts = texts().map(text -> text.replaceAll("[^\\x20-\\x7e]", ""));
    Arbitrary<QName> codes =
        Combinators.combine(texts, Arbitraries.of("", "q", "a_1"))
            .as((uri, prefix) -> new QName(uri, "Code", prefix));
    Arbitrary<String> elements =
        texts.map(
            text -> "<d a='1'>" + text.replaceAll("[<&]", "").replace("]]>", "") + "<e/></d>");
    return Combinators.combine(
            codes,
            codes.list().ofMaxSize(3),
            Combinators.combine(texts, texts).as(ThrownFault.Reason::new).list().ofMaxSize(3),
            texts,
            texts,
            elements.list().ofMaxSize(2),
            elements.list().ofMaxSize(2),
            properties())
        .as(
            (code, subcodes, reasons, node, role, detail, headers, properties) ->
                new ThrownFault(
                    code,
                    subcodes,
                    reasons,
                    node,
                    role,
                    detail,
                    headers,
                    MessageProperties.of(properties)))
        .optional();
  }

  public static Arbitrary<HandlerResult> results() {
    return Combinators.combine(withoutFaults(), faults())
        .as(
            (result, fault) ->
                result.status() == HandlerResult.Status.FAILED
                    ? fault.map(result::fault).orElse(result)
                    : result);
  }

  private static Arbitrary<HandlerResult> withoutFaults() {
    return Combinators.combine(
            numbers(),
            numbers(),
            Arbitraries.of(HandlerResult.Status.values()),
            texts(),
            Arbitraries.longs(),
            Arbitraries.longs(),
            changes(),
            Arbitraries.longs()
                .between(
                    Changes.Verdict.Defer.LEAST.toNanos(), Changes.Verdict.Defer.MOST.toNanos()))
        .as(
            (index, attempt, status, reason, queue, run, changes, defer) ->
                HandlerResult.of(
                    index,
                    attempt,
                    status,
                    reason,
                    queue,
                    run,
                    status == HandlerResult.Status.DEFERRED
                        ? Changes.builder().defer(Duration.ofNanos(defer)).build()
                        : changes));
  }

  public static void assertSame(HandlerResult expected, HandlerResult actual) {
    assertEquals(expected.index(), actual.index());
    assertEquals(expected.attempt(), actual.attempt());
    assertEquals(expected.status(), actual.status());
    assertEquals(expected.reason(), actual.reason());
    assertEquals(expected.queueNanos(), actual.queueNanos());
    assertEquals(expected.runNanos(), actual.runNanos());
    assertEquals(expected.fault(), actual.fault());
    assertEquals(
        expected.fault().map(fault -> fault.code().getPrefix()),
        actual.fault().map(fault -> fault.code().getPrefix()));
    Changes was = expected.changes();
    Changes is = actual.changes();
    assertEquals(was.emissions().size(), is.emissions().size());
    for (int i = 0; i < was.emissions().size(); i++) {
      assertSame(was.emissions().get(i), is.emissions().get(i));
    }
    assertEquals(was.replaced().keySet(), is.replaced().keySet());
    was.replaced().forEach((part, bytes) -> assertArrayEquals(bytes, is.replaced().get(part)));
    assertEquals(was.addedHeaders().size(), is.addedHeaders().size());
    for (int i = 0; i < was.addedHeaders().size(); i++) {
      assertArrayEquals(was.addedHeaders().get(i), is.addedHeaders().get(i));
    }
    assertEquals(was.removedHeaders(), is.removedHeaders());
    assertEquals(was.properties(), is.properties());
    assertEquals(was.removedProperties(), is.removedProperties());
    assertEquals(was.processed(), is.processed());
    if (was.verdict().orElse(null) instanceof Changes.Verdict.Respond respond) {
      Changes.Verdict there = is.verdict().orElseThrow();
      assertArrayEquals(respond.envelope(), ((Changes.Verdict.Respond) there).envelope());
    } else {
      assertEquals(was.verdict(), is.verdict());
    }
  }
}
