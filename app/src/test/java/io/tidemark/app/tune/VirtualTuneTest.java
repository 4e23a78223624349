package io.tidemark.app.tune;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tidemark tune --simulate}: servers, load, starts and budget in virtual time, without processes and brokers. */
final class VirtualTuneTest {
    private static final String START = "2026-11-20T22:00:00Z";
    private static final String SEARCH = """
            experiment: virtual tune
            seed: 3
            targets: [{url: "http://127.0.0.1:8000", model: microsoft/Phi-4-mini-instruct}]
            server:
              command: vllm serve ${model} ${flags} --port ${port}
              warm_up: {requests: 2}
              flags: {max-model-len: 4096}
            sweep:
              combinations:
                - {name: wide, flags: {max-num-seqs: 10}}
                - {name: no-memory, flags: {gpu-memory-utilization: 0.35}}
            tune:
              budget: 45m
              start_up: 90s
              search: {check: 1m, first: 2m, longest: 4m}
              finals: {challengers: 1, repeats: 3, length: 2m}
            workload: {kind: synthetic, prompt_tokens: 40, output_tokens: 20}
            steps: [{rate: 1, duration: 2m, warm_up: 10s}]
            slo: {objectives: ["ttft_due p90 < 400ms over 1m"]}
            """;

    @TempDir
    private Path folder;

    /** What a command printed, and how it ended. */
    private record Said(int exit, String out, String err) {
        /** Without what is of one home and one machine. */
        List<String> figures() {
            return out.lines()
                    .filter(line -> !line.contains("of wall time"))
                    .map(line -> line.replaceFirst("its log is .*/", ""))
                    .toList();
        }
    }

    private Said tune(String home, String plan, String... more) throws IOException {
        Path file = Files.writeString(folder.resolve("plan.yaml"), plan);
        Path small = Files.writeString(folder.resolve("small.yaml"), "extends: phi-4-mini-l4\nmax-num-seqs: 4\n");
        List<String> words = new ArrayList<>(List.of("tune", file.toString(), "--simulate", small.toString()));
        words.addAll(List.of(more));
        try (Shell shell = new Shell(folder.resolve(home))) {
            int exit = shell.run(words.toArray(String[]::new));
            return new Said(exit, shell.out(), shell.err());
        }
    }

    @Test
    void theSamePlanProfileAndStartGiveTheSameTune() throws Exception {
        Said first = tune("a", SEARCH, "--no-publish", "--start", START);

        assertThat(first.exit()).as(first.err()).isEqualTo(ExitCode.OK.code());
        assertThat(first.out())
                .contains("small, simulated in virtual time")
                .contains("ready after 1 min 31 s")
                .contains(
                        "INFEASIBLE (OUT_OF_MEMORY): the server ran out of memory: ValueError: No available memory for"
                                + " the cache blocks.")
                .containsPattern("(?m)^  tune \\w+: \\w+")
                .containsPattern("virtual   \\d+ min in [\\d.]+ s of wall time");
        Path log = Path.of(first.out().replaceFirst("(?s).*?its log is ([^\n]*).*", "$1"));
        assertThat(Files.readString(log))
                .contains("vllm serve microsoft/Phi-4-mini-instruct --max-model-len 4096 --port 8000")
                .contains("GPU KV cache size: ");
        assertThat(tune("b", SEARCH, "--no-publish", "--start", START).figures())
                .isEqualTo(first.figures());
    }

    /** At most twice its budget of 45 min, and an hour. */
    @Test
    void aPublishedTuneThatWouldEndInTheFutureIsRefused() throws Exception {
        Said said = tune("home", SEARCH, "--start", "2099-01-01T00:00:00Z");

        assertThat(said.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(said.err()).contains("--start 2099-01-01T00:00:00Z: the tune takes up to PT2H30M of virtual time");
    }

    @Test
    void aFlagThatVllmDoesNotHaveIsRefusedBeforeTheFirstStart() throws Exception {
        Said said = tune("home", SEARCH.replace("max-num-seqs: 10", "max-num-sequences: 10"), "--no-publish");

        assertThat(said.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(said.err()).contains("phase wide: unrecognized arguments: --max-num-sequences 10");
    }

    @Test
    void aSweepNeedsTheStreams() throws Exception {
        String sweep = SEARCH.replaceAll("(?s)tune:.*?workload", "workload");
        Said said = tune("home", sweep, "--no-publish");

        assertThat(said.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(said.err()).contains("--no-publish goes with a section `tune`");
    }
}
