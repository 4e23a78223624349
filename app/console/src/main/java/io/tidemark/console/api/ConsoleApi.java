package io.tidemark.console.api;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import io.tidemark.console.live.LiveTeams;
import io.tidemark.console.live.TopicEnds;
import io.tidemark.console.live.Viewers;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.annotation.AnnotationStore;
import io.tidemark.sinks.store.baseline.BaselineStore;
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
     * What the API reads from, and writes changes to.
     *
     * @param alerts of the same store, as are baselines and annotations; each is opened at its first use
     * @param ends of the topics; empty without a cluster
     */
    public record Sources(
            StoreReaders store,
            AlertStore alerts,
            BaselineStore baselines,
            AnnotationStore annotations,
            LiveTeams live,
            Viewers viewers,
            Optional<TopicEnds> ends)
            implements AutoCloseable {
        @Override
        public void close() {
            viewers.close();
            live.close();
            ends.ifPresent(TopicEnds::close);
            baselines.close();
            annotations.close();
            alerts.close();
            store.close();
        }
    }

    public ConsoleApi(Sources sources, InstantSource clock) {
        this.sources = sources;
        this.clock = clock;
    }

    public void addTo(RoutesConfig routes) {
        Problems.addTo(routes);
        StoreReaders store = sources.store();
        AlertStore alerts = sources.alerts();
        StoreRoutes reads = new StoreRoutes(routes, store);
        new NowRoutes(sources.live(), clock).addTo(reads);
        new RunRoutes(alerts).addTo(reads);
        ExperimentRoutes.addTo(reads);
        new TuneRoutes(clock).addTo(reads);
        new AlertRoutes(alerts, clock).addTo(reads);
        new PipelineRoutes(alerts, sources.live(), sources.ends(), clock).addTo(reads);
        new SeriesRoutes(store).addTo(routes);
        new DocumentRoutes(store, clock).addTo(routes);
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
