package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.server.ServeCommandLine;
import io.tidemark.fixtures.RepositoryFiles;
import io.tidemark.fixtures.process.FreePorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scenarios of deploy/ with real servers of {@code tidemark simulate serve}, which are started from the scenario's profiles. */
@Tag("integration")
final class ScenarioLauncherTest {
    @TempDir
    private Path folder;

    private final int port = FreePorts.next();

    private String[] run(String model) {
        List<String> serve = List.of(
                model,
                "--simulate-profile",
                "generic",
                "--max-model-len",
                "${env.MAX_MODEL_LEN}",
                "--kv-cache-dtype",
                "${env.KV_CACHE_DTYPE}",
                "--port",
                "${port}");
        String command = ServeCommandLine.yaml(serve);
        List<String> arguments = new ArrayList<>(List.of(
                "run", RepositoryFiles.path("deploy/plans/scenarios.yaml").toString()));
        arguments.addAll(List.of("--scenario", "smoke_test"));
        for (String change : List.of(
                "server.command=" + command,
                "targets[0].url=http://127.0.0.1:" + port,
                "steps[0].requests=16",
                "calibrate=false",
                "after=[{name: notes, run: [sh, -c, \"echo asked $0 for $1\", \"${url}\", \"${model}\"]}]",
                "limits.schedule_lag_p99=60s",
                "slo.objectives=[errors < 50%]")) {
            arguments.addAll(List.of("--set", change));
        }
        return arguments.toArray(String[]::new);
    }

    @Test
    @Tag("long")
    void theSmokeTestRunsOnAServerThatIsStartedFromItsProfiles() throws Exception {
        Path home = folder.resolve("home");
        try (TidemarkProcess run = TidemarkProcess.start(home, run("${model}"))) {
            assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(ExitCode.OK.code());
            assertThat(run.out())
                    .contains("starts for phase default")
                    .contains("answered /health after")
                    .containsPattern("after +notes: over after [\\d.]+ s \\(log .*notes.log\\)");
        }
        try (Stream<Path> logs = Files.list(home.resolve("servers"))) {
            List<Path> all = logs.toList();
            assertThat(all)
                    .filteredOn(Files::isDirectory)
                    .singleElement()
                    .satisfies(after -> assertThat(Files.readString(after.resolve("notes.log")))
                            .contains("asked http://127.0.0.1:" + port + " for openai/gpt-oss-20b"));
            assertThat(all)
                    .filteredOn(file -> file.toString().endsWith(".log"))
                    .singleElement()
                    .satisfies(log -> assertThat(Files.readString(log))
                            .contains("--max-model-len 8192 --kv-cache-dtype auto --port " + port));
        }
    }

    @Test
    void aServerOfAnotherModelIsRefusedBeforeAnyLoad() throws Exception {
        try (TidemarkProcess run = TidemarkProcess.start(folder.resolve("home"), run("someone/else"))) {
            assertThat(run.exitCode()).isEqualTo(ExitCode.INFRASTRUCTURE.code());
            assertThat(run.err()).contains("serves no model \"openai/gpt-oss-20b\"; it serves: someone/else");
            assertThat(run.out()).doesNotContain("step 1/1");
        }
    }
}
