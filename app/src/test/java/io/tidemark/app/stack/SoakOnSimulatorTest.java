package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.soak.SoakFinding;
import io.tidemark.analysis.soak.SoakFindingKind;
import io.tidemark.analysis.soak.SoakOnset;
import io.tidemark.analysis.soak.SoakStanding;
import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.reports.soak.SoakTimeline;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunFilter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Eight hours of a simulated server through broker, streams and store to the report: its steps become slower after 5 h 20 min, and it restarts after 6 h 35 min. */
@Tag("long")
final class SoakOnSimulatorTest {
    private static final Team TEAM = new Team("default");
    private static final String PLAN = """
            experiment: soak
            workload: {kind: synthetic, prompt_tokens: 60, output_tokens: 12}
            steps: [{rate: 0.5, duration: 8h}]
            slo: {verdict: short-run, objectives: ["ttft_due p50 < 10s"]}
            first_request: false
            """;

    @TempDir
    private Path home;

    @Test
    void theReportSaysWhichHoursDriftedSinceWhenAndThatTheServerRestarted() throws Exception {
        Path plan = Files.writeString(home.resolve("plan.yaml"), PLAN);
        try (Shell shell = new Shell(home);
                LocalStack stack = LocalStack.start(StackOptions.onLoopback(home, List.of(TEAM)), shell.context());
                ResultReader results = Home.results(home)) {
            assertThat(stack.store()).isNotNull();
            int exit = shell.run(
                    "run",
                    plan.toString(),
                    "--simulate",
                    "demo-tuned",
                    "--start",
                    InstantSource.system()
                            .instant()
                            .minus(Duration.ofHours(9))
                            .truncatedTo(ChronoUnit.SECONDS)
                            .toString(),
                    "--fault",
                    "slow-tokens=1.5,from=19200",
                    "--fault",
                    "restart,from=23700,for=5");
            String told = shell.out().replaceAll("\\s+", " ");
            assertThat(exit).as(told + shell.err()).isEqualTo(ExitCode.OK.code());
            assertThat(told).contains("Soak degraded (8 hours: 1 degraded, ", "; first: ");

            SoakTimeline soak = SoakTimeline.of(results.segments(
                            results.runs(RunFilter.team(TEAM)).get(0).key(), 0, RequestClass.ALL))
                    .orElseThrow();
            assertThat(soak.hours().subList(1, 5)).allMatch(hour -> hour.standing() == SoakStanding.STEADY);
            assertThat(soak.hours().get(6).standing()).isEqualTo(SoakStanding.DEGRADED);
            assertThat(soak.hours().get(6).findings())
                    .extracting(SoakFinding::kind)
                    .contains(SoakFindingKind.LATENCY_DRIFT, SoakFindingKind.SERVER_RESTART);
            assertThat(soak.hours().get(7).standing()).isEqualTo(SoakStanding.DRIFTED);
            assertThat(soak.episodes())
                    .filteredOn(episode -> episode.newest().kind() == SoakFindingKind.LATENCY_DRIFT)
                    .extracting(
                            episode -> episode.onset().map(SoakOnset::segment).orElse(-1))
                    .contains(32);
        }
    }
}
