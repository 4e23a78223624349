package io.tidemark.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.producer.record.RequestObserver;
import io.tidemark.producer.run.RunListener;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RunObserversTest {
    private final List<String> heard = new ArrayList<>();

    static List<Method> news() {
        return Arrays.stream(RunListener.class.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()) && method.getReturnType() == void.class)
                .toList();
    }

    /** Whatever a listener can be told: one that is added later too. */
    @ParameterizedTest
    @MethodSource("news")
    void whatARunTellsIsHeardByBoth(Method news) throws Exception {
        RunListener both = new RunObservers(RequestObserver.none(), listener("ours")).combinedWith(listener("shown"));

        news.invoke(both, new Object[news.getParameterCount()]);

        assertThat(heard).containsExactly("shown " + news.getName(), "ours " + news.getName());
    }

    private RunListener listener(String name) {
        return (RunListener) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {RunListener.class}, (it, method, of) -> {
                    heard.add(name + " " + method.getName());
                    return nothing();
                });
    }

    private static @Nullable Object nothing() {
        return null;
    }
}
