package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.Tidemark;
import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.fixtures.process.FreePorts;
import io.tidemark.sinks.store.read.ResultReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tidemark run} of a plan that says how its servers are started. */
@Tag("integration")
final class ServerSequenceTest {
    @TempDir
    private Path home;

    private final int port = FreePorts.next();

    @Test
    void everyRunHasAFreshServerOfItsPhase() throws Exception {
        Path plan = plan("max-num-seqs: 4");
        try (TidemarkProcess run =
                TidemarkProcess.start(home, "run", plan.toString(), "--phases", "base,tuned", "--repeat", "1")) {
            // On a machine that is busy the client is too slow for its own rules; both runs end all the same.
            assertThat(run.exitCode())
                    .as(run.out() + run.err())
                    .isIn(ExitCode.OK.code(), ExitCode.RUN_INVALID.code(), ExitCode.INCONCLUSIVE.code());
            assertThat(run.out())
                    .contains(
                            "server    starts for phase tuned",
                            "server    answered /health after",
                            "2 of 2 runs ended");
        }

        assertThat(facts()).hasSize(2).allSatisfy(text -> assertThat(text).contains("\"failure\" : \"STOPPED\""));
        assertThat(facts()).anyMatch(text -> text.contains("\"max-num-seqs\" : \"4\""));
        try (ServerSocket free = new ServerSocket()) {
            free.setReuseAddress(true);
            free.bind(new InetSocketAddress(port));
        }
        try (ResultReader results = Home.results(home)) {
            assertThat(results.latestRuns(9))
                    .hasSize(2)
                    .allSatisfy(row -> assertThat(facts())
                            .anyMatch(
                                    text -> text.contains(row.origin().labels().get("server_start"))));
        }
    }

    @Test
    void flagThatTheServerDoesNotHaveIsRefusedBeforeTheFirstStart() throws Exception {
        Path plan = plan("max-num-sequences: 4");
        try (Shell shell = new Shell(home)) {
            int exit = shell.run("run", plan.toString(), "--phases", "base,tuned", "--repeat", "1");
            assertThat(exit).as(shell.out() + shell.err()).isEqualTo(ExitCode.USAGE.code());
            assertThat(shell.err()).contains("phase tuned: flag --max-num-sequences is not among", "did you mean");
        }
        assertThat(home.resolve("servers")).doesNotExist();
    }

    @Test
    void commandBeforeRunsDoesNotGoWithAServer() throws Exception {
        Path plan = plan("max-num-seqs: 4");
        try (Shell shell = new Shell(home)) {
            int exit = shell.run("run", plan.toString(), "--phases", "base,tuned", "--before-run", "true");
            assertThat(exit).as(shell.out() + shell.err()).isEqualTo(ExitCode.USAGE.code());
            assertThat(shell.err()).contains("--before-run does not go with a plan that has server:");
        }
    }

    @Test
    void checkingAPlanShowsCommandsAndEnvironment() throws Exception {
        Path plan = plan("max-num-seqs: 4");
        try (Shell shell = new Shell(home)) {
            int exit = shell.run("plan", "check", plan.toString());
            assertThat(exit).as(shell.out() + shell.err()).isEqualTo(ExitCode.OK.code());
            assertThat(shell.out())
                    .contains("phase tuned, command: ", "demo-tuned --port " + port + " --max-num-seqs 4\n")
                    .contains("TZ  UTC  " + plan + ":18");
        }
    }

    private List<String> facts() throws IOException {
        try (Stream<Path> files = Files.list(home.resolve("servers"))) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .map(ServerSequenceTest::text)
                    .toList();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path plan(String flags) throws IOException {
        String text = """
                experiment: servers
                server:
                  command:
                    - %s
                    - -XX:+UseSerialGC
                    - -XX:TieredStopAtLevel=1
                    - -XX:+UnlockDiagnosticVMOptions
                    - -XX:-BytecodeVerificationRemote
                    - -Xmx256m
                    - -cp
                    - %s
                    - %s
                    - simulate
                    - serve
                    - ${model}
                    - --port
                    - ${port}
                  env: {TZ: UTC}
                  stop: {grace: 5s}
                phases: [{name: base}, {name: tuned, flags: {%s}}]
                targets: [{url: "http://127.0.0.1:%d", model: demo-tuned}]
                limits: {schedule_lag_p99: 60s}
                workload: {kind: synthetic, prompt_tokens: 20, output_tokens: 4}
                steps: [{rate: 5, requests: 5}]
                first_request: false
                warm_up_client: false
                calibrate: false
                slo: {objectives: ["errors < 50%% over 10s"]}
                """.formatted(
                        Path.of(System.getProperty("java.home"), "bin", "java"),
                        System.getProperty("java.class.path"),
                        Tidemark.class.getName(),
                        flags,
                        port);
        return Files.writeString(home.resolve("plan.yaml"), text);
    }
}
