package io.tidemark.app.health;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.config.RoutesConfig;
import io.javalin.http.BadRequestResponse;
import io.javalin.http.Context;
import io.javalin.http.ForbiddenResponse;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.tidemark.schemas.Team;
import io.tidemark.web.access.Caller;
import io.tidemark.web.access.Scope;
import io.tidemark.web.server.Anyone;
import io.tidemark.web.server.Callers;
import io.tidemark.web.server.WebServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * {@code /metrics}, {@code /health}, {@code /health/live} and {@code /health/ready} of this process. The last two need no token and show
 * nothing but yes or no.
 */
final class MonitoringPages {
    private static final ExpositionFormats FORMATS = ExpositionFormats.init();

    private MonitoringPages() {}

    /** Adds them to a server that may have other pages too. */
    static void add(RoutesConfig routes, PrometheusMeterRegistry meters, Supplier<Health> health) {
        routes.get("/metrics", request -> metrics(request, meters), Scope.READ);
        routes.get("/health", request -> answer(request, visible(request, health.get())), Scope.READ);
        routes.get(
                WebServer.LIVE,
                request -> {
                    boolean alive = health.get().alive();
                    int status = alive ? HttpURLConnection.HTTP_OK : HttpURLConnection.HTTP_UNAVAILABLE;
                    answer(request, status, page(alive ? "live" : "dead"));
                },
                Anyone.ANYONE);
        // Without details, so callers without a right to them may read it.
        routes.get(
                WebServer.READY,
                request -> {
                    HealthState state = health.get().state();
                    answer(request, status(state), page(state == HealthState.FAILED ? "failed" : "ready"));
                },
                Anyone.ANYONE);
    }

    private static void answer(Context request, Health health) {
        ObjectNode page = page(word(health.state()));
        ArrayNode parts = page.putArray("parts");
        for (ComponentHealth part : health.parts()) {
            ObjectNode one = parts.addObject().put("part", part.part()).put("status", word(part.state()));
            if (!part.reason().isEmpty()) {
                one.put("reason", part.reason());
            }
        }
        answer(request, status(health.state()), page);
    }

    /** Degraded is 200: it goes on, and taking it out of service or restarting it does not help; failed is 503. */
    private static int status(HealthState state) {
        return state == HealthState.FAILED ? HttpURLConnection.HTTP_UNAVAILABLE : HttpURLConnection.HTTP_OK;
    }

    private static void answer(Context request, int status, ObjectNode page) {
        request.status(status).contentType("application/json").result(page + "\n");
    }

    private static ObjectNode page(String status) {
        return JsonNodeFactory.instance.objectNode().put("status", status);
    }

    private static String word(HealthState state) {
        return state.name().toLowerCase(Locale.ROOT);
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
