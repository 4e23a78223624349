package io.tidemark.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.console.StoredAlerts;
import io.tidemark.console.StoredRun;
import io.tidemark.console.StoredSoak;
import io.tidemark.console.StoredTune;
import io.tidemark.console.server.ConsoleServer;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.web.server.ListenAddress;
import io.tidemark.web.server.WebSecurity;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The main pages look as their reference pictures do: at 1440 and 360 px, light and dark, ten minutes after a run began. */
@Tag("integration")
class PicturesTest {
    private static final Instant START = Instant.parse("2026-11-26T10:00:00Z");
    private static final Team PERF = new Team("perf");
    private static final String TUNED = "01JD8Z6K3M5TQX9V2R7C0WHB4P";
    private static final String RUN_PAGE = "/teams/perf/runs/" + Events.RUN + "?metric=ttft";
    private static final String TUNE_PAGE = "/teams/perf/tunes/" + StoredTune.ID + "?configuration=both";
    private static final String EXPERIMENT_PAGE = "/teams/perf/experiments/h200";
    private static final int WIDE = 1440;
    private static final int TELEPHONE = 360;
    private static final int HEIGHT = 1400;

    private static final List<Picture> PICTURES = List.of(
            new Picture("now", "/", WIDE, false, "h200", "tuned"),
            new Picture("now-telephone-dark", "/", TELEPHONE, true, "h200", "tuned"),
            new Picture("run", RUN_PAGE, WIDE, false, "max_num_seqs", "Steps"),
            new Picture("run-dark", RUN_PAGE, WIDE, true, "max_num_seqs", "Steps"),
            new Picture("run-telephone", RUN_PAGE, TELEPHONE, false, "max_num_seqs", "Steps"),
            new Picture(
                    "compare",
                    "/teams/perf/compare?side=baseline&side=tuned&experiment=h200",
                    WIDE,
                    false,
                    "Screening only",
                    "tuned"),
            new Picture("experiment", EXPERIMENT_PAGE, WIDE, false, "tuned", "baseline"),
            new Picture("tune", TUNE_PAGE, WIDE, false, "Server starts of both", "about 20 min left"),
            new Picture(
                    "tune-telephone-dark", TUNE_PAGE, TELEPHONE, true, "Server starts of both", "about 20 min left"),
            new Picture(
                    "soak",
                    "/teams/perf/runs/" + StoredSoak.RUN + "/soak?metric=ttft",
                    WIDE,
                    false,
                    "change point",
                    "soak"),
            new Picture(
                    "history",
                    "/teams/perf/experiments/h200/history?metric=ttft&quantile=0.95",
                    WIDE,
                    false,
                    "baseline",
                    "tuned"),
            new Picture("alerts", "/alerts", WIDE, false, "there is no such channel", "SloBreach"),
            new Picture("alerts-telephone-dark", "/alerts", TELEPHONE, true, "there is no such channel", "SloBreach"),
            new Picture("pipeline", "/pipeline", WIDE, false, "Dead letters", "perf"));

    /** @param text and another that are there once the page has its data */
    private record Picture(String name, String path, int width, boolean dark, String text, String another) {}

    @TempDir
    private static Path folder = Path.of("");

    @SuppressWarnings("NullAway.Init") // Made before all tests.
    private static Browser browser;

    @SuppressWarnings("NullAway.Init") // Made before all tests.
    private static ConsoleServer console;

    @BeforeAll
    static void start() throws Exception {
        browser = Browser.start();
        browser.timeStands();
        Path file = folder.resolve("store.db");
        StoredRun.write(file, PERF, Events.RUN, START);
        StoredRun.write(file, PERF, TUNED, "tuned", START.plusSeconds(100));
        StoredTune.write(file, PERF, START.minusSeconds(5_400));
        StoredSoak.write(file, PERF, START.minus(Duration.ofDays(8)), 60);
        StoredAlerts.write(file, PERF, START.plusSeconds(400));
        console = ConsoleServer.start(
                new ConsoleServer.Listening(ListenAddress.parse("127.0.0.1:0"), WebSecurity.LOCAL),
                new ConsoleServer.Shown(StoreAddress.of(file), List.of(PERF), Optional.empty()),
                InstantSource.fixed(START.plusSeconds(600)),
                routes -> {});
    }

    @AfterAll
    static void stop() {
        if (console != null) {
            console.close();
        }
        if (browser != null) {
            browser.close();
        }
    }

    private static void open(Picture picture) {
        browser.size(picture.width(), HEIGHT);
        browser.dark(picture.dark());
        browser.open(console.url() + picture.path());
        browser.awaitText(picture.text(), picture.another());
    }

    @Test
    void thePagesLookAsTheirReferencesDo() throws IOException {
        open(PICTURES.get(0));
        ReferencePictures references = ReferencePictures.of(browser);
        Stream<String> problems = PICTURES.stream().flatMap(picture -> {
            open(picture);
            return references.problem(picture.name()).stream();
        });
        assertThat(problems).isEmpty();
    }

    /** Else the test above proves nothing. */
    @Test
    void aChangeOfAPageIsSeen() throws IOException {
        open(PICTURES.get(0));
        ReferencePictures references = ReferencePictures.of(browser);
        assertSeen(references, "run", "document.querySelector('.chart').remove()");
        assertSeen(references, "tune", "document.documentElement.style.setProperty('--series-1', '#a020f0')");
        assertSeen(
                references,
                "experiment",
                "document.querySelectorAll('main table tr > :nth-child(3)').forEach(cell => cell.remove())");
    }

    private static void assertSeen(ReferencePictures references, String name, String change) {
        open(PICTURES.stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow());
        assertThat(references.problem(name)).isEmpty();
        browser.script(change);
        assertThat(references.differs(name)).as("%s after %s", name, change).isTrue();
    }
}
