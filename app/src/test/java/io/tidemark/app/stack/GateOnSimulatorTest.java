package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.schemas.Team;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

/** Runs of a simulated server through broker, streams and store to the gate: the same twice, and one whose steps take half as long again. */
@Tag("long")
final class GateOnSimulatorTest {
    private static final int RUNS = 3;
    private static final String PLAN = """
            experiment: gate
            workload: {kind: synthetic, prompt_tokens: 60, output_tokens: 20}
            phases: [{name: before, flags: {kv-cache-dtype: fp8}}, {name: again}, {name: slower}]
            steps: [{rate: 4, duration: 60s}]
            slo: {verdict: short-run, objectives: ["ttft_due p50 < 2s", "tpot p50 < 500ms"]}
            first_request: false
            """;

    @TempDir
    private Path home;

    private final Instant start =
            InstantSource.system().instant().minus(Duration.ofHours(12)).truncatedTo(ChronoUnit.SECONDS);

    @Test
    void theSameTwiceDoesNotRegressAndASlowerServerDoes() throws Exception {
        Path plan = Files.writeString(home.resolve("plan.yaml"), PLAN);
        try (Shell shell = new Shell(home);
                LocalStack stack = LocalStack.start(
                        StackOptions.onLoopback(home, List.of(new Team("default"))), shell.context())) {
            assertThat(stack.store()).isNotNull();
            for (int run = 0; run < RUNS; run++) {
                // Each side comes first in turn: a drift of the machine counts for neither.
                boolean baselineFirst = run % 2 == 0;
                simulated(plan, "before", 3 * run + (baselineFirst ? 0 : 2));
                simulated(plan, "again", 3 * run + 1);
                simulated(plan, "slower", 3 * run + (baselineFirst ? 2 : 0), "--fault", "regress=step-time=1.5");
            }

            assertThat(gate("again", ExitCode.OK, "--policy", policy()))
                    .contains("\"again\" against \"before\": PASS")
                    .doesNotContainIgnoringCase("regressed");
            Path junit = home.resolve("gate.xml");
            assertThat(gate("slower", ExitCode.SLO_NOT_MET, "--junit", junit.toString()))
                    .contains("FAIL", "Regressed: ", "tpot p50 at 4 req/s +", "Moved with it: ")
                    .contains("declared flag kv-cache-dtype is fp8 but the server says auto");
            Document xml =
                    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(junit.toFile());
            assertThat(xml.getElementsByTagName("failure").getLength()).isPositive();
        }
    }

    private String policy() throws Exception {
        return Files.writeString(home.resolve("policy.yaml"), "on_inconclusive: pass\n")
                .toString();
    }

    private void simulated(Path plan, String phase, int number, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "run",
                plan.toString(),
                "--simulate",
                "demo-tuned",
                "--phase",
                phase,
                "--quiet",
                "--set",
                "seed=" + (number + 1),
                "--start",
                start.plus(Duration.ofMinutes(10L * number)).toString()));
        arguments.addAll(List.of(more));
        try (Shell shell = new Shell(home)) {
            assertThat(shell.run(arguments.toArray(String[]::new)))
                    .as(shell.err() + shell.out())
                    .isEqualTo(ExitCode.OK.code());
        }
    }

    private String gate(String candidate, ExitCode expected, String... more) {
        List<String> arguments = new ArrayList<>(List.of("gate", "--baseline", "before", "--candidate", candidate));
        arguments.addAll(List.of(more));
        try (Shell shell = new Shell(home)) {
            int code = shell.run(arguments.toArray(String[]::new));
            assertThat(code).as(shell.out() + shell.err()).isEqualTo(expected.code());
            return shell.out().replaceAll("\\s+", " ");
        }
    }
}
