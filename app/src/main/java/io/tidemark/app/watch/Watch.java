package io.tidemark.app.watch;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.app.Closer;
import java.util.Optional;
import java.util.function.Supplier;

/** How this process is seen: where its meters go, and the pages once its health is known. Nothing is kept where nobody asked. */
public final class Watch {
    private final Closer closer;
    private final Optional<Listening> listening;

    private record Listening(WatchAddress address, PrometheusMeterRegistry meters) {}

    private Watch(Closer closer, Optional<Listening> listening) {
        this.closer = closer;
        this.listening = listening;
    }

    /** @param closer closes what it opens */
    public static Watch open(Closer closer, Optional<WatchAddress> address) {
        return new Watch(closer, address.map(where -> new Listening(where, meters(closer))));
    }

    /** For every meter of this process. */
    public MeterRegistry meters() {
        return listening.<MeterRegistry>map(Listening::meters).orElseGet(CompositeMeterRegistry::new);
    }

    /** Begins to answer; returns the URL, if anybody is to ask. */
    public Optional<String> serve(Supplier<Health> health) {
        return listening
                .map(where -> closer.keep(WatchServer.start(where.address(), where.meters(), health)))
                .map(WatchServer::url);
    }

    private static PrometheusMeterRegistry meters(Closer closer) {
        PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        new JvmMemoryMetrics().bindTo(meters);
        new ProcessorMetrics().bindTo(meters);
        JvmGcMetrics pauses = closer.keep(new JvmGcMetrics());
        pauses.bindTo(meters);
        return meters;
    }
}
