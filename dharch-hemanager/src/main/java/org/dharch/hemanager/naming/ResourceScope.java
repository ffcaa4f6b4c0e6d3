package org.dharch.hemanager.naming;

import java.util.Map;

/** A class loader whose classes have resources of a node. Safe for any thread. */
public interface ResourceScope {
  /** The resources by name. */
  Map<String, Object> resources();
}
