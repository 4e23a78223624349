package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.watch.PastRun;
import io.tidemark.events.RunStatus;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tidemark watch}: schedules, confirmation and the lease of a target, with processes of their own. */
@Tag("integration")
final class WatchTest {
    private static final int PER_SECOND = 20;
    /** More than demo-default's batch keeps up with. */
    private static final int RATE_THAT_QUEUES = 250;

    private static final int STEP_SECONDS = 3;
    private static final String COMPARED = "baseline: main\n    confirm: { runs: 2 }";

    @TempDir
    private Path home;

    /** In virtual time, so that a slow machine changes no figure. */
    @Test
    @Tag("long")
    void aRunThatIsWorseThanTheBaselineIsConfirmedByRunsThatAreMadeForIt() throws Exception {
        Path plan = Target.plan(home, RATE_THAT_QUEUES, STEP_SECONDS, "errors < 50%");
        try (TidemarkProcess up = TidemarkProcess.up(home)) {
            for (int seed = 1; seed <= 3; seed++) {
                succeeds("run", plan.toString(), "--simulate", "demo-tuned", "--set", "seed=" + seed);
            }
            assertThat(succeeds("baseline", "set", "main", "review/default")).contains("main");

            String watched = watched("simulate: demo-default", COMPARED).toString();
            try (Shell once = new Shell(home)) {
                assertThat(once.run("watch", watched, "--once", "nightly"))
                        .as(once.out() + once.err())
                        .isEqualTo(ExitCode.SLO_NOT_MET.code());
                assertThat(once.out())
                        .contains("SUSPECTED against baseline main: ", "CONFIRMED against baseline main: ");
            }
            List<RunRow> made = watchedRuns();
            assertThat(made).hasSize(3);
            String suspect = made.get(0).key().run();
            assertThat(made)
                    .extracting(row -> row.origin().labels().getOrDefault(PastRun.CONFIRMS, ""))
                    .containsExactly("", suspect, suspect);
            assertThat(succeeds("watch", "status"))
                    .contains(
                            "nightly  waiting",
                            "baseline  main: confirmed: ",
                            made.get(2).key().run());
            up.await(() -> states("RegressionConfirmed").contains(AlertState.FIRING));
            assertThat(states("RegressionSuspected")).containsExactly(AlertState.RESOLVED);

            // It is one state with one page: it is not confirmed again, and one run alone does not end it.
            try (Shell again = new Shell(home)) {
                assertThat(again.run("watch", watched, "--once", "nightly")).isEqualTo(ExitCode.SLO_NOT_MET.code());
            }
            assertThat(watchedRuns()).hasSize(4);
            String better = watched("simulate: demo-tuned", COMPARED).toString();
            try (Shell first = new Shell(home)) {
                assertThat(first.run("watch", better, "--once", "nightly")).isEqualTo(ExitCode.SLO_NOT_MET.code());
                assertThat(first.out()).contains("the newest run is not worse; 2 in a row end it");
            }
            assertThat(states("RegressionConfirmed")).containsExactly(AlertState.FIRING);
            succeeds("watch", better, "--once", "nightly");
            assertThat(succeeds("watch", "status")).contains("baseline  main: clear");
            up.await(() -> states("RegressionConfirmed").equals(List.of(AlertState.RESOLVED)));
        }
    }

    @Test
    void oneWatcherLoadsATargetAndAnotherTakesOverWhenItIsKilled() throws Exception {
        Target.plan(home, PER_SECOND, STEP_SECONDS, "errors < 50%");
        try (Target target = new Target();
                TidemarkProcess up = TidemarkProcess.up(home)) {
            String file = watched("target: " + target.url(), "").toString();
            try (TidemarkProcess first = TidemarkProcess.start(home, "watch", file)) {
                first.awaitSaid("run ended");
                try (TidemarkProcess second = TidemarkProcess.start(home, "watch", file)) {
                    second.awaitSaid("another watcher or tuner holds the target");
                    assertThat(second.out()).doesNotContain("begins");
                    first.kill();
                    second.awaitSaid("run ended");
                }
            }
            List<RunRow> runs = watchedRuns();
            for (int next = 1; next < runs.size(); next++) {
                RunRow before = runs.get(next - 1);
                if (before.ended().isPresent()) {
                    assertThat(runs.get(next).started())
                            .isAfterOrEqualTo(before.ended().get());
                }
            }
            assertThat(runs.stream()
                            .filter(run -> run.status() == RunStatus.ENDED)
                            .count())
                    .isGreaterThanOrEqualTo(2);
            assertThat(up.isAlive()).isTrue();
        }
    }

    private Path watched(String server, String more) throws IOException {
        return Files.writeString(home.resolve("watch.yaml"), """
                plans:
                  - name: nightly
                    plan: plan.yaml
                    %s
                    schedule: continuous
                    %s
                """.formatted(server, more));
    }

    private List<RunRow> watchedRuns() {
        try (ResultReader results = Home.results(home)) {
            return results.latestRuns(99).stream()
                    .filter(row -> row.origin().labels().containsKey(PastRun.WATCH))
                    .sorted(Comparator.comparing(row -> row.key().run()))
                    .toList();
        }
    }

    private List<AlertState> states(String alertname) {
        try (AlertStore alerts =
                StoreAddress.of(Path.of(Home.stack(home).store())).openAlerts()) {
            return alerts.newest(Team.DEFAULT, 99).stream()
                    .filter(alert -> alert.name().equals(alertname))
                    .map(Alert::state)
                    .toList();
        }
    }

    private String succeeds(String... command) {
        try (Shell shell = new Shell(home)) {
            assertThat(shell.run(command)).as(shell.out() + shell.err()).isZero();
            return shell.out();
        }
    }
}
