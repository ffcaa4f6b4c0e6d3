package org.dharch.hemanager.naming;

import java.util.Map;

/** A class loader whose classes have resources of a node. Safe for any thread. */
public interface ResourceScope {
  /** All of them, by their names. */
  Map<String, Object> resources();
}
