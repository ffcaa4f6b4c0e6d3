package org.dharch.ws.handlers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.Map;
import org.dharch.core.document.HandlerSettings;
import org.dharch.core.message.DHArchException;
import org.junit.jupiter.api.Test;

class HandlerFilesTest {
  @Test
  void errorContainsResolvedPath() {
    HandlerSettings settings =
        new HandlerSettings(Map.of("store", "memory:", "policy", "none.xml"));
    DHArchException refused =
        assertThrows(DHArchException.class, () -> RmSettingsReader.read(settings));
    assertEquals(
        "policy='none.xml' cannot be read from "
            + Path.of("none.xml").toAbsolutePath()
            + ": 'none.xml' does not exist",
        refused.getMessage());
  }
}
