package org.dharch.servlet;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * This class path once more with another version of a library's class before it, as in a web
 * application that brings its own. Only the Servlet API is the container's.
 */
final class OtherLibrary extends URLClassLoader {
  private OtherLibrary(URL[] urls) {
    super(urls, ClassLoader.getPlatformClassLoader());
  }

  /**
   * @param place where its version is
   * @param source of a class {@code name}
   */
  static OtherLibrary at(Path place, String name, String source) throws IOException {
    Path file = Files.createDirectories(place).resolve(name + ".java");
    Files.writeString(file, source);
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", place.toString(), file.toString());
    if (result != 0) {
      throw new IllegalArgumentException(source);
    }
    Stream<Path> path =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator)).map(Path::of);
    return new OtherLibrary(
        Stream.concat(Stream.of(place), path).map(OtherLibrary::url).toArray(URL[]::new));
  }

  private static URL url(Path path) {
    try {
      return path.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    return name.startsWith("jakarta.servlet.")
        ? OtherLibrary.class.getClassLoader().loadClass(name)
        : super.loadClass(name, resolve);
  }
}
