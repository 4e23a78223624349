package io.tidemark.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import io.tidemark.console.StoredRun;
import io.tidemark.console.change.Changes;
import io.tidemark.console.server.ConsoleServer;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertCommit;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.read.AuditQuery;
import io.tidemark.sinks.store.read.AuditRow;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.web.server.ListenAddress;
import io.tidemark.web.server.WebSecurity;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The dialogs that mute an alert and annotate a time, in a real browser. */
@Tag("integration")
class ChangePagesTest {
    private static final Instant START = Instant.parse("2026-11-26T10:00:00Z");
    private static final Team PERF = new Team("perf");
    private static final int MORE_THAN_THE_DIALOG_HAS = 15;

    @TempDir
    private Path folder = Path.of("");

    @SuppressWarnings("NullAway.Init") // Made before each test.
    private Browser browser;

    @SuppressWarnings("NullAway.Init") // Made before each test.
    private ConsoleServer console;

    private StoreAddress store = StoreAddress.of(Path.of(""));

    @BeforeEach
    void start() throws Exception {
        browser = Browser.start();
        Path file = folder.resolve("store.db");
        store = StoreAddress.of(file);
        StoredRun.write(file, PERF, Events.RUN, START);
        try (AlertStore alerts = store.openAlerts()) {
            alerts.commit(new AlertCommit(PERF, List.of(alert()), List.of(), ImmutableMap.of(), List.of()));
        }
        console = ConsoleServer.start(
                new ConsoleServer.Listening(ListenAddress.parse("127.0.0.1:0"), WebSecurity.LOCAL),
                new ConsoleServer.Shown(
                        store,
                        List.of(PERF),
                        Optional.empty(),
                        Optional.of(new Changes(
                                new Changes.Operator("ana", "workstation"), Optional.empty(), Optional.empty()))),
                InstantSource.system(),
                routes -> {});
        browser.size(1440, 1000);
        browser.dark(false);
    }

    private static Alert alert() {
        return new Alert(
                PERF,
                ImmutableSortedMap.of("alertname", "SloBreach", "severity", "page", "target", "gpu-1"),
                START,
                Optional.empty(),
                AlertState.FIRING,
                "",
                1,
                START,
                ImmutableSortedMap.of("summary", "ttft p95 is above 250 ms"),
                "");
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
    void anAlertIsMutedAndATimeAnnotatedOnceTheUserSaidWhy() {
        browser.open(console.url() + "/alerts");
        browser.awaitText("1 alert fires.");
        press("Mute…");
        browser.awaitText("No alert of team perf that has alertname=SloBreach and severity=page and target=gpu-1");
        look("mute-dialog");
        for (int i = 0; i < MORE_THAN_THE_DIALOG_HAS; i++) {
            browser.type(Keys.TAB);
            assertThat(browser.script("return document.activeElement === document.body"
                            + " || document.querySelector('dialog').contains(document.activeElement)"))
                    .isEqualTo(true);
        }
        browser.type(Keys.ESCAPE);
        browser.awaitScript("return document.querySelector('dialog') === null");
        assertThat(audit()).isEmpty();

        press("Mute…");
        fill("reason", "driver upgrad");
        pressWithTheLastLetter("e", "Mute");
        browser.awaitText("Muted by ana", "driver upgrade");

        browser.open(console.url() + "/teams/perf/runs/" + Events.RUN + "?metric=ttft");
        browser.awaitText("Annotate a time…");
        press("Annotate a time…");
        fill("text", "new driver");
        fill("at", "2026-11-26 10:00:20");
        fill("reason", "seen in the log");
        browser.awaitText("Charts of team perf show “new driver” at 2026-11-26 10:00:20 UTC.");
        look("annotate-dialog");
        press("Annotate");
        browser.awaitScript("return document.querySelector('dialog') === null"
                + " && document.querySelector('.annotations').textContent.includes('2026-11-26 10:00 UTC new driver')");
        look("annotated-run");
        assertThat(audit()).containsExactlyInAnyOrder("alerts mute", "annotation add");
        browser.requireNoComplaints("changes");
    }

    private void look(String name) {
        browser.picture(name);
        assertThat(browser.accessibilityViolations()).as(name).isEmpty();
    }

    /** In the dialog, if one is open. */
    private void press(String words) {
        browser.awaitScript(buttonOf(words) + """
                if (!button || button.disabled) { return false; }
                button.focus();
                button.click();
                return true;""");
    }

    private static String buttonOf(String words) {
        return """
                const place = document.querySelector('dialog') ?? document;
                const button = [...place.querySelectorAll('button')].find(one => one.firstChild.textContent === '%s');
                """.formatted(words);
    }

    /** A letter, and the button in the same moment: before the page is drawn again. */
    private void pressWithTheLastLetter(String letter, String words) {
        browser.awaitScript("return document.querySelector('dialog button[type=submit]').disabled === false");
        browser.script("""
                const field = document.activeElement;
                field.value += '%s';
                field.dispatchEvent(new InputEvent('input', {bubbles: true}));""".formatted(letter) + buttonOf(words) + "button.click();");
    }

    private void fill(String field, String text) {
        browser.awaitScript("""
                const field = document.querySelector('dialog input[name="%s"]');
                if (!field) { return false; }
                field.focus();
                field.select();
                return true;""".formatted(field));
        browser.type(text);
    }

    private List<String> audit() {
        try (ResultReader results = store.openReader()) {
            return results.audit(new AuditQuery(Optional.of(PERF), Instant.EPOCH, 10)).stream()
                    .map(AuditRow::action)
                    .toList();
        }
    }
}
