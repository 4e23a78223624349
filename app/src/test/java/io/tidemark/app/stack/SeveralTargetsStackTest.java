package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunRow;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run over two servers through broker, streams and store, in real time. */
@Tag("integration")
final class SeveralTargetsStackTest {
    private static final String PLAN = """
            experiment: two servers
            seed: 3
            balance: weights
            targets:
              - {name: large, url: "%s", weight: 3}
              - {name: small, url: "%s"}
            workload: {kind: synthetic, prompt_tokens: 20-30, output_tokens: 8-12}
            arrivals: constant
            limits: {schedule_lag_p99: 60s}
            calibrate: false
            first_request: false
            steps: [{rate: 20, duration: 6s}]
            slo: {verdict: short-run, objectives: ["errors < 50%% over 10s"]}
            """;

    @TempDir
    private Path home;

    @Test
    void theServersAreAskedThreeToOneAndEachHasItsFiguresInTheResultsOfOneRun() throws Exception {
        try (Target large = new Target();
                Target small = new Target()) {
            Path plan = Files.writeString(home.resolve("plan.yaml"), PLAN.formatted(large.url(), small.url()));
            try (Shell run = new Shell(home)) {
                assertThat(run.run("run", plan.toString()))
                        .as(run.out() + run.err())
                        .isEqualTo(ExitCode.OK.code());
                assertThat(run.out())
                        .contains("balance   weights 3:1")
                        .contains(large.url())
                        .contains("requests by target: large 90, small 30");
            }
            assertThat(large.asked()).isEqualTo(90);
            assertThat(small.asked()).isEqualTo(30);

            try (ResultReader results = Home.results(home)) {
                assertThat(results.latestRuns(5)).hasSize(1);
                RunRow row = results.latestRuns(1).get(0);
                assertThat(results.steps(row.key()))
                        .singleElement()
                        .satisfies(step -> assertThat(step.result().orElseThrow())
                                .satisfies(whole -> {
                                    assertThat(whole.target()).isEqualTo("all targets");
                                    assertThat(whole.counts().due()).isEqualTo(120);
                                }));
                assertThat(home.resolve("runs").resolve(row.key().run()).resolve("report.md"))
                        .content()
                        .contains("By target")
                        .containsPattern("\\| large +\\| +90 \\| +75 % \\| +75 % ");
                try (Shell shown = new Shell(home)) {
                    assertThat(shown.run("runs", "show", row.key().run(), "--json"))
                            .isZero();
                    JsonNode targets = new JsonMapper().readTree(shown.out()).at("/steps/0/targets");
                    assertThat(targets).hasSize(2);
                    assertThat(targets.at("/0/target").asText()).isEqualTo("large");
                    assertThat(targets.at("/0/requests").asLong()).isEqualTo(90);
                    assertThat(targets.at("/0/expectedShare").asDouble()).isEqualTo(0.75);
                    assertThat(targets.at("/0/share").asDouble()).isEqualTo(0.75);
                    assertThat(targets.at("/0/uneven").asBoolean()).isFalse();
                    assertThat(targets.at("/1/requests").asLong()).isEqualTo(30);
                    assertThat(targets.at("/1/ttft/p99Nanos").asLong()).isPositive();
                }
            }
        }
    }

    @Test
    void oneOfTheTargetsCanBeChosen() throws Exception {
        try (Target large = new Target();
                Target small = new Target();
                Shell run = new Shell(home)) {
            Path plan = Files.writeString(home.resolve("plan.yaml"), PLAN.formatted(large.url(), small.url()));

            assertThat(run.run("run", plan.toString(), "--target", small.url()))
                    .as(run.out() + run.err())
                    .isEqualTo(ExitCode.OK.code());

            assertThat(large.asked()).isZero();
            assertThat(small.asked()).isEqualTo(120);
            assertThat(run.out()).doesNotContain("requests by target").doesNotContain("balance  ");
        }
    }
}
