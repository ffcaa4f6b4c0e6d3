package org.dharch.core.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class UserFolderTest {
  @Test
  void homeIsOfAccountOrEnvironment() {
    assertEquals(Path.of("/home/a"), UserFolder.home("/home/a", "/tmp"));
    assertEquals(Path.of("/tmp"), UserFolder.home("?", "/tmp"), "a user id without an account");
    assertThrows(IllegalStateException.class, () -> UserFolder.home("?", null));
    assertThrows(IllegalStateException.class, () -> UserFolder.home("?", "here"));
  }
}
