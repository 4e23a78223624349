package io.tidemark.console.api;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import io.tidemark.console.live.LiveTeams;
import io.tidemark.console.live.TopicEnds;
import io.tidemark.console.live.Viewers;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.web.server.Anyone;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;

/** The routes of the API. */
public final class ConsoleApi {
    /** What the paths of the API begin with; its number rises when a response loses a key or changes its meaning. */
    public static final String PREFIX = "/api/v1";

    static final String TEAM = PREFIX + "/teams/{team}";
    static final String RUN = TEAM + "/runs/{run}";

    private static final String DOCUMENT = "/io/tidemark/console/openapi.yaml";

    private final Sources sources;
    private final InstantSource clock;

    /**
     * What the API reads from.
     *
     * @param alerts of the same store
     * @param ends of the topics; empty without a cluster
     */
    public record Sources(
            StoreReaders store, AlertStore alerts, LiveTeams live, Viewers viewers, Optional<TopicEnds> ends) {}

    public ConsoleApi(Sources sources, InstantSource clock) {
        this.sources = sources;
        this.clock = clock;
    }

    public void addTo(RoutesConfig routes) {
        Problems.addTo(routes);
        StoreReaders store = sources.store();
        LiveTeams live = sources.live();
        AlertStore alerts = sources.alerts();
        new NowRoutes(store, live, clock).addTo(routes);
        new RunRoutes(store).addTo(routes);
        new SeriesRoutes(store).addTo(routes);
        new RequestRoutes(store).addTo(routes);
        new DocumentRoutes(store, clock).addTo(routes);
        new DetailRoutes(store, alerts, clock).addTo(routes);
        new ListRoutes(store).addTo(routes);
        new HistoryRoutes(store).addTo(routes);
        new AlertRoutes(store, alerts, clock).addTo(routes);
        new PipelineRoutes(store, alerts, live, sources.ends(), clock).addTo(routes);
        new EventRoutes(sources.viewers()).addTo(routes);
        String document = document();
        routes.get(
                PREFIX + "/openapi.yaml",
                request -> ApiResponse.send(request, "application/yaml", document),
                Anyone.ANYONE);
        routes.get("/api/*", ConsoleApi::unknown, Anyone.ANYONE);
    }

    private static void unknown(Context request) {
        throw new NotFoundResponse("there is no " + request.path() + "; " + PREFIX + "/openapi.yaml lists the paths");
    }

    private static String document() {
        try (InputStream in = Objects.requireNonNull(ConsoleApi.class.getResourceAsStream(DOCUMENT), DOCUMENT)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(DOCUMENT + " cannot be read", e);
        }
    }
}
