package io.tidemark.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.console.StoredRun;
import io.tidemark.console.StoredSoak;
import io.tidemark.console.StoredTune;
import io.tidemark.console.server.ConsoleServer;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.web.server.ListenAddress;
import io.tidemark.web.server.WebSecurity;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every page over a recorded store, in a real browser. */
@Tag("integration")
class StoredPagesTest {
    private static final Instant START = Instant.parse("2026-11-26T10:00:00Z");
    private static final Team PERF = new Team("perf");
    private static final String SECOND = "01JD8Z6K3M5TQX9V2R7C0WHB4P";
    private static final String HOSTILE = "01JD8Z6K3M5TQX9V2R7C0WHB4Q";
    private static final String HOSTILE_PHASE = "<script>window.hit=1</script> javascript:alert(1) שלום 🚀";
    private static final String COMPARISON = "/teams/perf/compare?side=baseline&side=tuned&experiment=h200";
    private static final String RUN_PAGE = "/teams/perf/runs/" + Events.RUN + "?metric=ttft";

    private static final String TUNE_PAGE = "/teams/perf/tunes/" + StoredTune.ID + "?configuration=mns512";
    private static final String MANY = "01JD8Z6K3M5TQX9V2R7C0WHB4R";

    /** The colours are the same everywhere. */
    private static final Set<String> IN_BOTH_THEMES = Set.of("/", RUN_PAGE, COMPARISON, TUNE_PAGE);

    @TempDir
    private static Path folder = Path.of("");

    @SuppressWarnings("NullAway.Init") // Made before all tests.
    private static Browser browser;

    @SuppressWarnings("NullAway.Init") // Made before all tests.
    private static ConsoleServer console;

    @BeforeAll
    static void start() throws Exception {
        browser = Browser.start();
        Path file = folder.resolve("store.db");
        StoredRun.write(file, PERF, Events.RUN, START);
        StoredRun.write(file, PERF, SECOND, "tuned", START.plusSeconds(100));
        StoredRun.write(file, PERF, HOSTILE, HOSTILE_PHASE, START.plusSeconds(200));
        StoredTune.write(file, PERF, START.minus(Duration.ofDays(9)));
        StoredSoak.write(file, PERF, START.minus(Duration.ofDays(8)), 60);
        StoredRun.write(file, PERF, MANY, "many", START.minusSeconds(10_000));
        StoredRun.breaches(file, PERF, MANY, 10_000);
        console = ConsoleServer.start(
                new ConsoleServer.Listening(ListenAddress.parse("127.0.0.1:0"), WebSecurity.LOCAL),
                new ConsoleServer.Shown(StoreAddress.of(file), List.of(PERF), Optional.empty()),
                InstantSource.system(),
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

    @BeforeEach
    void leave() {
        browser.leave();
    }

    /** Path and a text that is there once the page has its data. */
    private static Map<String, String> pages() {
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put("/", "h200");
        pages.put("/runs?team=perf", "gpu=h200");
        pages.put(RUN_PAGE, "max_num_seqs");
        pages.put("/teams/perf/runs/" + HOSTILE, "שלום");
        pages.put("/teams/perf/runs/" + Events.RUN + "/report", "baseline");
        pages.put("/experiments", "h200");
        pages.put("/teams/perf/experiments/h200", "tuned");
        pages.put(COMPARISON, "Screening only");
        pages.put("/teams/perf/experiments/h200/history?metric=ttft&quantile=0.95", "baseline");
        pages.put("/tunes", StoredTune.EXPERIMENT);
        pages.put(TUNE_PAGE, "torch.OutOfMemoryError");
        pages.put("/teams/perf/runs/" + StoredSoak.RUN + "/soak?metric=ttft", "change point");
        pages.put("/alerts", "No alert");
        pages.put("/pipeline", "Dead letters");
        return pages;
    }

    @Tag("smoke")
    @Test
    void everyPageIsWholeAndReadableByOtherMeansThanEyes() {
        browser.size(1440, 1000);
        pages().forEach((path, text) -> {
            String name = path.replaceAll("[^A-Za-z]+", "-");
            browser.dark(false);
            browser.open(console.url() + path);
            browser.awaitText(text);
            browser.picture(name + "-light");
            assertThat(browser.accessibilityViolations()).as(name).isEmpty();
            if (IN_BOTH_THEMES.contains(path)) {
                browser.dark(true);
                browser.picture(name + "-dark");
                assertThat(browser.accessibilityViolations())
                        .as(name + ", dark")
                        .isEmpty();
            }
            browser.requireNoComplaints(name);
        });
    }

    @Test
    void noPageScrollsSidewaysOnATelephone() {
        browser.size(360, 780);
        pages().forEach((path, text) -> {
            browser.open(console.url() + path);
            browser.awaitText(text);
            browser.picture("telephone-" + path.replaceAll("[^A-Za-z]+", "-"));
            assertThat(browser.overflow()).as(path).isZero();
        });
    }

    @Test
    void tenThousandBreachesAreReadPageByPage() {
        browser.size(1440, 1000);
        browser.open(console.url() + "/teams/perf/runs/" + MANY + "?metric=ttft");
        browser.awaitText("Breaches 10,0", "More breaches: 1,900");
        assertThat(browser.script("return document.querySelectorAll('.breaches tbody tr').length"))
                .isEqualTo(100L);
        browser.script("document.querySelector('button.more').click()");
        browser.awaitText("More breaches: 1,800");
        browser.script("window.scrollTo(0, document.body.scrollHeight)");
        assertThat(((Number) browser.script("return window.scrollY")).intValue())
                .isGreaterThan(1_000);
        browser.script("document.querySelector('#breach-150 button').click()");
        browser.awaitText("Reset zoom");
        assertThat(browser.url()).contains("from=");
        browser.requireNoComplaints("many breaches");
    }

    /** The table does what the brush of the axes does, and needs no pointer. */
    @Test
    void aConfigurationIsHighlightedInAllChartsOfATune() {
        browser.size(1440, 1000);
        browser.open(console.url() + "/teams/perf/tunes/" + StoredTune.ID);
        browser.awaitText("Held load against", "out of memory");
        browser.click(".row-button[data-row]");
        browser.awaitText("Server starts of default");
        assertThat(browser.url()).endsWith("?configuration=default");
        assertThat(browser.script("return document.querySelectorAll('.line-marked').length"))
                .isEqualTo(1L);
        assertThat(browser.script("return document.querySelectorAll('.pareto-point.marked').length"))
                .isEqualTo(1L);
        browser.requireNoComplaints("tune");
    }

    @Test
    void aComparisonBeginsWithAChartAndTheDifferences() {
        browser.size(1440, 1000);
        browser.open(console.url() + COMPARISON);
        browser.awaitText("Screening only");
        assertThat(browser.script("return document.querySelector('.doc-section h2').textContent"))
                .isEqualTo("Differences");
        for (String part : List.of(".answer .doc-picture img", ".doc-section .doc-table")) {
            Number top = (Number)
                    browser.script("return document.querySelector('" + part + "').getBoundingClientRect().top");
            assertThat(top.doubleValue()).as("%s is in view", part).isLessThan(1000);
        }
    }

    @Test
    void aHistoryIsOfTheDaysInItsAddress() {
        browser.size(1440, 1000);
        String history = console.url() + "/teams/perf/experiments/h200/history?metric=ttft&quantile=0.95";
        browser.open(history + "&from=2026-11-26&until=2026-11-26");
        browser.awaitText("tuned");
        browser.open(history + "&from=2026-11-27");
        browser.awaitText("No run of the experiment in this time");
        browser.script("[...document.querySelectorAll('button')].find(one => one.textContent === 'All').click()");
        browser.awaitText("tuned");
        assertThat(browser.url()).doesNotContain("from=");
        browser.requireNoComplaints("history");
    }

    @Test
    void aStepHasOneNumberOnThePageAndInItsAddress() {
        browser.size(1440, 1000);
        browser.open(console.url() + RUN_PAGE);
        browser.awaitText("1\n·\n2 req/s");
        browser.click(".row-button[data-row]");
        browser.awaitText("step 1, ", "Reset zoom");
        assertThat(browser.url()).contains("step=1");
    }

    @Test
    void aHostileNameIsText() {
        browser.size(1440, 1000);
        for (String path : List.of("/", "/teams/perf/runs/" + HOSTILE)) {
            browser.open(console.url() + path);
            browser.awaitText("<script>window.hit=1</script>");
            assertThat(browser.script("return window.hit || ''")).as(path).isEqualTo("");
        }
    }

    @Test
    void aPageSaysWhatIsNotThere() {
        browser.open(console.url() + "/teams/perf/runs/nothing");
        browser.awaitText("the store has no run nothing of team perf");

        browser.open(console.url() + "/no/such/page");
        browser.awaitText("/no/such/page");
    }

    @Test
    void aViewIsItsUrl() {
        browser.size(1440, 1000);
        browser.open(console.url() + "/runs?team=perf&phase=" + encoded("tuned"));
        browser.awaitText("tuned");
        assertThat(browser.text()).doesNotContain("baseline");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
