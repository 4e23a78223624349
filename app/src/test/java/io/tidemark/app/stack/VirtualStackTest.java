package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.events.Finality;
import io.tidemark.events.RunStatus;
import io.tidemark.events.Verdict;
import io.tidemark.fixtures.process.Await;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tidemark run --simulate} through broker, streams and store: minutes of load are judged as if they had passed. */
@Tag("integration")
final class VirtualStackTest {
    private static final Team ONE = new Team("one");
    private static final Team OTHER = new Team("other");
    private static final String PLAN = """
            experiment: virtual stack
            seed: 7
            workload: {kind: synthetic, prompt_tokens: 60, output_tokens: 20}
            steps: [{rate: 2, duration: 2m}]
            slo: {verdict: short-run, objectives: ["ttft_due p50 < 2s", "tpot p50 < 200ms"]}
            """;

    private final Instant start =
            InstantSource.system().instant().minus(Duration.ofMinutes(20)).truncatedTo(ChronoUnit.SECONDS);

    @TempDir
    private Path home;

    @Test
    void theSameStartAndSeedGiveTheSameFinalResultWithVirtualStamps() throws Exception {
        Path plan = Files.writeString(home.resolve("plan.yaml"), PLAN);
        try (Shell shell = new Shell(home);
                LocalStack stack =
                        LocalStack.start(StackOptions.onLoopback(home, List.of(ONE, OTHER)), shell.context());
                ResultReader results = Home.results(home)) {
            StepResultRow first = simulated(home, ONE, plan, results);
            StepResultRow second = simulated(home, OTHER, plan, results);

            assertThat(first.finality()).isEqualTo(Finality.FINAL);
            assertThat(first.verdict()).isEqualTo(Verdict.PASS);
            assertThat(first.measureFrom()).isBetween(start, start.plusSeconds(30));
            assertThat(first.measureUntil()).contains(first.measureFrom().plusSeconds(120));
            // 2 req/s for 120 s: a Poisson count of mean 240 is within 4 standard deviations of it.
            assertThat(first.counts().due()).isBetween(240L - 62, 240L + 62);
            assertThat(first.metrics().get(Metric.TTFT_DUE).count())
                    .isEqualTo(first.counts().due());
            assertThat(first.signalMeans()).isNotEmpty();
            // Not the signals' means: which of the last scrapes a result still meets depends on when they came.
            assertThat(second)
                    .usingRecursiveComparison()
                    .ignoringFields("signalMeans", "signalMaxima")
                    .isEqualTo(first);
            assertThat(Path.of(stack.store().toString())).exists();
            assertThat(withoutStack(plan))
                    .as("a run that is counted in its own process")
                    .usingRecursiveComparison()
                    .ignoringFields("signalMeans", "signalMaxima")
                    .isEqualTo(first);
        }
    }

    private StepResultRow withoutStack(Path plan) throws IOException {
        Path elsewhere = Files.createDirectory(home.resolve("elsewhere"));
        Path store = elsewhere.resolve("store.db");
        SqliteStore.open(store).close();
        try (ResultReader results = SqliteStore.openReader(store)) {
            return simulated(elsewhere, ONE, plan, results);
        }
    }

    private StepResultRow simulated(Path home, Team team, Path plan, ResultReader results) {
        try (Shell shell = new Shell(home)) {
            int exit = shell.run(
                    "run",
                    plan.toString(),
                    "--simulate",
                    "demo-tuned",
                    "--team",
                    team.name(),
                    "--start",
                    start.toString());
            assertThat(exit).as(shell.err() + shell.out()).isEqualTo(ExitCode.OK.code());
        }
        RunRow run = results.latestRuns(10).stream()
                .filter(it -> it.key().team().equals(team))
                .findFirst()
                .orElseThrow();
        return settled(results, run.key());
    }

    /** A final result is stored again with what came after it: the run's end, and the last scrapes. */
    private static StepResultRow settled(ResultReader results, RunKey run) {
        AtomicReference<StepResultRow> row = new AtomicReference<>();
        Await.until(
                () -> {
                    row.set(results.steps(run).get(0).result().orElseThrow());
                    return isSettled(row.get());
                },
                () -> "not settled: " + row);
        return row.get();
    }

    private static boolean isSettled(StepResultRow row) {
        return row.runStatus() == RunStatus.ENDED && !row.signalMeans().isEmpty();
    }
}
