package io.tidemark.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.console.StoredRun;
import io.tidemark.console.change.Changes;
import io.tidemark.console.server.ConsoleServer;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.baseline.Baseline;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.web.server.ListenAddress;
import io.tidemark.web.server.WebSecurity;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The dialogs of baselines, objectives and stops, in a real browser by keys alone. */
@Tag("integration")
class ChangeDialogsTest {
    private static final Instant START = Instant.parse("2026-11-26T10:00:00Z");
    private static final Team PERF = new Team("perf");
    private static final String LASTING = "01JD8Z6K3M5TQX9V2R7C0WHB4Q";
    private static final String LASTING_PAGE = "/teams/perf/runs/" + LASTING + "?metric=ttft";

    @TempDir
    private Path folder = Path.of("");

    @SuppressWarnings("NullAway.Init") // Made before each test.
    private Browser browser;

    @SuppressWarnings("NullAway.Init") // Made before each test.
    private ConsoleServer console;

    private final RecordedControls controls = new RecordedControls(PERF, START);
    private StoreAddress store = StoreAddress.of(Path.of(""));

    @BeforeEach
    void start() throws Exception {
        browser = Browser.start();
        Path file = folder.resolve("store.db");
        store = StoreAddress.of(file);
        StoredRun.write(file, PERF, Events.RUN, START);
        StoredRun.lasting(file, PERF, LASTING, START);
        console = ConsoleServer.start(
                new ConsoleServer.Listening(ListenAddress.parse("127.0.0.1:0"), WebSecurity.LOCAL),
                new ConsoleServer.Shown(
                        store,
                        List.of(PERF),
                        Optional.empty(),
                        Optional.of(new Changes(
                                new Changes.Operator("ana", "workstation"),
                                Optional.of(controls.objectives()),
                                Optional.of(controls.stops())))),
                InstantSource.fixed(START.plusSeconds(60)),
                routes -> {});
        browser.size(1440, 1000);
        browser.dark(false);
    }

    @AfterEach
    void stop() {
        if (console != null) {
            console.close();
        }
        if (browser != null) {
            browser.close();
        }
    }

    @Test
    void aBaselineIsNamedAndRemoved() {
        open("/teams/perf/runs/" + Events.RUN + "?metric=ttft", "Name a baseline…");
        escapeCancels("Name a baseline…");
        press("Name a baseline…");
        write("name", "main");
        write("reason", "release\u20281.4");
        press("Name it");
        refused("reason", "must be one line without control characters");
        assertThat(baselines()).isEmpty();
        write("reason", "release 1.4");
        browser.awaitText("Run " + Events.RUN + " will be the baseline main of team perf");
        look("baseline-dialog");
        press("Name it");
        closed("Name a baseline…");
        assertThat(baselines()).singleElement().satisfies(one -> {
            assertThat(one.name()).isEqualTo("main");
            assertThat(one.runs()).containsExactly(Events.RUN);
            assertThat(one.by()).isEqualTo("ana");
            assertThat(one.reason()).isEqualTo("release 1.4");
        });

        open("/teams/perf/experiments/h200", "set 2026-11-26 10:01 UTC by ana");
        escapeCancels("Remove…");
        press("Remove…");
        write("reason", "an older release");
        look("baseline-removal");
        browser.type(Keys.ENTER);
        browser.awaitText("No run of this experiment is a baseline.");
        assertThat(baselines()).isEmpty();
        browser.requireNoComplaints("baselines");
    }

    @Test
    void anObjectiveIsSetReplacedAndRemoved() {
        open(LASTING_PAGE, "Change an objective…");
        escapeCancels("Change an objective…");
        press("Change an objective…");
        write("objective", "speed > 9000");
        write("reason", "too strict");
        look("objective-dialog");
        press("Set it");
        refused("objective", "must be as 'ttft p99 < 2s'");
        write("objective", "ttft p99 < 2s");
        write("reason", RecordedControls.FORBIDDEN);
        press("Set it");
        refused("Forbidden", "not authorized to write topic audit");
        write("reason", "too strict");
        press("Set it");
        closed("Change an objective…");

        press("Change an objective…");
        choose(StoredRun.OBJECTIVE);
        write("objective", "ttft p95 < 300ms");
        write("reason", "agreed");
        browser.awaitText("instead of the objective " + StoredRun.OBJECTIVE);
        browser.type(Keys.ENTER);
        closed("Change an objective…");

        press("Change an objective…");
        choose(StoredRun.OBJECTIVE);
        browser.tabTo("one.type === 'checkbox'");
        browser.type(Keys.SPACE);
        write("reason", "measured elsewhere");
        browser.awaitText("has no objective " + StoredRun.OBJECTIVE + " from now on");
        look("objective-removal");
        press("Remove it");
        closed("Change an objective…");
        assertThat(controls.asked())
                .containsExactly(
                        "slo set, " + LASTING + ", ttft p99 < 2s, too strict",
                        "slo set, " + LASTING + ", " + StoredRun.OBJECTIVE + " -> ttft p95 < 300ms, agreed",
                        "slo remove, " + LASTING + ", " + StoredRun.OBJECTIVE + ", measured elsewhere");
        browser.requireNoComplaints("objectives");
    }

    @Test
    void aRunIsStopped() {
        open(LASTING_PAGE, "Stop this run…");
        escapeCancels("Stop this run…");
        press("Stop this run…");
        write("reason", RecordedControls.FORBIDDEN);
        browser.awaitText("Run " + LASTING + " ends now as ABORTED");
        press("Stop it");
        refused("Forbidden", "not authorized to write topic audit");
        assertThat(controls.asked()).isEmpty();
        write("reason", "wrong model");
        look("stop-dialog");
        press("Stop it");
        closed("Stop this run…");
        assertThat(controls.asked()).containsExactly("runs stop, " + LASTING + ", " + LASTING + ", wrong model");
        browser.requireNoComplaints("stop");
    }

    private void open(String path, String text) {
        browser.open(console.url() + path);
        browser.awaitText(text);
    }

    private void escapeCancels(String button) {
        press(button);
        write("reason", "by mistake");
        browser.type(Keys.ESCAPE);
        closed(button);
        assertThat(controls.asked()).isEmpty();
    }

    /** The dialog is gone, and the focus is where it was before. */
    private void closed(String button) {
        browser.awaitScript(
                "return document.querySelector('dialog') === null && " + isButton(button, "document.activeElement"));
    }

    /** The dialog says so and stays, with what was written in it; what it said of the attempt before does not count. */
    private void refused(String... words) {
        String all = Stream.of(words)
                .map(word -> " && alert.textContent.includes(\"" + word + "\")")
                .collect(Collectors.joining());
        browser.awaitScript(
                "const alert = document.querySelector('dialog [role=alert]'); return alert !== null" + all + ";");
        look("refused-dialog");
        assertThat(browser.complaints()).allMatch(one -> one.contains("422") || one.contains("403"));
    }

    private void look(String name) {
        browser.picture(name);
        assertThat(browser.accessibilityViolations()).as(name).isEmpty();
    }

    private void press(String words) {
        browser.tabTo("!one.disabled && " + isButton(words, "one"));
        browser.type(Keys.ENTER);
    }

    private static String isButton(String words, String element) {
        return "%s.tagName === 'BUTTON' && %s.firstChild.textContent === '%s'".formatted(element, element, words);
    }

    private void write(String field, String text) {
        browser.tabTo("one.name === '" + field + "'");
        browser.overwrite(text);
    }

    private void choose(String option) {
        browser.tabTo("one.tagName === 'SELECT'");
        browser.type(Keys.ARROW_DOWN);
        browser.awaitScript("return document.querySelector('dialog select').value === '" + option + "'");
    }

    private List<Baseline> baselines() {
        try (ResultReader results = store.openReader()) {
            return results.baselines();
        }
    }
}
