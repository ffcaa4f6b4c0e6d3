package org.dharch.ws.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.neethi.Policy;
import org.dharch.core.message.DHArchException;
import org.dharch.ws.AnonymousUse;
import org.dharch.ws.rm.DeliveryAssurance;
import org.dharch.ws.rm.DeliveryAssurance.Kind;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SinkSettings;
import org.dharch.ws.rm.SourceSettings;
import org.dharch.ws.soap.SafeXml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RmPolicyTest {
  static final String RM10 =
      "<o:RMAssertion><o:InactivityTimeout Milliseconds='600000'/>"
          + "<o:BaseRetransmissionInterval Milliseconds='2000'/><o:ExponentialBackoff/>"
          + "<o:AcknowledgementInterval Milliseconds='150'/></o:RMAssertion>";
  static final String RM11 =
      "<n:RMAssertion><p:Policy><n:DeliveryAssurance><p:Policy><n:AtLeastOnce/></p:Policy>"
          + "</n:DeliveryAssurance></p:Policy></n:RMAssertion>";

  @ParameterizedTest
  @ValueSource(
      strings = {"http://schemas.xmlsoap.org/ws/2004/09/policy", "http://www.w3.org/ns/ws-policy"})
  void createsAlternativePerVersion(String uri) {
    Policy policy =
        Policies.read(utf8(policy(uri, "<p:ExactlyOne>" + RM10 + RM11 + "</p:ExactlyOne>")));
    List<RmPolicy> all = RmPolicy.of(policy);
    assertEquals(
        List.of(
            new RmPolicy(
                Optional.of(RmVersion.RM_1_0),
                Optional.of(Duration.ofMinutes(10)),
                Optional.of(Duration.ofSeconds(2)),
                true,
                Optional.of(Duration.ofMillis(150)),
                DeliveryAssurance.EXACTLY_ONCE_IN_ORDER,
                false,
                false,
                false,
                AnonymousUse.OPTIONAL),
            new RmPolicy(
                Optional.of(RmVersion.RM_1_1),
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.empty(),
                new DeliveryAssurance(Kind.AT_LEAST_ONCE, false),
                false,
                false,
                false,
                AnonymousUse.OPTIONAL)),
        all);
  }

  @Test
  void optionalAssertionAddsAlternative() {
    List<RmPolicy> all = RmPolicy.of(read("<n:RMAssertion p:Optional='true'/><m:Addressing/>"));
    assertEquals(
        List.of(Optional.of(RmVersion.RM_1_1), Optional.empty()),
        all.stream().map(RmPolicy::version).toList());
    assertTrue(all.stream().allMatch(RmPolicy::usesAddressing));
  }

  @Test
  void nestedPolicyRestrictsReplies() {
    assertEquals(
        AnonymousUse.REQUIRED,
        only("<m:Addressing><p:Policy><m:AnonymousResponses/></p:Policy></m:Addressing>")
            .anonymous());
    assertEquals(
        AnonymousUse.PROHIBITED,
        only("<m:Addressing><p:Policy><m:NonAnonymousResponses/></p:Policy></m:Addressing>")
            .anonymous());
    assertEquals(AnonymousUse.OPTIONAL, only("<w:UsingAddressing/>").anonymous());
    assertTrue(only("<w:UsingAddressing/>").usesAddressing());
  }

  @Test
  void readsTimesInNewerAssertion() {
    RmPolicy policy =
        only(
            "<n:RMAssertion><p:Policy><n:SequenceSTR/><n:SequenceTransportSecurity/></p:Policy>"
                + "<o:BaseRetransmissionInterval Milliseconds='500'/></n:RMAssertion>");
    assertEquals(Optional.of(Duration.ofMillis(500)), policy.baseRetransmissionInterval());
    assertTrue(policy.sequenceStr() && policy.sequenceTransportSecurity());
  }

  @Test
  void policySetsSettings() {
    RmPolicy policy = only(RM10);
    SourceSettings source = policy.applyTo(SourceSettings.DEFAULT);
    assertEquals(2_000, source.retransmission().baseMillis());
    assertEquals(300_000, source.retransmission().maxMillis());
    assertEquals(150, policy.applyTo(SinkSettings.DEFAULT).ackMillis());
    RmPolicy steady =
        only("<o:RMAssertion><o:BaseRetransmissionInterval Milliseconds='700'/></o:RMAssertion>");
    assertEquals(700, steady.applyTo(SourceSettings.DEFAULT).retransmission().maxMillis());
    RmPolicy silent = only("<n:RMAssertion/>");
    assertEquals(SourceSettings.DEFAULT, silent.applyTo(SourceSettings.DEFAULT));
    assertEquals(SinkSettings.DEFAULT, silent.applyTo(SinkSettings.DEFAULT));
  }

  @Test
  void intersectsPolicies() {
    Policy both = read("<p:ExactlyOne>" + RM10 + RM11 + "</p:ExactlyOne>");
    Policy newer = read("<n:RMAssertion><o:InactivityTimeout Milliseconds='5'/></n:RMAssertion>");
    RmPolicy agreed = RmPolicy.of(Policies.intersect(both, newer)).get(0);
    assertEquals(Optional.of(RmVersion.RM_1_1), agreed.version());
    assertEquals(new DeliveryAssurance(Kind.AT_LEAST_ONCE, false), agreed.assurance());
    assertEquals(Optional.of(Duration.ofMillis(5)), agreed.inactivityTimeout());
    Policy other =
        read(
            "<n:RMAssertion><p:Policy><n:DeliveryAssurance><p:Policy><n:ExactlyOnce/></p:Policy>"
                + "</n:DeliveryAssurance></p:Policy></n:RMAssertion>");
    assertEquals(List.of(), RmPolicy.of(Policies.intersect(read(RM11), other)));
    assertEquals(List.of(), RmPolicy.of(Policies.intersect(read(RM10), read("<n:RMAssertion/>"))));
  }

  @Test
  void firstPolicyDeterminesTimes() {
    Policy mine = read("<o:RMAssertion><o:InactivityTimeout Milliseconds='1'/></o:RMAssertion>");
    Policy theirs = read(RM10);
    assertEquals(
        Optional.of(Duration.ofMillis(1)),
        RmPolicy.of(Policies.intersect(mine, theirs)).get(0).inactivityTimeout());
    assertEquals(
        Optional.of(Duration.ofMinutes(10)),
        RmPolicy.of(Policies.intersect(theirs, mine)).get(0).inactivityTimeout());
  }

  @Test
  void anonymousConflictsWithNonAnonymous() {
    Policy anonymous =
        read("<m:Addressing><p:Policy><m:AnonymousResponses/></p:Policy></m:Addressing>");
    Policy not =
        read("<m:Addressing><p:Policy><m:NonAnonymousResponses/></p:Policy></m:Addressing>");
    Policy either = read("<m:Addressing/>");
    assertEquals(
        AnonymousUse.REQUIRED,
        RmPolicy.of(Policies.intersect(either, anonymous)).get(0).anonymous());
    assertEquals(
        AnonymousUse.PROHIBITED, RmPolicy.of(Policies.intersect(not, either)).get(0).anonymous());
    assertEquals(List.of(), RmPolicy.of(Policies.intersect(not, anonymous)));
  }

  @Test
  void mergeRequiresBothPolicies() {
    RmPolicy merged = RmPolicy.of(Policies.merge(read(RM11), read("<m:Addressing/>"))).get(0);
    assertEquals(Optional.of(RmVersion.RM_1_1), merged.version());
    assertTrue(merged.usesAddressing());
  }

  @Test
  void roundTripsValidPolicy() {
    Policy policy =
        read(
            "<p:ExactlyOne><p:All>"
                + RM10
                + "<m:Addressing><p:Policy><m:AnonymousResponses/></p:Policy></m:Addressing>"
                + "</p:All><p:All>"
                + RM11
                + "</p:All><p:All><n:RMAssertion><p:Policy><n:SequenceSTR/></p:Policy>"
                + "<o:ExponentialBackoff/></n:RMAssertion><w:UsingAddressing/>"
                + "</p:All></p:ExactlyOne>");
    String written = Policies.write(policy);
    assertTrue(SafeXml.parse(utf8(written)).validate(), written);
    assertEquals(RmPolicy.of(policy), RmPolicy.of(Policies.read(utf8(written))), written);
  }

  @Test
  void readsAssuranceInOlderAssertion() {
    Policy policy =
        read(
            "<o:RMAssertion><n:DeliveryAssurance><n:AtMostOnce/></n:DeliveryAssurance></o:RMAssertion>");
    assertEquals(
        new DeliveryAssurance(Kind.AT_MOST_ONCE, false), RmPolicy.of(policy).get(0).assurance());
    assertEquals(RmPolicy.of(policy), RmPolicy.of(Policies.read(utf8(Policies.write(policy)))));
  }

  static Stream<Arguments> wrong() {
    return Stream.of(
        Arguments.of("<a/>", "must be a Policy (got a)"),
        Arguments.of("<!DOCTYPE a><a/>", "document type declaration"),
        Arguments.of(
            policy("<o:RMAssertion><o:InactivityTimeout Milliseconds='x'/></o:RMAssertion>"),
            "InactivityTimeout/@Milliseconds must be 0 to 31536000000 (got 'x')"),
        Arguments.of(
            policy("<o:RMAssertion><o:AcknowledgementInterval/></o:RMAssertion>"),
            "AcknowledgementInterval/@Milliseconds must be 0 to 31536000000 (got '')"),
        Arguments.of(
            policy("<n:RMAssertion><n:ExactlyOnce/><n:AtMostOnce/></n:RMAssertion>"),
            "both ExactlyOnce and AtMostOnce"),
        Arguments.of(
            policy("<x:a p:Optional='true' xmlns:x='urn:x'/>".repeat(40)), "64 alternatives"),
        Arguments.of(
            policy("<p:ExactlyOne><n:RMAssertion/><o:RMAssertion/></p:ExactlyOne>".repeat(30)),
            "64 alternatives"));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void rejectsInvalidPolicies(String xml, String output) {
    DHArchException e = assertThrows(DHArchException.class, () -> Policies.read(utf8(xml)));
    assertTrue(e.getMessage().contains(output), e.getMessage());
  }

  private static RmPolicy only(String inner) {
    List<RmPolicy> all = RmPolicy.of(read(inner));
    assertEquals(1, all.size());
    return all.get(0);
  }

  static Policy read(String inner) {
    return Policies.read(utf8(policy(inner)));
  }

  static String policy(String inner) {
    return policy("http://www.w3.org/ns/ws-policy", inner);
  }

  static String policy(String uri, String inner) {
    return ("<p:Policy xmlns:p='%s' xmlns:o='http://schemas.xmlsoap.org/ws/2005/02/rm/policy'"
            + " xmlns:n='http://docs.oasis-open.org/ws-rx/wsrmp/200702'"
            + " xmlns:m='http://www.w3.org/2007/05/addressing/metadata'"
            + " xmlns:w='http://www.w3.org/2006/05/addressing/wsdl'>%s</p:Policy>")
        .formatted(uri, inner);
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
