package org.dharch.outbound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Set;
import org.dharch.core.message.DHArchException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which hosts may be sent to. */
class HostListTest {
  /** Every name has these addresses. */
  private static HostList.Resolver all(String... addresses) {
    return host -> {
      InetAddress[] found = new InetAddress[addresses.length];
      for (int i = 0; i < found.length; i++) {
        found[i] = InetAddress.getAllByName(addresses[i])[0];
      }
      return found;
    };
  }

  private static final HostList.Resolver NEVER =
      host -> {
        throw new UnknownHostException(host);
      };

  private static String refused(String list, String host, HostList.Resolver resolver) {
    return assertThrows(
            HostList.NotAllowedException.class, () -> HostList.parse(list).check(host, resolver))
        .getMessage();
  }

  @Test
  void emptyListAllowsNothing() {
    for (String host : new String[] {"example.org", "192.0.2.1", "[2001:db8::1]", "localhost"}) {
      assertTrue(refused("", host, NEVER).contains("not on the list"), host);
    }
  }

  @Test
  void onlyListedNamesAreAllowedInAnyCase() throws Exception {
    HostList list = HostList.parse("Partner.example,\n  other.example.");
    assertEquals(Set.of("partner.example", "other.example"), list.names());
    for (String host : new String[] {"partner.example", "PARTNER.EXAMPLE.", "other.example"}) {
      assertEquals(
          "203.0.113.7", list.check(host, all("203.0.113.7", "2001:db8::7")).getHostAddress());
    }
    for (String host :
        new String[] {"a.partner.example", "partner.example.com", "example", "203.0.113.7"}) {
      assertThrows(HostList.NotAllowedException.class, () -> list.check(host, NEVER), host);
    }
  }

  /** The name's owner says what it means; where nothing is public he does not say where we send. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.9.9.9",
        "0.0.0.0",
        "10.1.2.3",
        "100.100.100.200",
        "168.63.129.16",
        "169.254.169.254",
        "172.31.0.1",
        "192.168.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "fe80::1",
        "fd00:ec2::254",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::127.0.0.1",
        "64:ff9b::a9fe:a9fe",
        "2002:7f00:1::",
      })
  void listedNameWithAPrivateAddressIsRejected(String address) {
    String reason = refused("partner.example", "partner.example", all(address));
    assertTrue(reason.contains("not on the public Internet"), reason);
    reason = refused("partner.example", "partner.example", all("203.0.113.7", address));
    assertTrue(reason.contains("not on the public Internet"), reason);
  }

  @Test
  void listedNetworkAllowsPrivateAddresses() {
    HostList list = HostList.parse("inside.example 10.0.0.0/8");
    assertEquals("10.1.2.3", list.check("inside.example", all("10.1.2.3")).getHostAddress());
    assertEquals("10.9.9.9", list.check("unnamed.example", all("10.9.9.9")).getHostAddress());
    assertEquals("10.0.0.1", list.check("10.0.0.1", NEVER).getHostAddress());
    assertThrows(
        HostList.NotAllowedException.class,
        () -> list.check("unnamed.example", all("10.9.9.9", "203.0.113.7")));
    assertThrows(HostList.NotAllowedException.class, () -> list.check("11.0.0.1", NEVER));
  }

  /** Others read them as addresses, each as another. */
  @ParameterizedTest
  @ValueSource(strings = {"127.1", "2130706433", "0177.0.0.1.1", "1.2.3"})
  void unusualAddressNotationsAreRejected(String host) {
    String reason = refused("127.0.0.0/8", host, all("127.0.0.1"));
    assertTrue(reason.contains("four numbers"), reason);
  }

  @Test
  void unknownNameIsNotRejected() {
    assertThrows(
        HostList.UnknownException.class,
        () -> HostList.parse("partner.example").check("partner.example", NEVER));
    assertThrows(
        HostList.UnknownException.class,
        () ->
            HostList.parse("partner.example").check("partner.example", host -> new InetAddress[0]));
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.1/8, must have zero bits after the first 8",
    "10.0.0.0/33, must be a name",
    "example.org/8, must be a name",
    "http://example.org, must be a name",
    "example.org:80, must be a name",
    "*.example.org, must be a name",
    "exa mple..org, must be a name",
  })
  void invalidHostsAreReported(String list, String reason) {
    DHArchException refused = assertThrows(DHArchException.class, () -> HostList.parse(list));
    assertTrue(refused.getMessage().contains(reason), refused.getMessage());
  }

  @Test
  void readsAtMostTenThousandEntries() {
    String[] names = new String[10_001];
    Arrays.setAll(names, i -> "h" + i + ".example");
    assertThrows(DHArchException.class, () -> HostList.parse(String.join(" ", names)));
  }
}
