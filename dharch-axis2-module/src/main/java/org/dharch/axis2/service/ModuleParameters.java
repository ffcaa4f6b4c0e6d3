package org.dharch.axis2.service;

import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.axis2.description.AxisModule;
import org.apache.axis2.description.ModuleConfiguration;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.engine.AxisConfiguration;
import org.dharch.core.settings.Parameters;

/**
 * Reads the module's parameters from module.xml, the file named by {@code dharch.config} and
 * axis2.xml's {@code moduleConfig}; later sources override earlier ones.
 */
public final class ModuleParameters {
  private ModuleParameters() {}

  public static Parameters of(AxisModule module, AxisConfiguration configuration) {
    Parameters own = Parameters.in("the module (module.xml)", texts(module.getParameters()));
    ModuleConfiguration configured = configuration.getModuleConfig(module.getName());
    Parameters over =
        Parameters.in(
            "moduleConfig (axis2.xml)",
            configured == null ? Map.of() : texts(configured.getParameters()));
    Parameters file =
        own.with(over)
            .text(Parameters.CONFIG)
            .map(name -> Parameters.read(resolve(name, configuration)))
            .orElse(new Parameters(Map.of()));
    return own.with(file).with(over);
  }

  /** Resolves a relative path against the Axis2 repository, if it has a folder. */
  public static Path resolve(String path, AxisConfiguration configuration) {
    Path given = Path.of(path);
    URL repository = configuration.getRepository();
    if (given.isAbsolute() || repository == null || !"file".equals(repository.getProtocol())) {
      return given.toAbsolutePath();
    }
    try {
      return Path.of(repository.toURI()).resolve(given);
    } catch (URISyntaxException e) {
      return given.toAbsolutePath();
    }
  }

  private static Map<String, String> texts(List<Parameter> parameters) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Parameter parameter : parameters) {
      if (parameter.getName().startsWith(Parameters.PREFIX) && parameter.getValue() != null) {
        texts.put(parameter.getName(), parameter.getValue().toString());
      }
    }
    return texts;
  }
}
