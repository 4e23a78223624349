package io.tidemark.app.cli.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertCommit;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.alert.Annotation;
import io.tidemark.sinks.store.alert.Delivery;
import io.tidemark.sinks.store.alert.DeliveryState;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AlertsListCommandTest {
    private static final Team TEAM = new Team("perf");
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

    @TempDir
    private Path home;

    private Shell shell;
    private Path store;

    @BeforeEach
    void open() {
        shell = new Shell(home);
        store = home.resolve("results.db");
        Alert alert = new Alert(
                TEAM,
                ImmutableSortedMap.of("alertname", "SloBreach", "severity", "page", "run", "r1"),
                START,
                Optional.empty(),
                AlertState.FIRING,
                "",
                1,
                START,
                ImmutableSortedMap.of(Annotation.SUMMARY, "p95 of TTFT is too high"),
                "");
        Delivery delivery = Delivery.pending(alert.id(), AlertState.FIRING, "chat", START);
        try (AlertStore alerts = StoreAddress.of(store).openAlerts()) {
            alerts.commit(new AlertCommit(TEAM, List.of(alert), List.of(delivery), ImmutableMap.of(), List.of()));
            alerts.update(delivery.finishedAs(DeliveryState.PARKED, START, "HTTP 404: no such channel"));
        }
    }

    @AfterEach
    void close() {
        shell.close();
    }

    @Test
    void anAlertIsListedWithWhoWasToldAndWhyNot() {
        assertThat(run("list")).isZero();
        assertThat(shell.out())
                .contains("FIRING", "page", "2026-03-01 10:00:00 UTC", "SloBreach", "p95 of TTFT is too high")
                .contains("chat firing: parked (HTTP 404: no such channel)");
        assertThat(run("list", "--json")).isZero();
        assertThat(shell.out()).contains("\"error\" : \"HTTP 404: no such channel\"", "\"alertname\" : \"SloBreach\"");
    }

    @Test
    void aTeamWithoutAlertsSaysSo() {
        assertThat(shell.run("alerts", "list", "--store", store.toString(), "--team", "other"))
                .isZero();
        assertThat(shell.out()).contains("team other has no alerts");
    }

    @Test
    void aMuteIsListedUntilItIsTakenBack() {
        assertThat(run("mute", "run=r1", "--until", "2h", "--reason", "driver upgrade"))
                .as(shell.err())
                .isZero();
        Matcher id = Pattern.compile("unmute ([0-9a-f]{8})").matcher(shell.out());
        assertThat(id.find()).as(shell.out()).isTrue();
        assertThat(run("list")).isZero();
        assertThat(shell.out()).contains("driver upgrade", "alerts with {run=r1}");

        assertThat(run("unmute", id.group(1))).as(shell.err()).isZero();
        assertThat(run("unmute", id.group(1))).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains("team perf has no mute " + id.group(1));
    }

    @Test
    void aMuteThatEndsBeforeNowIsRefused() {
        assertThat(run("mute", "--until", "2020-01-01T00:00:00Z", "--reason", "x"))
                .isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains("--until must be after now but was 2020-01-01T00:00:00Z");
        assertThat(run("mute", "--until", "tomorrow", "--reason", "x")).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains("--until must be a duration such as 2h or a time");
    }

    private int run(String command, String... arguments) {
        String[] all = new String[arguments.length + 6];
        System.arraycopy(new String[] {"alerts", command, "--store", store.toString(), "--team", "perf"}, 0, all, 0, 6);
        System.arraycopy(arguments, 0, all, 6, arguments.length);
        return shell.run(all);
    }
}
