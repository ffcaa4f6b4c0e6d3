package org.dharch.core.message.envelope;

import static org.dharch.testing.DomXml.parse;
import static org.dharch.testing.EnvelopeText.NS11;
import static org.dharch.testing.Utf8.bytes;
import static org.dharch.testing.Utf8.text;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;

/** Random envelopes, random edits; each failure names the seed that repeats it. */
class RandomEnvelopesTest {
  private static final int RUNS = Integer.getInteger("random.runs", 2000);

  /** The model of a whole envelope; children of the header and the body are kept apart. */
  private record Model(List<Tree> headers, Tree body) {
    static Model random(Random r) {
      List<Tree> headers = new ArrayList<>();
      for (int i = r.nextInt(5); i > 0; i--) {
        headers.add(Tree.random(r, 2));
      }
      Tree body = new Tree(NS11, "Body");
      body.randomChildren(r, 4);
      return new Model(headers, body);
    }

    Model edited(Random r) {
      Model copy =
          new Model(new ArrayList<>(headers.stream().map(Tree::copy).toList()), body.copy());
      for (int i = r.nextInt(3); i > 0; i--) {
        switch (r.nextInt(3)) {
          case 0 -> copy.headers.add(r.nextInt(copy.headers.size() + 1), Tree.random(r, 2));
          case 1 -> {
            if (!copy.headers.isEmpty()) {
              copy.headers.remove(r.nextInt(copy.headers.size()));
            }
          }
          default -> {
            if (!copy.headers.isEmpty()) {
              copy.headers.get(r.nextInt(copy.headers.size())).edit(r);
            }
          }
        }
      }
      for (int i = r.nextInt(4); i > 0; i--) {
        copy.body.edit(r);
        copy.body.uri = NS11;
        copy.body.local = "Body";
        copy.body.attributes.clear();
      }
      return copy;
    }

    byte[] bytes(Random r) {
      Tree envelope = new Tree(NS11, "Envelope");
      if (!headers.isEmpty() || r.nextBoolean()) {
        Tree header = new Tree(NS11, "Header");
        header.children.addAll(headers);
        envelope.children.add(header);
      }
      envelope.children.add(body);
      String prolog = r.nextBoolean() ? "<?xml version='1.0' encoding=\"UTF-8\"?>\n<!--<p-->" : "";
      String behind =
          List.of("", "\n", "<!--</s:Body>-->", "<?pi </s:Envelope>?>\n").get(r.nextInt(4));
      return Utf8.bytes(prolog + new TreeWriter(r).write(envelope, Map.of()) + behind);
    }

    /** Headers by name, since the order of different names is no difference. */
    String canonical() {
      Map<String, StringBuilder> byName = new TreeMap<>();
      for (Tree header : headers) {
        byName
            .computeIfAbsent("{" + header.uri + "}" + header.local, n -> new StringBuilder())
            .append(header.canonical());
      }
      return byName + "\n" + body.canonical();
    }

    static Model of(byte[] bytes) {
      Tree envelope = Tree.of(parse(bytes).getDocumentElement());
      List<Tree> headers = new ArrayList<>();
      Tree body = null;
      for (Object child : envelope.children) {
        if (child instanceof Tree tree && tree.local.equals("Header")) {
          tree.children.forEach(c -> headers.add((Tree) c));
        } else if (child instanceof Tree tree) {
          body = tree;
        }
      }
      return new Model(headers, body);
    }
  }

  @Test
  void diffAndMergeReproduceTheHandlersResult() {
    int elements = 0;
    int bodies = 0;
    int headers = 0;
    for (int seed = 0; seed < RUNS; seed++) {
      Random r = new Random(seed);
      Model model = Model.random(r);
      byte[] before = model.bytes(r);
      assertEquals(model.canonical(), Model.of(before).canonical(), "the writer; seed " + seed);
      Model edited = model.edited(r);
      byte[] after = edited.bytes(r);
      Changes changes = EnvelopeDiff.between(before, after, Limits.DEFAULT);
      byte[] merged = Merge.apply(before, changes, Limits.DEFAULT);
      assertEquals(edited.canonical(), Model.of(merged).canonical(), "seed " + seed);
      assertSame(Changes.NONE, EnvelopeDiff.between(merged, after, Limits.DEFAULT), "seed " + seed);
      if (model.canonical().equals(edited.canonical())) {
        assertSame(Changes.NONE, changes, "seed " + seed);
      }
      untouchedStays(before, merged, changes, seed);
      for (Part part : changes.replaced().keySet()) {
        elements += part instanceof Part.Element ? 1 : 0;
        bodies += part instanceof Part.Body ? 1 : 0;
        headers += part instanceof Part.Header ? 1 : 0;
      }
    }
    assertTrue(Math.min(elements, Math.min(bodies, headers)) > RUNS / 10, "all kinds are met");
  }

  private static void untouchedStays(byte[] before, byte[] merged, Changes changes, int seed) {
    EnvelopeLayout old = EnvelopeScanner.scan(before, Limits.DEFAULT);
    EnvelopeLayout now = EnvelopeScanner.scan(merged, Limits.DEFAULT);
    Set<HeaderRef> untouched = new HashSet<>();
    for (EnvelopeLayout.Block block : old.blocks()) {
      if (!changes.replaced().containsKey(new Part.Header(block.ref()))
          && !changes.removedHeaders().contains(block.ref())) {
        untouched.add(block.ref());
      }
    }
    for (HeaderRef ref : untouched) {
      EnvelopeLayout.Block was = old.block(ref).orElseThrow();
      HeaderRef moved = Merge.shift(Set.of(ref), changes).iterator().next();
      EnvelopeLayout.Block is = now.block(moved).orElseThrow();
      assertArrayEquals(
          Arrays.copyOfRange(before, was.start(), was.end()),
          Arrays.copyOfRange(merged, is.start(), is.end()),
          "header " + ref + ", seed " + seed);
    }
    if (changes.replaced().containsKey(Part.body())) {
      return;
    }
    Set<Part.Element> elements = new HashSet<>();
    changes
        .replaced()
        .keySet()
        .forEach(
            part -> {
              if (part instanceof Part.Element element) {
                elements.add(element);
              }
            });
    assertEquals(
        without(before, old, elements), without(merged, now, elements), "body, seed " + seed);
  }

  /** From the body's start tag on, with the elements cut out. */
  private static String without(byte[] bytes, EnvelopeLayout layout, Set<Part.Element> elements) {
    List<ElementFinder.Place> places =
        new ArrayList<>(ElementFinder.find(layout, elements).values());
    places.sort(java.util.Comparator.comparingInt(ElementFinder.Place::start));
    StringBuilder rest = new StringBuilder();
    int from = layout.body().start();
    for (ElementFinder.Place place : places) {
      rest.append(text(Arrays.copyOfRange(bytes, from, place.start()))).append('|');
      from = place.end();
    }
    return rest.append(text(Arrays.copyOfRange(bytes, from, bytes.length))).toString();
  }

  @Test
  void parallelChangesEqualSequentialChanges() {
    int several = 0;
    for (int seed = 0; seed < RUNS; seed++) {
      Random r = new Random(seed);
      Model model = Model.random(r);
      byte[] envelope = model.bytes(r);
      List<Changes> all = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        byte[] after = model.edited(r).bytes(r);
        Changes next = EnvelopeDiff.between(envelope, after, Limits.DEFAULT);
        boolean keepsNames =
            next.replaced().keySet().stream().noneMatch(Part.Body.class::isInstance);
        if (keepsNames && all.stream().allMatch(c -> Merge.conflict(c, next).isEmpty())) {
          all.add(next);
        }
      }
      several += all.size() > 1 ? 1 : 0;
      byte[] oneByOne = envelope;
      Changes done = Changes.NONE;
      for (Changes next : all) {
        oneByOne = Merge.apply(oneByOne, shifted(next, done), Limits.DEFAULT);
        done = Merge.combine(List.of(done, next));
      }
      assertEquals(
          text(oneByOne), text(Merge.applyAll(envelope, all, Limits.DEFAULT)), "seed " + seed);
    }
    assertTrue(several > RUNS / 4, "enough runs have several handlers: " + several);
  }

  /** {@code changes} as they are named once {@code done} were applied. */
  private static Changes shifted(Changes changes, Changes done) {
    Changes.Builder shifted = Changes.builder();
    changes
        .replaced()
        .forEach(
            (part, bytes) -> {
              if (part instanceof Part.Header header) {
                Merge.shift(Set.of(header.header()), done)
                    .forEach(ref -> shifted.replace(new Part.Header(ref), bytes));
              } else {
                shifted.replace(part, bytes);
              }
            });
    changes.addedHeaders().forEach(shifted::addHeader);
    Merge.shift(changes.removedHeaders(), done).forEach(shifted::removeHeader);
    return shifted.build();
  }

  @Test
  void malformedInputIsRejected() {
    int refused = 0;
    int taken = 0;
    for (int seed = 0; seed < RUNS; seed++) {
      Random r = new Random(seed);
      Model model = Model.random(r);
      byte[] before = model.bytes(r);
      byte[] after = damaged(model.edited(r).bytes(r), r);
      try {
        Envelopes.check(after, Limits.DEFAULT);
        parse(after); // what is said to be well-formed is
        Changes changes = EnvelopeDiff.between(before, after, Limits.DEFAULT);
        Merge.apply(before, changes, Limits.DEFAULT);
        taken++;
      } catch (MalformedMessageException e) {
        refused++;
      }
      Changes changes =
          Changes.builder()
              .removeHeader(MessageParts.ref("a", 0))
              .replace(Part.body(), after)
              .replace(MessageParts.element("a"), after)
              .addHeader(after)
              .build();
      try {
        Merge.apply(damaged(before, r), changes, Limits.DEFAULT);
      } catch (MalformedMessageException e) {
        refused++;
      }
      try {
        parse(Merge.apply(before, Changes.builder().addHeader(after).build(), Limits.DEFAULT));
      } catch (MalformedMessageException e) {
        refused++;
      }
    }
    assertTrue(refused > RUNS && taken > RUNS / 20, refused + " refused, " + taken + " taken");
  }

  // No new letters beyond Latin: the JDK's parser knows fewer of them than XML's fifth edition.
  private static byte[] damaged(byte[] bytes, Random r) {
    byte[] copy = bytes.clone();
    int at = r.nextInt(copy.length);
    switch (r.nextInt(4)) {
      case 0 -> copy = Arrays.copyOf(copy, at);
      case 1 -> {
        int value = r.nextInt(256);
        copy[at] = (byte) (value >= 0xC0 ? 0xFF : value);
      }
      case 2 -> copy[at] = bytes("<>&/'\"=!-[]? x:;#")[r.nextInt(17)];
      default -> {
        int length = r.nextInt(Math.min(20, copy.length - at) + 1);
        int to = r.nextInt(copy.length - length + 1);
        for (int i = 0; i < length; i++) {
          copy[to + i] = bytes[at + i] < 0 ? (byte) '>' : bytes[at + i];
        }
      }
    }
    return copy;
  }
}
