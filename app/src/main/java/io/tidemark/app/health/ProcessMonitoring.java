package io.tidemark.app.health;

import io.javalin.config.RoutesConfig;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.tidemark.app.process.ResourceScope;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.web.server.WebServer;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** How this process is seen: where its meters go, and the pages once its health is known. Nothing is kept where no port was configured. */
public final class ProcessMonitoring {
    private final ResourceScope closer;
    private final Optional<Endpoint> listening;

    private record Endpoint(MonitoringAccess access, PrometheusMeterRegistry meters) {}

    private ProcessMonitoring(ResourceScope closer, Optional<Endpoint> listening) {
        this.closer = closer;
        this.listening = listening;
    }

    /** @param closer closes what it opens */
    public static ProcessMonitoring open(ResourceScope closer, Optional<MonitoringAccess> access) {
        return new ProcessMonitoring(closer, access.map(where -> new Endpoint(where, meters(closer))));
    }

    /** For every meter of this process. */
    public MeterRegistry meters() {
        return listening.<MeterRegistry>map(Endpoint::meters).orElseGet(CompositeMeterRegistry::new);
    }

    /** Adds metrics that are no meters of this process to its page. */
    public void expose(MultiCollector metrics) {
        listening.ifPresent(where -> where.meters().getPrometheusRegistry().register(metrics));
    }

    /** Whether a port is configured. */
    public boolean isListening() {
        return listening.isPresent();
    }

    /** Starts the server; returns its URL, if a port is configured. */
    public Optional<String> serve(Supplier<Health> health) {
        return listening.map(where -> closer.register(start(where, health))).map(WebServer::url);
    }

    /** @throws UnavailableException if it cannot listen there */
    private static WebServer start(Endpoint where, Supplier<Health> health) {
        try {
            return WebServer.start(where.access().address(), where.access().security(), routes -> {
                MonitoringPages.add(routes, where.meters(), health);
                routes.error(
                        404,
                        request -> request.result("there are /metrics, /health, /health/live and /health/ready\n"));
            });
        } catch (IOException e) {
            throw new UnavailableException("--http: " + e.getMessage(), e);
        }
    }

    /** The pages, for a server that has others too; none if monitoring is off. */
    public Consumer<RoutesConfig> routes(Supplier<Health> health) {
        return routes -> listening.ifPresent(where -> MonitoringPages.add(routes, where.meters(), health));
    }

    private static PrometheusMeterRegistry meters(ResourceScope closer) {
        PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        // Micrometer's names of these two break Prometheus' rules for names.
        meters.config().meterFilter(MeterFilter.denyNameStartsWith("process.cpu.time"));
        meters.config().meterFilter(MeterFilter.denyNameStartsWith("system.cpu.count"));
        new JvmMemoryMetrics().bindTo(meters);
        new ProcessorMetrics().bindTo(meters);
        JvmGcMetrics pauses = closer.register(new JvmGcMetrics());
        pauses.bindTo(meters);
        return meters;
    }
}
