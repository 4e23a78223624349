package io.tidemark.app.health;

import io.javalin.config.RoutesConfig;
import io.javalin.http.BadRequestResponse;
import io.javalin.http.Context;
import io.javalin.http.ForbiddenResponse;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.Team;
import io.tidemark.web.access.Caller;
import io.tidemark.web.access.Scope;
import io.tidemark.web.server.Anyone;
import io.tidemark.web.server.Callers;
import io.tidemark.web.server.WebServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Serves {@code /metrics}, {@code /health}, {@code /health/live} and {@code /health/ready} of this process. The last two need no token and show
 * nothing but yes or no.
 */
public final class MonitoringServer implements AutoCloseable {
    private static final ExpositionFormats FORMATS = ExpositionFormats.init();

    private final WebServer server;

    private MonitoringServer(WebServer server) {
        this.server = server;
    }

    /** @throws UnavailableException if it cannot listen there */
    public static MonitoringServer start(
            MonitoringAccess access, PrometheusMeterRegistry meters, Supplier<Health> health) {
        try {
            return new MonitoringServer(
                    WebServer.start(access.address(), access.security(), routes -> add(routes, meters, health)));
        } catch (IOException e) {
            throw new UnavailableException("--http: " + e.getMessage(), e);
        }
    }

    /** {@code http://host:port}, or {@code https}. */
    public String url() {
        return server.url();
    }

    @Override
    public void close() {
        server.close();
    }

    private static void add(RoutesConfig routes, PrometheusMeterRegistry meters, Supplier<Health> health) {
        addPages(routes, meters, health);
        routes.error(404, request -> request.result("there are /metrics, /health, /health/live and /health/ready\n"));
    }

    /** Adds the same pages to a server that has others too. */
    static void addPages(RoutesConfig routes, PrometheusMeterRegistry meters, Supplier<Health> health) {
        routes.get("/metrics", request -> metrics(request, meters), Scope.READ);
        routes.get(
                "/health",
                request -> HealthPage.of(visible(request, health.get())).answer(request),
                Scope.READ);
        routes.get(WebServer.LIVE, request -> HealthPage.live(health.get()).answer(request), Anyone.ANYONE);
        routes.get(WebServer.READY, request -> HealthPage.ready(health.get()).answer(request), Anyone.ANYONE);
    }

    /** Every metric, in the format that is asked for: Prometheus' text, OpenMetrics, or protobuf, which alone carries native histograms. */
    private static void metrics(Context request, PrometheusMeterRegistry meters) {
        if (!caller(request).mayForAllTeams(Scope.READ)) {
            throw new ForbiddenResponse("this page has every team of the process: it needs a token for all teams\n");
        }
        ExpositionFormatWriter writer = FORMATS.findWriter(request.header("accept"));
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try {
            writer.write(body, meters.getPrometheusRegistry().scrape());
        } catch (IOException e) {
            throw new UncheckedIOException("metrics cannot be written into memory", e);
        }
        request.contentType(writer.getContentType()).result(body.toByteArray());
    }

    /** Of the team that is asked for; of the caller's own if it has one team. */
    private static Health visible(Context request, Health health) {
        String asked = Optional.ofNullable(request.queryParam("team")).orElse("");
        Caller caller = caller(request);
        if (caller.mayForAllTeams(Scope.READ)) {
            return health.ofTeam(asked);
        }
        List<String> own =
                caller.teams(Scope.READ).stream().map(Team::name).sorted().toList();
        if (!asked.isEmpty() && !own.contains(asked)) {
            throw new ForbiddenResponse("this token is not for team " + asked + "\n");
        }
        if (asked.isEmpty() && own.size() > 1) {
            throw new BadRequestResponse("this token is for teams " + own + ": ask for one with ?team=NAME\n");
        }
        return health.ofTeam(asked.isEmpty() ? own.get(0) : asked);
    }

    /** Of a route that needs a scope, so that there is one. */
    private static Caller caller(Context request) {
        return Callers.of(request).orElseThrow();
    }
}
