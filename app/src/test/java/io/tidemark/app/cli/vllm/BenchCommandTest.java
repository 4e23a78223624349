package io.tidemark.app.cli.vllm;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BenchCommandTest {
    @TempDir
    private Path home;

    private Shell shell;

    @BeforeEach
    void open() {
        shell = new Shell(home);
    }

    @AfterEach
    void close() {
        shell.close();
    }

    private String plan(String flags) {
        assertThat(shell.run(("bench " + flags + " --show-plan").split(" ", -1)))
                .as(shell.err())
                .isZero();
        return shell.out();
    }

    @Test
    void flagsBecomeThePlanOfTheSameLoad() {
        String plan = plan("serve --backend vllm --base-url http://gpu:8000 --request-rate 2.5 --num-prompts 300"
                + " --burstiness 0.5 --max-concurrency 64 --random-input-len 365 --random-range-ratio 0.4 --seed 7");

        assertThat(plan)
                .contains("\"api\" : \"completions\"", "\"seed\" : 7", "\"mean\" : 365", "\"range_ratio\" : 0.4")
                .contains("\"kind\" : \"vllm\"", "\"burstiness\" : \"0.5\"", "\"rate\" : \"2.5\"", "\"requests\" : 300")
                .contains("\"max_concurrency\" : 64");
    }

    @Test
    void withoutARateAllRequestsComeAtOnce() {
        assertThat(plan("--model m")).contains("\"rate\" : \"inf\"", "\"requests\" : 1000");
    }

    @Test
    void underscoresAreDashesAsInPython() {
        assertThat(plan("--num_prompts=5 --random_input_len 9")).contains("\"requests\" : 5", "\"mean\" : 9");
    }

    /** As with argparse: scripts put their defaults before what they were given. */
    @Test
    void ofAFlagThatIsGivenTwiceTheLastOneCounts() {
        assertThat(plan("--num-prompts 5 --seed 1 --num-prompts 9")).contains("\"requests\" : 9");
    }

    @Test
    void aSecretHeaderIsTakenAndStandsInNoPlan() {
        assertThat(plan("--header Authorization=Bearer-hush X-Route=b"))
                .contains(
                        "\"Authorization\"", "\"env\" : \"TIDEMARK_BENCH_HEADER_AUTHORIZATION\"", "\"X-Route\" : \"b\"")
                .doesNotContain("hush");
    }

    @Test
    void whatTheBodySaysOfLengthAndSamplingGoesBeforeTheFlags() {
        assertThat(plan("--random-output-len 100 --temperature 1 --extra-body"
                        + " {\"max_tokens\":7,\"temperature\":0,\"ignore_eos\":true,\"guided_regex\":\"a\"}"))
                .contains(
                        "\"output_tokens\" : {\n      \"mean\" : 7",
                        "\"temperature\" : 0.0",
                        "\"guided_regex\" : \"a\"")
                .doesNotContain("max_tokens");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--lora-modules a",
                "--probe-request-rate 1",
                "--backend tgi",
                "--dataset-name hf",
                "--dataset-name sharegpt",
                "--num-prompts 0",
                "--request-rate 0",
                "--random-range-ratio 1",
                "--goodput itl:5",
                "--percentile-metrics latency",
                "--metric-percentiles 101",
                "--ramp-up-start-rps 1",
                "--ramp-up-strategy sideways --ramp-up-start-rps 1 --ramp-up-end-rps 2",
                "--backend openai-chat --endpoint /v1/completions",
                "--backend openai --endpoint /v3/chat/completions",
                "--backend openai-chat --endpoint v3/chat/completions",
                "--extra-body []",
                "--extra-body {\"max_tokens\":0}",
                "--extra-body {\"temperature\":\"warm\"}"
            })
    void whatItDoesNotDoIsRefusedByName(String flags) {
        assertThat(shell.run(("bench " + flags).split(" ", -1))).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains(flags.contains("range") ? "--random-range-ratio" : flagOf(flags));
    }

    @ParameterizedTest
    @ValueSource(strings = {"openai-embeddings", "infinity-embeddings", "vllm-pooling", "vllm-rerank", "openai-audio"})
    void anotherBackendOfVllmIsRefusedWithTheReason(String backend) {
        assertThat(shell.run("bench", "--backend", backend)).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err())
                .contains("--backend must be vllm or openai (both for completions) or openai-chat but was " + backend)
                .contains("embeddings, pooling and rerank have no tokens to time, and audio is not sent");
    }

    /** Also where the path has another problem, whose message quotes it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/completions?api-key=hush",
                "/v1/chat/completions?api-key=hush",
                "v1/completions?api-version=1&sig=hush"
            })
    void aSecretInTheQueryOfTheEndpointIsRefusedAndNotRepeated(String path) {
        assertThat(shell.run("bench", "--endpoint", path)).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err())
                .contains("--endpoint must not have a secret such as " + (path.contains("sig") ? "sig" : "api-key"))
                .doesNotContain("hush");
    }

    private static String flagOf(String flags) {
        String[] words = flags.split(" ", -1);
        return flags.contains("--endpoint") ? "--endpoint" : words[0];
    }
}
