package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.watch.PastRun;
import io.tidemark.events.RunStatus;
import io.tidemark.reports.exit.ExitCode;
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
    private static final int STEP_SECONDS = 3;

    @TempDir
    private Path home;

    @Test
    void aRunThatIsWorseThanTheBaselineIsConfirmedByRunsThatAreMadeForIt() throws Exception {
        Path plan = Target.plan(home, PER_SECOND, STEP_SECONDS, "errors < 50%");
        try (Target usual = new Target();
                Target slow = Target.withStepsLongerBy(3);
                TidemarkProcess up = TidemarkProcess.up(home)) {
            for (int run = 0; run < 3; run++) {
                succeeds("run", plan.toString(), "--target", usual.url());
            }
            assertThat(succeeds("baseline", "set", "main", "review/default")).contains("main");

            Path watched = watched(slow, "baseline: main\n    confirm: { runs: 2 }");
            try (TidemarkProcess once = TidemarkProcess.start(home, "watch", watched.toString(), "--once", "nightly")) {
                assertThat(once.exitCode()).as(once.out() + once.err()).isEqualTo(ExitCode.SLO_NOT_MET.code());
                assertThat(once.out())
                        .contains("SUSPECTED against baseline main: ", "CONFIRMED against baseline main: ");
                once.assertQuiet();
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

            Path usually = watched(usual, "baseline: main\n    confirm: { runs: 2 }");
            succeeds("watch", usually.toString(), "--once", "nightly");
            assertThat(succeeds("watch", "status")).contains("baseline  main: clear");
            assertThat(up.isAlive()).isTrue();
        }
    }

    @Test
    void oneWatcherLoadsATargetAndAnotherTakesOverWhenItIsKilled() throws Exception {
        Target.plan(home, PER_SECOND, STEP_SECONDS, "errors < 50%");
        try (Target target = new Target();
                TidemarkProcess up = TidemarkProcess.up(home)) {
            String file = watched(target, "").toString();
            try (TidemarkProcess first = TidemarkProcess.start(home, "watch", file)) {
                first.awaitSaid("run ended");
                try (TidemarkProcess second = TidemarkProcess.start(home, "watch", file)) {
                    second.awaitSaid("another watcher holds the target");
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

    private Path watched(Target target, String more) throws IOException {
        return Files.writeString(home.resolve("watch.yaml"), """
                plans:
                  - name: nightly
                    plan: plan.yaml
                    target: %s
                    schedule: continuous
                    %s
                """.formatted(target.url(), more));
    }

    private List<RunRow> watchedRuns() {
        try (ResultReader results = Home.results(home)) {
            return results.latestRuns(99).stream()
                    .filter(row -> row.origin().labels().containsKey(PastRun.WATCH))
                    .sorted(Comparator.comparing(row -> row.key().run()))
                    .toList();
        }
    }

    private String succeeds(String... command) throws InterruptedException {
        try (TidemarkProcess process = TidemarkProcess.start(home, command)) {
            assertThat(process.exitCode()).as(process.out() + process.err()).isZero();
            return process.out();
        }
    }
}
