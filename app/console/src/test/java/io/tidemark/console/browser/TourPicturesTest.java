package io.tidemark.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.console.StoredAlerts;
import io.tidemark.console.StoredRun;
import io.tidemark.console.StoredTune;
import io.tidemark.console.live.LiveTeams;
import io.tidemark.console.server.ConsoleServer;
import io.tidemark.events.BreachState;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.Finality;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.MetricName;
import io.tidemark.events.RunState;
import io.tidemark.events.StepState;
import io.tidemark.events.WindowStats;
import io.tidemark.fixtures.kafka.TeamTopics;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.kafka.RecordFeed;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.web.server.ListenAddress;
import io.tidemark.web.server.WebSecurity;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Takes the pictures of the tour through the console in docs/how-to/use-the-console.md. The run has lasted for eight minutes at 2, 4, 6 and 8 req/s; the
 * last is more than its server holds.
 */
@Tag("long")
class TourPicturesTest {
    private static final InstantSource CLOCK = InstantSource.system();
    private static final Team PERF = new Team("perf");
    private static final String OBJECTIVE = "ttft p95 < 250ms";
    private static final String BEFORE = "01JD8Z6K3M5TQX9V2R7C0WHB4P";
    private static final String TUNED = "01JD8Z6K3M5TQX9V2R7C0WHB4Q";
    private static final int STEP_SECONDS = 120;
    private static final int STEPS = 4;
    private static final double CAPACITY = 6.5;

    @TempDir
    private static Path folder = Path.of("");

    private static Instant started = Instant.EPOCH;

    @SuppressWarnings("NullAway.Init") // Made before all tests.
    private static Browser browser;

    @SuppressWarnings("NullAway.Init") // Made before all tests.
    private static LocalCluster cluster;

    @SuppressWarnings("NullAway.Init") // Made before all tests.
    private static TeamTopics topics;

    @SuppressWarnings("NullAway.Init") // Made before all tests.
    private static ConsoleServer console;

    @BeforeAll
    static void start() throws Exception {
        started = CLOCK.instant().truncatedTo(ChronoUnit.SECONDS).minusSeconds((long) STEPS * STEP_SECONDS - 10);
        browser = Browser.start();
        cluster = LocalCluster.start(folder.resolve("cluster"));
        topics = TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), PERF);
        Path file = folder.resolve("store.db");
        StoredRun.write(file, PERF, BEFORE, "baseline", started.minus(Duration.ofHours(2)));
        StoredRun.write(file, PERF, TUNED, "tuned", started.minus(Duration.ofHours(1)));
        StoredTune.write(file, PERF, started.minus(Duration.ofHours(2)));
        StoredAlerts.write(file, PERF, started.plusSeconds(400));
        List<SpecificRecord> run = run();
        try (ResultStore store = StoreAddress.of(file).open()) {
            store.write(new WriteBatch(
                    run.stream()
                            .<StoreChange>map(event -> new StoreChange.StoredEvent(PERF, started, event))
                            .toList(),
                    List.of()));
        }
        RecordFeed.Source source = new RecordFeed.Source("console", cluster.bootstrapServers(), Map.of());
        console = ConsoleServer.start(
                new ConsoleServer.Listening(ListenAddress.parse("127.0.0.1:0"), WebSecurity.LOCAL),
                new ConsoleServer.Shown(
                        StoreAddress.of(file),
                        List.of(PERF),
                        Optional.of(new LiveTeams.Cluster(
                                source, SchemaRegistry.connect(RegistryConfig.of(cluster.registryUrl()))))),
                CLOCK,
                routes -> {});
        browser.size(1280, 800);
        browser.dark(false);
    }

    @AfterAll
    static void stop() {
        if (console != null) {
            console.close();
        }
        if (topics != null) {
            topics.close();
        }
        if (cluster != null) {
            cluster.close();
        }
        if (browser != null) {
            browser.close();
        }
    }

    /** What the store and the topics have of the run. */
    private static List<SpecificRecord> run() {
        List<ControlEvent> control = new ArrayList<>();
        control.add(Events.control(
                started,
                RunState.newBuilder(Events.run(Events.RUN, started))
                        .setPhase("kv-fp8")
                        .setPhaseConfig(Map.of("max_num_seqs", "64", "kv_cache_dtype", "fp8"))
                        .setStepCount(STEPS)
                        .build()));
        control.add(Events.control(started, Events.slo(OBJECTIVE, false)));
        for (int step = 0; step < STEPS; step++) {
            Instant from = started.plusSeconds((long) step * STEP_SECONDS);
            control.add(Events.control(
                    from,
                    StepState.newBuilder(Events.step(step))
                            .setLoad(2.0 * (step + 1))
                            .setStarted(from)
                            .setMeasureFrom(from)
                            .setEnded(step == STEPS - 1 ? null : from.plusSeconds(STEP_SECONDS))
                            .build()));
        }
        control.forEach(event -> topics.send(TeamTopics.key(event), event));
        List<SpecificRecord> events = new ArrayList<>(control);
        Instant opened = started.plusSeconds(3L * STEP_SECONDS + 25);
        SpecificRecord breach = Events.breach(BreachState.OPENED, Finality.PROVISIONAL)
                .setStep(STEPS - 1)
                .setOpened(opened)
                .setUpdated(opened.plusSeconds(60))
                .build();
        topics.send(Topic.BREACHES, Events.RUN, breach);
        events.add(breach);
        for (int second = 10; second < STEPS * STEP_SECONDS - 10; second++) {
            for (int length : List.of(10, 60)) {
                WindowStats window = window(second, length);
                topics.send(Topic.WINDOWS, Events.RUN, window);
                events.add(window);
            }
        }
        topics.flush();
        return events;
    }

    /** Waiting grows the latency once the load is above what the server holds. */
    private static WindowStats window(int second, int length) {
        int step = second / STEP_SECONDS;
        double load = 2.0 * (step + 1);
        double wave = 1 + 0.08 * Math.sin(second / 7.0) + 0.05 * Math.sin(second / 2.3);
        double waiting = Math.max(0, load - CAPACITY) * (second % STEP_SECONDS) / 6;
        double p50 = (70 + 9 * load) * wave + 6 * waiting;
        Instant end = started.plusSeconds(second);
        return Events.window(end)
                .setStep(step)
                .setMetric(MetricName.TTFT)
                .setWindowSeconds(length)
                .setStart(end.minusSeconds(length))
                .setFinality(second > STEPS * STEP_SECONDS - 30 ? Finality.PROVISIONAL : Finality.FINAL)
                .setCount((long) (load * length))
                .setP50Nanos(nanos(p50))
                .setP95Nanos(nanos(p50 * 1.6))
                .setP99Nanos(nanos(p50 * 2))
                .setSketch(Events.sketch(nanos(p50), nanos(p50 * 1.6)))
                .setInFlight((int) (load * 2 + waiting))
                .setSignals(Map.of(
                        "engine.requests.running",
                        Math.min(load, CAPACITY) * 2 * wave,
                        "engine.requests.waiting",
                        waiting,
                        "engine.kv.usage_ratio",
                        Math.min(0.98, 0.11 * load * wave)))
                .build();
    }

    private static long nanos(double millis) {
        return Math.round(millis * 1e6);
    }

    @Test
    void eachPageOfTheTourIsThere() {
        picture("/", "console-now", "kv-fp8", "1 open");
        picture("/teams/perf/compare?side=baseline&side=tuned&experiment=h200", "console-compare", "Screening only");
        picture("/teams/perf/tunes/" + StoredTune.ID + "?configuration=both", "console-tune", "Held load against");
        picture("/alerts", "console-alerts", "there is no such channel");
    }

    private static void picture(String path, String name, String... texts) {
        heartbeat();
        browser.open(console.url() + path);
        browser.awaitText(texts);
        browser.picture(name);
        browser.docsPicture(name);
        browser.requireNoComplaints(name);
        assertThat(browser.overflow()).as(name).isZero();
    }

    private static void heartbeat() {
        topics.send(Heartbeat.newBuilder(Events.heartbeat(0))
                .setAt(CLOCK.instant())
                .setStep(STEPS - 1)
                .setInFlight(21)
                .build());
        topics.send(Topic.WINDOWS, Events.RUN, window(STEPS * STEP_SECONDS - 10, 10));
        topics.flush();
    }
}
