package org.dharch.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** Bounds the size of files, packages, records and constructors of all product modules. */
class ShapeTest {
  private static final int MAX_LINES = 500;
  private static final int MAX_FILES = 35;
  private static final int MAX_COMPONENTS = 10;
  private static final int MAX_PARAMETERS = 7;
  private static final Pattern OPTIONAL = Pattern.compile("Optional(Int|Long|Double)?(<.*>)?");

  /** Its method {@code optional} writes an Optional, as {@code WireReader.optional} reads one. */
  private static final String WRITER_OF_OPTIONALS = "org.dharch.core.wire.bytes.WireWriter";

  private static final Pattern MODULE = Pattern.compile("((ws|qa)/)?dharch-");

  @Test
  void filesHaveAtMost500Lines() throws IOException {
    Set<String> tooLong = new TreeSet<>();
    for (Path file : sources()) {
      long lines = Files.readAllLines(file).size();
      if (lines > MAX_LINES) {
        tooLong.add(file + ": " + lines);
      }
    }
    assertEquals(Set.of(), tooLong);
  }

  @Test
  void packagesHaveAtMost35Files() throws IOException {
    Map<String, Long> files =
        sources().stream()
            .collect(
                Collectors.groupingBy(file -> file.getParent().toString(), Collectors.counting()));
    files.values().removeIf(count -> count <= MAX_FILES);
    assertEquals(Map.of(), files);
  }

  @Test
  void recordsAndConstructorsAreSmall() throws IOException {
    Map<String, Integer> large = new TreeMap<>();
    for (CompilationUnitTree unit : parsed()) {
      new Sizes(unit.getPackageName().toString(), large).scan(unit, null);
    }
    assertEquals(Map.of(), large);
  }

  @Test
  void publicMethodsHaveNoOptionalParameters() throws IOException {
    Set<String> found = new TreeSet<>();
    for (CompilationUnitTree unit : parsed()) {
      new OptionalParameters(unit.getPackageName().toString(), found).scan(unit, null);
    }
    assertEquals(Set.of(WRITER_OF_OPTIONALS), found);
  }

  private static Iterable<? extends CompilationUnitTree> parsed() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  manager,
                  null,
                  List.of("-proc:none"),
                  null,
                  manager.getJavaFileObjectsFromPaths(sources()));
      return task.parse();
    }
  }

  /**
   * Collects the public classes with a public method or constructor that has a parameter of the
   * type Optional, OptionalInt or OptionalLong. The components of records may have it, and so the
   * parameters of their canonical constructors.
   */
  private static final class OptionalParameters extends TreeScanner<Void, Void> {
    private final Set<String> found;
    private String name;
    private Tree.Kind kind = Tree.Kind.CLASS;
    private List<String> components = List.of();

    OptionalParameters(String name, Set<String> found) {
      this.name = name;
      this.found = found;
    }

    @Override
    public Void visitClass(ClassTree type, Void none) {
      if (kind != Tree.Kind.INTERFACE
          && !type.getModifiers().getFlags().contains(Modifier.PUBLIC)) {
        return null;
      }
      String outer = name;
      Tree.Kind outerKind = kind;
      List<String> outerComponents = components;
      name = outer + "." + type.getSimpleName();
      kind = type.getKind();
      components =
          type.getMembers().stream()
              .filter(Sizes::isComponent)
              .map(field -> ((VariableTree) field).getType().toString())
              .toList();
      super.visitClass(type, null);
      name = outer;
      kind = outerKind;
      components = outerComponents;
      return null;
    }

    @Override
    public Void visitMethod(MethodTree method, Void none) {
      Set<Modifier> flags = method.getModifiers().getFlags();
      boolean isPublic =
          flags.contains(Modifier.PUBLIC)
              || (kind == Tree.Kind.INTERFACE && !flags.contains(Modifier.PRIVATE));
      List<String> types =
          method.getParameters().stream().map(each -> each.getType().toString()).toList();
      boolean isCanonical =
          kind == Tree.Kind.RECORD && method.getReturnType() == null && types.equals(components);
      if (isPublic
          && !isCanonical
          && types.stream().anyMatch(type -> OPTIONAL.matcher(type).matches())) {
        found.add(name);
      }
      return null;
    }
  }

  /**
   * Collects records with too many components and classes whose constructors have too many
   * parameters.
   */
  private static final class Sizes extends TreeScanner<Void, Void> {
    private final Map<String, Integer> large;
    private String name;
    private boolean isRecord;

    Sizes(String name, Map<String, Integer> large) {
      this.name = name;
      this.large = large;
    }

    @Override
    public Void visitClass(ClassTree type, Void none) {
      String outer = name;
      boolean wasRecord = isRecord;
      name = outer + "." + type.getSimpleName();
      isRecord = type.getKind() == Tree.Kind.RECORD;
      if (isRecord) {
        long components = type.getMembers().stream().filter(Sizes::isComponent).count();
        if (components > MAX_COMPONENTS) {
          large.put(name, (int) components);
        }
      }
      super.visitClass(type, null);
      name = outer;
      isRecord = wasRecord;
      return null;
    }

    private static boolean isComponent(Tree member) {
      return member instanceof VariableTree field
          && !field.getModifiers().getFlags().contains(Modifier.STATIC);
    }

    @Override
    public Void visitMethod(MethodTree method, Void none) {
      if (!isRecord
          && method.getReturnType() == null
          && method.getParameters().size() > MAX_PARAMETERS) {
        large.merge(name, method.getParameters().size(), Math::max);
      }
      return super.visitMethod(method, null);
    }
  }

  /** Returns the main sources of the modules whose names begin with dharch. */
  private static List<Path> sources() throws IOException {
    return JavaSources.under("src/main/java").stream()
        .filter(file -> MODULE.matcher(Checkout.ROOT.relativize(file).toString()).lookingAt())
        .toList();
  }
}
