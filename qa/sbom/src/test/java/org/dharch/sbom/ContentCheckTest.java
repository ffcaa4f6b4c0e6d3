package org.dharch.sbom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests planted violations in an archive with DHArch's own jar and a library that it uses. */
class ContentCheckTest {
  private static final ShippingRules RULES =
      new ShippingRules(List.of(), Set.of(), Map.of(), Set.of("g:used g:known"), Map.of());

  private final Map<String, byte[]> archive = new TreeMap<>();
  private final List<Component> components = new ArrayList<>();
  @TempDir private Path folder;

  @BeforeEach
  void twoLibraries() throws Exception {
    add("org.dharch:dharch-x", jar(Map.of("org/dharch/x/X.class", type("(Lused/A;)V"))));
    add("g:used", jar(Map.of("used/A.class", type("java/lang/Object"))));
  }

  private void add(String artifact, byte[] jar) throws Exception {
    Component component = new Component(artifact, "1.0", List.of("MIT"), sha256(jar));
    components.add(component);
    archive.put("lib/" + component.file(), jar);
  }

  private static String sha256(byte[] bytes) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  private static byte[] jar(Map<String, byte[]> entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> each : entries.entrySet()) {
        out.putNextEntry(new ZipEntry(each.getKey()));
        out.write(each.getValue());
      }
    }
    return bytes.toByteArray();
  }

  /** Returns the beginning of a class file whose constant pool has a long and these strings. */
  private static byte[] type(String... strings) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(0xCAFEBABE);
      out.writeInt(61);
      out.writeShort(strings.length + 3);
      out.writeByte(5);
      out.writeLong(1);
      for (String each : strings) {
        out.writeByte(1);
        out.writeUTF(each);
      }
    }
    return bytes.toByteArray();
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private List<String> findings() throws IOException {
    Path file = Files.write(folder.resolve("some.mar"), jar(archive));
    return ContentCheck.findings(
        new BillOfMaterials("planted", components), ShippedJars.read(file), RULES);
  }

  private void assertFinding(String what) throws IOException {
    List<String> findings = findings();
    assertEquals(1, findings.size(), findings.toString());
    assertTrue(findings.get(0).startsWith("planted: " + what), findings.toString());
  }

  @Test
  void matchingArchiveHasNoFindings() throws IOException {
    assertEquals(List.of(), findings());
  }

  @Test
  void extraJarIsFound() throws IOException {
    archive.put("lib/more-2.0.jar", jar(Map.of("used/B.class", type())));
    assertFinding("more-2.0.jar is not in the bill; allowed: [dharch-x-1.0.jar, used-1.0.jar]");
  }

  @Test
  void missingJarIsFound() throws IOException {
    archive.remove("lib/used-1.0.jar");
    assertFinding("g:used 1.0 was not found; allowed: used-1.0.jar");
  }

  @Test
  void differentFileIsFound() throws IOException {
    archive.put("lib/used-1.0.jar", jar(Map.of("used/A.class", type("other"))));
    assertFinding(
        "used-1.0.jar differs from the bill; allowed: SHA-256 " + components.get(1).sha256());
  }

  @Test
  void duplicateJarIsFound() throws IOException {
    archive.put("more/used-1.0.jar", archive.get("lib/used-1.0.jar"));
    IOException output = assertThrows(IOException.class, this::findings);
    assertTrue(output.getMessage().contains("used-1.0.jar is in two folders"), output.getMessage());
  }

  @Test
  void unusedLibraryIsFound() throws Exception {
    add("g:idle", jar(Map.of("idle/A.class", type("used/A"))));
    assertFinding("g:idle 1.0 is not reachable from DHArch's classes; allowed: ");
  }

  @Test
  void servicesAndNamesReachALibrary() throws Exception {
    add(
        "g:service",
        jar(
            Map.of(
                "service/Impl.class", type("named.Other"),
                "META-INF/services/used.A", text("# of A\nservice.Impl # here\n"))));
    add("g:named", jar(Map.of("META-INF/versions/11/named/Other.class", type())));
    assertEquals(List.of(), findings());
  }

  @Test
  void nestedLibraryIsFound() throws Exception {
    components.remove(1);
    add(
        "g:used",
        jar(
            Map.of(
                "used/A.class", type(),
                "inner-3.0.jar", jar(Map.of("a", text(""))),
                "META-INF/maven/g/used/pom.properties", text(""),
                "META-INF/maven/g/known/pom.properties", text(""),
                "META-INF/maven/g/shaded/pom.properties", text(""))));
    List<String> findings = findings();
    assertEquals(2, findings.size(), findings.toString());
    assertTrue(findings.get(0).contains("used-1.0.jar contains inner-3.0.jar"));
    assertTrue(findings.get(1).contains("used-1.0.jar contains shaded (META-INF/maven/g/shaded/"));
  }

  @Test
  void looseClassIsFound() throws IOException {
    archive.put("org/dharch/x/X.class", type());
    archive.put("other/B.class", type());
    assertFinding("other/B.class is loose next to the libraries; allowed: DHArch's own");
  }
}
