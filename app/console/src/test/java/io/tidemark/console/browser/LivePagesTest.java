package io.tidemark.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.console.live.LiveTeams;
import io.tidemark.console.server.ConsoleServer;
import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.StepState;
import io.tidemark.fixtures.kafka.TeamTopics;
import io.tidemark.fixtures.process.Await;
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
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of a run that lasts, on a real broker: each test has a team and a store of its own. */
@Tag("integration")
class LivePagesTest {
    private static final InstantSource CLOCK = InstantSource.system();
    private static final String RUN = Events.RUN;
    private static final int TABS = 8;
    private static final int THIRD_SECONDS = 1_200;
    private static final long MAX_GROWTH_BYTES = 20L << 20;
    private static final int MEASURED_WINDOWS = 100;
    private static final String OBJECTIVE = "ttft p95 < 250ms";

    @TempDir
    private static Path folder = Path.of("");

    private static int teams;

    @SuppressWarnings("NullAway.Init") // Made before all tests.
    private static Browser browser;

    @SuppressWarnings("NullAway.Init") // Made before all tests.
    private static LocalCluster cluster;

    private final Team team = new Team("perf-" + teams++);
    private final Instant started =
            CLOCK.instant().truncatedTo(ChronoUnit.SECONDS).minusSeconds(60);

    @SuppressWarnings("NullAway.Init") // Made before each test.
    private TeamTopics topics;

    @SuppressWarnings("NullAway.Init") // Made before each test.
    private ConsoleServer console;

    @BeforeAll
    static void startAll() {
        browser = Browser.start();
        cluster = LocalCluster.start(folder.resolve("cluster"));
    }

    @AfterAll
    static void stopAll() {
        if (cluster != null) {
            cluster.close();
        }
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void start() throws IOException {
        topics = TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), team);
        control(Events.run(RUN, started));
        control(Events.slo(OBJECTIVE, false));
        control(StepState.newBuilder(Events.step(0))
                .setStarted(started)
                .setMeasureFrom(started)
                .build());
        topics.flush();
        storeRun(RUN);
        console = console(0);
        browser.size(1440, 1000);
        browser.dark(false);
    }

    private void storeRun(String run) throws IOException {
        try (ResultStore store = StoreAddress.of(store()).open()) {
            store.write(new WriteBatch(
                    List.of(new StoreChange.StoredEvent(
                            team, started, Events.control(started, Events.run(run, started)))),
                    List.of()));
        }
    }

    private Path store() {
        return folder.resolve(team.name() + ".db");
    }

    private ConsoleServer console(int port) throws IOException {
        RecordFeed.Source source = new RecordFeed.Source("console", cluster.bootstrapServers(), Map.of());
        SchemaRegistry registry = SchemaRegistry.connect(RegistryConfig.of(cluster.registryUrl()));
        return ConsoleServer.start(
                new ConsoleServer.Listening(ListenAddress.parse("127.0.0.1:" + port), WebSecurity.LOCAL),
                new ConsoleServer.Shown(
                        StoreAddress.of(store()), List.of(team), Optional.of(new LiveTeams.Cluster(source, registry))),
                CLOCK,
                routes -> {});
    }

    @AfterEach
    void stop() {
        browser.leave();
        console.close();
        topics.close();
    }

    @Test
    void aWindowIsOnTheScreenWithoutBeingAskedFor() {
        browser.open(console.url() + "/");
        browser.awaitText("h200", "baseline");
        heartbeat(7);
        window(333);

        browser.awaitText("333 ms");
        browser.picture("live-now");
        browser.requireNoComplaints("now");

        browser.open(runPage());
        browser.awaitText("333 ms");
        window(444);
        browser.awaitText("444 ms");
        browser.picture("live-run");
        browser.requireNoComplaints("run");
    }

    @Test
    void aBreachIsOnTheScreenWhileItIsOpen() {
        browser.open(console.url() + "/");
        browser.awaitText("h200");
        window(300);
        topics.send(
                Topic.BREACHES,
                RUN,
                Events.breach(BreachState.OPENED, Finality.PROVISIONAL)
                        .setOpened(CLOCK.instant())
                        .setUpdated(CLOCK.instant())
                        .build());
        topics.flush();

        browser.awaitText("1 open");
        browser.picture("live-breach");
    }

    /** A run is known to its topics some seconds before the store has it. */
    @Test
    void aPageThatIsOpenBeforeTheStoreHasItsRunShowsItOnceItDoes() throws IOException {
        String early = "01JD8Z6K3M5TQX9V2R7C0WHB4E";
        topics.send(
                TeamTopics.key(Events.control(started, Events.run(early, started))),
                Events.control(started, Events.run(early, started)));
        topics.flush();
        browser.open(console.url() + "/");
        browser.awaitScript("return document.querySelector('a[href*=\"" + early + "\"]') !== null");
        browser.open(console.url() + "/teams/" + team + "/runs/" + early + "?metric=ttft");
        browser.awaitScript("return performance.getEntriesByType('resource').some(one => one.responseStatus === 404)");
        storeRun(early);

        browser.awaitText("h200 / baseline");
        browser.awaitScript("return document.querySelector('.loading, .problem') === null");
    }

    @Test
    void silenceIsShownAsSilence() {
        browser.clockIsOffBy(Duration.ofHours(1));
        browser.open(console.url() + "/");
        // Nothing came since the run began some minutes ago; the browser's clock is an hour ahead.
        browser.awaitText("silent for ");
        assertThat(browser.text()).containsPattern("silent for \\d+ min").doesNotContainPattern("silent for \\d+ h");
        browser.clockIsOffBy(Duration.ofHours(-1));
    }

    @Test
    void aPageSurvivesARestartOfTheServer() throws IOException {
        browser.open(runPage());
        window(333);
        browser.awaitText("333 ms");
        int port = Integer.parseInt(console.url().substring(console.url().lastIndexOf(':') + 1));
        console.close();
        browser.awaitText("reconnecting");
        window(555);
        console = console(port);

        browser.awaitText("555 ms");
        window(666);
        browser.awaitText("666 ms");
        assertThat(browser.text()).doesNotContain("reconnecting");
    }

    /** Browsers open six connections to a host by HTTP/1.1: with a stream of its own, the seventh tab would wait for ever. */
    @Test
    void tabsOfOneBrowserShareOneStream() {
        browser.open(runPage());
        window(333);
        browser.awaitText("333 ms");
        while (browser.tabs() < TABS) {
            browser.openTab(runPage());
            browser.awaitText("333 ms");
        }
        window(777);
        for (int tab = 0; tab < TABS; tab++) {
            browser.goToTab(tab);
            browser.awaitText("777 ms");
        }
        Await.until(
                () -> console.viewers() == 1,
                Duration.ofMinutes(1),
                () -> "one stream should be open but there are " + console.viewers());
        browser.requireNoComplaints("tabs");

        browser.closeTabs();
        window(888);
        browser.awaitText("888 ms");
    }

    /** What a page holds is bounded: of each metric at most 5,000 windows. */
    @Test
    @Tag("long")
    void anHourOfWindowsLeavesThePageAsLargeAsItWas() {
        browser.open(runPage());
        window(333);
        browser.awaitText("333 ms");
        Instant begin = CLOCK.instant().truncatedTo(ChronoUnit.SECONDS);
        List<Long> heap = new ArrayList<>();
        for (int third = 1; third <= 3; third++) {
            for (int second = 1; second <= THIRD_SECONDS; second++) {
                window(begin.plusSeconds((third - 1L) * THIRD_SECONDS + second), 100L * third);
            }
            topics.flush();
            long last = begin.plusSeconds((long) third * THIRD_SECONDS).toEpochMilli();
            Await.until(
                    () -> browser.newestWindow().endMillis() >= last,
                    Duration.ofMinutes(5),
                    () -> "the window that ends at " + last + " should be drawn, but the newest is "
                            + browser.newestWindow().endMillis());
            heap.add(browser.heapBytes());
        }
        System.out.printf("heap of a page after each third of an hour: %s bytes%n", heap);
        assertThat(heap.get(2) - heap.get(0)).isLessThan(MAX_GROWTH_BYTES);
    }

    /** Prints how long a window takes from its topic to the screen, by one clock. It asserts nothing about the time. */
    @Test
    @Tag("long")
    void howLongAWindowTakesToTheScreen() {
        browser.open(runPage());
        window(333);
        browser.awaitText("333 ms");
        List<Long> millis = new ArrayList<>();
        Instant begin = CLOCK.instant().truncatedTo(ChronoUnit.SECONDS);
        for (int n = 1; n <= MEASURED_WINDOWS; n++) {
            Instant end = begin.plusSeconds(n);
            long sent = CLOCK.millis();
            window(end, 200L + n);
            topics.flush();
            Await.until(
                    () -> browser.newestWindow().endMillis() >= end.toEpochMilli(),
                    () -> "window " + end + " should be drawn");
            millis.add(Math.round(browser.newestWindow().drawnMillis()) - sent);
        }
        Collections.sort(millis);
        assertThat(millis).hasSize(MEASURED_WINDOWS);
        System.out.printf(
                "topic to screen over %d windows: p50 %d ms, p95 %d ms%n",
                MEASURED_WINDOWS, millis.get(MEASURED_WINDOWS / 2), millis.get(MEASURED_WINDOWS * 95 / 100));
    }

    private String runPage() {
        return console.url() + "/teams/" + team + "/runs/" + RUN + "?metric=ttft";
    }

    private void control(Object state) {
        topics.send(TeamTopics.key(Events.control(started, state)), Events.control(started, state));
    }

    private void heartbeat(int inFlight) {
        topics.send(Heartbeat.newBuilder(Events.heartbeat(0))
                .setAt(CLOCK.instant())
                .setStep(0)
                .setInFlight(inFlight)
                .build());
        topics.flush();
    }

    private void window(long millis) {
        window(CLOCK.instant().truncatedTo(ChronoUnit.SECONDS), millis);
        topics.flush();
    }

    private void window(Instant end, long millis) {
        long nanos = millis * 1_000_000;
        for (int seconds : List.of(10, 60)) {
            topics.send(
                    Topic.WINDOWS,
                    RUN,
                    Events.window(end)
                            .setWindowSeconds(seconds)
                            .setFinality(Finality.PROVISIONAL)
                            .setP50Nanos(nanos)
                            .setP95Nanos(nanos)
                            .setP99Nanos(nanos)
                            .setSketch(Events.sketch(nanos))
                            .build());
        }
    }
}
