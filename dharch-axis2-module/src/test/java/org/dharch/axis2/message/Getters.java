package org.dharch.axis2.message;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.namespace.QName;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.addressing.RelatesTo;
import org.apache.axis2.client.Options;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.OperationContext;
import org.apache.axis2.context.ServiceContext;
import org.apache.axis2.context.ServiceGroupContext;
import org.apache.axis2.description.AxisMessage;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.AxisServiceGroup;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.engine.AxisConfiguration;

/** What every public getter of a message's Axis2 objects says, as texts that can be compared. */
final class Getters {
  static final String THROWS = "throws ";

  /** What is thrown to a handler that asks for something that a node does not have. */
  static final String TOLD = "org.dharch.core.message.DHArchException: it needs ";

  /** What getters with a text are asked for: what there is of each kind, and what there is not. */
  private static final List<String> TEXTS =
      List.of(
          "In", "Out", "http", "addressing", "dharch", "Rich", "level", "of", "enableMTOM", "none");

  private static final List<QName> NAMES =
      List.of(new QName("look"), new QName("urn:rich", "look"), new QName("none"));

  private Getters() {}

  /** By {@code Class.method(argument)}. */
  static Map<String, String> of(MessageContext context) {
    Map<String, String> output = new TreeMap<>();
    objects(context)
        .forEach(
            (type, object) -> {
              for (Method method : type.getMethods()) {
                if (isGetter(method) && object != null) {
                  ask(type, object, method, output);
                }
              }
            });
    return output;
  }

  private static Map<Class<?>, Object> objects(MessageContext context) {
    Map<Class<?>, Object> objects = new LinkedHashMap<>();
    objects.put(MessageContext.class, context);
    objects.put(Options.class, context.getOptions());
    objects.put(OperationContext.class, context.getOperationContext());
    objects.put(ServiceContext.class, context.getServiceContext());
    objects.put(ServiceGroupContext.class, context.getServiceGroupContext());
    objects.put(ConfigurationContext.class, context.getConfigurationContext());
    objects.put(AxisMessage.class, context.getAxisMessage());
    objects.put(AxisOperation.class, context.getAxisOperation());
    objects.put(AxisService.class, context.getAxisService());
    objects.put(AxisServiceGroup.class, context.getAxisServiceGroup());
    objects.put(AxisConfiguration.class, context.getConfigurationContext().getAxisConfiguration());
    return objects;
  }

  private static boolean isGetter(Method method) {
    return !Modifier.isStatic(method.getModifiers())
        && method.getReturnType() != void.class
        && method.getDeclaringClass() != Object.class
        && method.getName().matches("(get|is|has|find|lookup)[A-Z].*")
        && method.getParameterCount() < 2;
  }

  private static void ask(Class<?> type, Object object, Method method, Map<String, String> output) {
    String name = type.getSimpleName() + "." + method.getName();
    if (method.getParameterCount() == 0) {
      output.put(name + "()", answer(object, method));
      return;
    }
    Class<?> argument = method.getParameterTypes()[0];
    List<?> arguments =
        argument == String.class ? TEXTS : argument == QName.class ? NAMES : List.of();
    for (Object one : arguments) {
      output.put(name + "(" + one + ")", answer(object, method, one));
    }
  }

  private static String answer(Object object, Method method, Object... arguments) {
    try {
      return text(method.invoke(object, arguments));
    } catch (InvocationTargetException e) {
      return THROWS + e.getCause();
    } catch (IllegalAccessException e) {
      throw new AssertionError(method.toString(), e);
    }
  }

  private static String text(Object value) {
    if (value == null
        || value instanceof CharSequence
        || value instanceof Boolean
        || value instanceof Number
        || value instanceof QName
        || value instanceof URI
        || value instanceof URL) {
      return String.valueOf(value);
    } else if (value instanceof Object[] array) {
      return text(Arrays.asList(array));
    } else if (value instanceof Iterator<?> iterator) {
      List<Object> all = new ArrayList<>();
      iterator.forEachRemaining(all::add);
      return text(all);
    } else if (value instanceof Collection<?> all) {
      return all.stream().map(Getters::text).sorted().toList().toString();
    } else if (value instanceof Map<?, ?> map) {
      Map<String, String> texts = new TreeMap<>();
      map.forEach((name, one) -> texts.put(text(name), text(one)));
      return texts.toString();
    } else if (value instanceof Parameter parameter) {
      return parameter.getName() + "=" + text(parameter.getValue());
    } else if (value instanceof EndpointReference reference) {
      return reference.getAddress() + " " + text(reference.getAllReferenceParameters());
    } else if (value instanceof RelatesTo relatesTo) {
      return relatesTo.getRelationshipType() + " " + relatesTo.getValue();
    }
    return "a " + kind(value) + name(value);
  }

  /** What it is to those who know Axis2 alone. */
  private static String kind(Object value) {
    Class<?> type = value.getClass();
    while (type.getName().startsWith("org.dharch.")) {
      type = type.getSuperclass();
    }
    // each pattern's operation has a class of its own, a node's has one
    return type.getSimpleName().replaceFirst("^.*AxisOperation$", "AxisOperation");
  }

  private static String name(Object value) {
    if (value instanceof AxisService service) {
      return " " + service.getName();
    } else if (value instanceof AxisServiceGroup group) {
      return " " + group.getServiceGroupName();
    } else if (value instanceof AxisOperation operation) {
      return " " + operation.getName();
    }
    return value instanceof AxisMessage message ? " " + message.getDirection() : "";
  }
}
