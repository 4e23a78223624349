package io.tidemark.app.run;

import io.tidemark.app.Closer;
import io.tidemark.app.CommandException;
import io.tidemark.app.Surroundings;
import io.tidemark.app.live.LiveFeed;
import io.tidemark.app.live.LiveFigures;
import io.tidemark.app.live.ProgressLine;
import io.tidemark.app.stack.Connection;
import io.tidemark.producer.client.ApiKey;
import io.tidemark.producer.plan.ApiKeySource;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.publish.Clocks;
import io.tidemark.producer.publish.KafkaPublisher;
import io.tidemark.producer.publish.PublisherSettings;
import io.tidemark.producer.run.LoadRun;
import io.tidemark.producer.run.RunListener;
import io.tidemark.producer.run.RunOutcome;
import io.tidemark.producer.run.RunParts;
import io.tidemark.producer.run.RunSpec;
import io.tidemark.producer.scrape.MetricsScraper;
import io.tidemark.producer.scrape.ScrapeLoop;
import io.tidemark.producer.scrape.TargetException;
import io.tidemark.producer.scrape.TargetProbe;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.serde.Registry;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunKey;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** One run from its plan to its final results: probe, publish, scrape, drive load, wait until streams and sink have counted it all. */
public final class RunSession {
    private static final Duration SCRAPE_EVERY = Duration.ofSeconds(1);
    private static final Duration SCRAPE_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration FINAL_WITHIN = Duration.ofSeconds(90);

    /** Where events were lost the counts never add up, so what is not final soon never will be. */
    private static final Duration FINAL_AFTER_LOSS_WITHIN = Duration.ofSeconds(5);

    private final Surroundings surroundings;
    private final Connection connection;
    private final ResultReader results;
    private final Clocks clocks;

    public RunSession(Surroundings surroundings, Connection connection, ResultReader results) {
        this.surroundings = surroundings;
        this.connection = connection;
        this.results = results;
        this.clocks = new Clocks(surroundings.nanoClock(), surroundings.wallClock());
    }

    /**
     * Asks the target what it is; nothing is sent to it beyond that, nothing is published yet.
     *
     * @throws CommandException if it does not answer or does not serve the model
     */
    public TargetProbe.Probed probe(RunRequest request) throws InterruptedException {
        try {
            return new TargetProbe(http(), apiKey(request)).probe(request.target());
        } catch (TargetException e) {
            throw CommandException.infrastructure(String.valueOf(e.getMessage()), e);
        }
    }

    /** Runs against a probed target. Told to stop, it gives up what is in flight, publishes the run's end and returns. */
    public RunResult execute(RunRequest request, TargetProbe.Probed probed) throws InterruptedException {
        RunSpec spec = spec(request, probed);
        RunKey key = new RunKey(request.team(), spec.runId());
        RunOutcome outcome;
        try (Closer parts = new Closer()) {
            outcome = drive(request, spec, parts);
        }
        Duration atMost = outcome.lost() + outcome.overflow() > 0 ? FINAL_AFTER_LOSS_WITHIN : FINAL_WITHIN;
        FinalResults finals = new FinalResults(results, surroundings.nanoClock());
        return new RunResult(key, outcome, finals.await(key, outcome.steps().size(), atMost));
    }

    private RunOutcome drive(RunRequest request, RunSpec spec, Closer parts) throws InterruptedException {
        Registry registry = Registry.connect(connection.registry());
        PublisherSettings settings = new PublisherSettings(connection.bootstrapServers(), connection.clientSettings());
        KafkaPublisher publisher = parts.keep(KafkaPublisher.connect(settings, registry, request.team(), clocks));
        parts.keep(new ScrapeLoop(scrapers(spec.target()), SCRAPE_EVERY, publisher));
        LiveFigures figures = new LiveFigures(spec.runId());
        parts.keep(LiveFeed.start(connection, request.team(), figures));
        RunListener line = new ProgressLine(surroundings.terminal(), figures, surroundings.nanoClock());
        try (StoppableRun run = stoppable(spec, RunParts.of(clocks, publisher, line))) {
            surroundings.closer().keep(run);
            return run.execute();
        }
    }

    private StoppableRun stoppable(RunSpec spec, RunParts parts) {
        return new StoppableRun(spec.runId(), new LoadRun(spec, parts), surroundings.terminal());
    }

    private RunSpec spec(RunRequest request, TargetProbe.Probed probed) {
        SplittableRandom random = surroundings.random();
        return new RunSpec(
                Ulid.next(surroundings.wallClock(), random),
                request.plan(),
                request.phase(),
                probed.target(),
                "lane-" + ProcessHandle.current().pid(),
                probed.version(),
                apiKey(request),
                new RunSpec.Tool(surroundings.version(), request.command()),
                request.recordText());
    }

    private List<MetricsScraper> scrapers(TargetPlan target) {
        HttpClient http = http();
        return target.scrapeUrls().stream()
                .map(url ->
                        new MetricsScraper(http, clocks, new MetricsScraper.Source(target.name(), url), SCRAPE_TIMEOUT))
                .toList();
    }

    private Optional<ApiKey> apiKey(RunRequest request) {
        return request.plan().apiKey().map(this::read);
    }

    private ApiKey read(ApiKeySource source) {
        if (source instanceof ApiKeySource.Environment variable) {
            String value = surroundings.environment().get(variable.variable());
            if (value == null) {
                throw CommandException.usage("api_key.env: the environment has no variable " + variable.variable());
            }
            return new ApiKey(value);
        }
        ApiKeySource.KeyFile file = (ApiKeySource.KeyFile) source;
        try {
            return new ApiKey(Files.readString(file.file()).strip());
        } catch (IOException e) {
            throw CommandException.usage("api_key.file " + file.file() + " cannot be read: " + e.getMessage());
        }
    }

    private static HttpClient http() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT_TIMEOUT)
                .build();
    }
}
