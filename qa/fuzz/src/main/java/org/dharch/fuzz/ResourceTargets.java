package org.dharch.fuzz;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.envelope.Envelopes;
import org.dharch.core.message.envelope.Merge;
import org.dharch.ws.Direction;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.UnknownMessageException;
import org.dharch.ws.WsAnswers;
import org.dharch.ws.WsException;
import org.dharch.ws.resource.MemoryResourceStore;
import org.dharch.ws.resource.Resource;
import org.dharch.ws.resource.ResourceKey;
import org.dharch.ws.resource.ResourceProcessor;
import org.dharch.ws.resource.ResourceSettings;
import org.dharch.ws.resource.ResourceStore;
import org.dharch.ws.soap.SafeXml;

/** Requests about a resource from untrusted clients. */
final class ResourceTargets {
  private static final ResourceKey KEY = new ResourceKey("", "b1");
  private static final String DOCUMENT =
      "<w:station xmlns:w=\"urn:weather\"><w:place>Gary</w:place><w:reading>21</w:reading>"
          + "</w:station>";
  private static final ResourceSettings SETTINGS =
      new ResourceSettings(
          Optional.empty(),
          Optional.of(DOCUMENT),
          Set.of(new QName("urn:weather", "place")),
          true,
          OptionalLong.empty(),
          Optional.empty(),
          Optional.of(new QName("urn:weather", "reading")),
          2);

  private ResourceTargets() {}

  /**
   * Answers and forwarded messages are envelopes; the stored resource is a document within its
   * limits.
   */
  static void resource(byte[] data) throws WsException {
    try (ResourceStore store = new MemoryResourceStore(() -> Instant.EPOCH)) {
      store.transact(
          in -> {
            in.resource(KEY);
            in.put(new Resource(KEY, DOCUMENT, OptionalLong.empty()));
            return "";
          });
      Optional<Changes> changes = perform(store, data);
      if (changes.isPresent()) {
        Envelopes.check(result(data, changes.get()), Limits.DEFAULT);
      }
      store.transact(in -> in.resource(KEY)).ifPresent(ResourceTargets::check);
    }
  }

  private static Optional<Changes> perform(ResourceStore store, byte[] data) throws WsException {
    SOAPContext context = new SOAPContext(data);
    try {
      Envelopes.check(data, Limits.DEFAULT);
      return Optional.of(
          new ResourceProcessor(store, SETTINGS, () -> Instant.EPOCH, "", "m")
              .processExchange(context, Direction.FROM_NETWORK));
    } catch (MalformedMessageException e) {
      WireTargets.ignored(e);
      return Optional.empty();
    } catch (UnknownMessageException e) {
      return Optional.empty();
    } catch (ProcessingException e) {
      return Optional.of(new WsAnswers(context, "m").fault(e));
    }
  }

  private static byte[] result(byte[] data, Changes changes) {
    return changes.verdict().orElse(null) instanceof Changes.Verdict.Respond respond
        ? respond.envelope()
        : Merge.apply(data, changes, Limits.DEFAULT);
  }

  private static void check(Resource kept) {
    byte[] document = kept.document().getBytes(StandardCharsets.UTF_8);
    WsTargets.mustBe(
        document.length <= Resource.MAX_BYTES, "the document must be within its limit");
    SafeXml.parse(document);
  }
}
