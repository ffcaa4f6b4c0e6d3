package org.dharch.handlers.axis2.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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
import org.apache.axis2.engine.AxisConfiguration;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.DHArchException;
import org.junit.jupiter.api.Test;

/**
 * A getter that throws on a node is one by which a handler's class is refused before its first
 * message, and the other way round.
 */
final class GetterTableTest {
  /** Which throw for some messages and some names only. */
  private static final Set<String> DEPENDS =
      Set.of("AxisService.getOperation"); // the message's own there is

  private static final Axis2Contexts CONTEXTS = new Axis2Contexts();

  private static NodeMessageContext message(Map<String, Object> properties) throws Exception {
    return CONTEXTS.message(MessageProperties.of(properties), new Absence("ask", false));
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

  @Test
  void throwingGettersAreInTable() throws Exception {
    NodeMessageContext context =
        message(
            Map.of(
                SoapProperties.SERVICE,
                "S",
                SoapProperties.OPERATION,
                "o",
                SoapProperties.CONTEXT_ROOT,
                "/axis2"));
    Set<String> onlyWhenAsked = new TreeSet<>();
    Set<String> onlyAtStart = new TreeSet<>();
    objects(context)
        .forEach(
            (type, object) -> {
              for (Method method : type.getMethods()) {
                String name = type.getSimpleName() + "." + method.getName();
                if (isGetter(method) && !DEPENDS.contains(name)) {
                  boolean table =
                      Unavailable.reason(type.getName().replace('.', '/'), method.getName())
                          .isPresent();
                  boolean told = isTold(object, method);
                  if (told && !table) {
                    onlyWhenAsked.add(name);
                  } else if (table && !told) {
                    onlyAtStart.add(name);
                  }
                }
              }
            });
    assertEquals(Set.of(), onlyWhenAsked, "throws, and no class is refused for it");
    assertEquals(Set.of(), onlyAtStart, "a class is refused for it, and it does not throw");
  }

  private static boolean isGetter(Method method) {
    return !Modifier.isStatic(method.getModifiers())
        && method.getReturnType() != void.class
        && method.getDeclaringClass() != Object.class
        && method.getName().matches("(get|is|has|find|lookup)[A-Z].*");
  }

  private static boolean isTold(Object object, Method method) {
    Object[] arguments = new Object[method.getParameterCount()];
    for (int i = 0; i < arguments.length; i++) {
      Class<?> type = method.getParameterTypes()[i];
      arguments[i] =
          type == String.class ? "n" : type == int.class ? 0 : type == boolean.class ? false : null;
    }
    try {
      method.invoke(object, arguments);
      return false;
    } catch (InvocationTargetException e) {
      return e.getCause() instanceof DHArchException;
    } catch (IllegalAccessException e) {
      throw new AssertionError(method.toString(), e);
    }
  }

  /** A gateway that is not Axis2's knows nothing of these. */
  @Test
  void axis2PropertiesAreNotInvented() throws Exception {
    NodeMessageContext context =
        message(Map.of(SoapProperties.SERVICE, "S", SoapProperties.OPERATION, "o"));
    assertEquals("S", context.getAxisService().getName());
    not("AxisService.getTargetNamespace", context.getAxisService()::getTargetNamespace);
    not("AxisService.getScope", context.getAxisService()::getScope);
    not("AxisService.getEndpointName", context.getAxisService()::getEndpointName);
    not("AxisOperation.getSoapAction", context.getAxisOperation()::getSoapAction);
    not("AxisOperation.getInputAction", context.getAxisOperation()::getInputAction);
    ConfigurationContext container = context.getConfigurationContext();
    not("ConfigurationContext.getContextRoot", container::getContextRoot);
    not("ConfigurationContext.getServiceContextPath", container::getServiceContextPath);
  }

  private interface Getter {
    Object get() throws Exception;
  }

  private static void not(String asked, Getter getter) {
    DHArchException e = assertThrows(DHArchException.class, getter::get);
    assertTrue(
        e.getMessage().contains("(" + asked + "), which a node does not have; only Axis2's"),
        e.getMessage());
  }
}
