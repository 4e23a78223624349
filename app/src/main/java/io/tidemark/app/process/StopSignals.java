package io.tidemark.app.process;

import io.tidemark.app.process.ResourceScope.StopReason;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.function.Consumer;

/** The signals that stop a process. A JVM ends at them by itself, but without a word of which it was. */
public final class StopSignals {
    private static final Map<String, StopReason> REASONS = Map.of("INT", StopReason.CTRL_C, "TERM", StopReason.SIGTERM);

    private StopSignals() {}

    /** Has signals handed over instead. Where the JVM does not allow it, as with {@code -Xrs}, it goes on as before. */
    public static void handle(Consumer<StopReason> stop) {
        try {
            // By reflection: javac warns of each direct use of these classes, and no option takes that back.
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Method handle = signal.getMethod("handle", signal, handler);
            for (Map.Entry<String, StopReason> each : REASONS.entrySet()) {
                Object named = signal.getConstructor(String.class).newInstance(each.getKey());
                handle.invoke(null, named, handler(handler, () -> stop.accept(each.getValue())));
            }
        } catch (ReflectiveOperationException e) {
            // The JVM ends at signals all the same.
        }
    }

    private static Object handler(Class<?> type, Runnable action) {
        return Proxy.newProxyInstance(
                StopSignals.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    action.run();
                    return null;
                });
    }
}
