package org.dharch.fuzz;

import java.util.Map;
import java.util.TreeMap;

/** All targets by name; the folder of a target's corpus has the same name. */
public final class Targets {
  private static final Map<String, FuzzTarget> ALL = new TreeMap<>();

  static {
    ALL.put("wire", WireTargets::dmFormat);
    ALL.put("frame", WireTargets::frame);
    ALL.put("envelope", MessageTargets::envelope);
    ALL.put("diff", MessageTargets::diff);
    ALL.put("merge", MessageTargets::merge);
    ALL.put("stored", DiskTargets::stored);
    ALL.put("progress", DiskTargets::progress);
    ALL.put("log", DiskTargets::log);
    ALL.put("mime", MimeTarget::mime);
    ALL.put("orchestration", DocumentTargets::orchestration);
    ALL.put("rest", DocumentTargets::rest);
    ALL.put("policy", DocumentTargets::policy);
    ALL.put("flow", DocumentTargets::flow);
    ALL.put("node", DocumentTargets::node);
    ALL.put("compressed", HandlerTargets::compressed);
    ALL.put("ws-xml", WsTargets::xml);
    ALL.put("ws-soap", WsTargets::soap);
    ALL.put("ws-addressing", WsTargets::addressing);
    ALL.put("ws-rm", WsTargets::rm);
    ALL.put("ws-resource", ResourceTargets::resource);
    ALL.put("ws-fault", WsTargets::fault);
    ALL.put("ws-policy", WsTargets::policy);
    ALL.put("ws-security", SecurityTarget::security);
    ALL.put("ws-eventing", EventingTarget::request);
  }

  private Targets() {}

  public static Map<String, FuzzTarget> all() {
    return ALL;
  }
}
