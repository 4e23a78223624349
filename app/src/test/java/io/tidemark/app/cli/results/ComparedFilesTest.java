package io.tidemark.app.cli.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Result files of other tools as sides: read, compared, not stored. */
class ComparedFilesTest {
    @TempDir
    private Path home;

    /** A plain result of {@code vllm bench serve}; the figures are those of the RTX 5070 log, off by {@code share}. */
    private Path bench(String name, int minute, double ttftMillis, double tokensPerSecond, double share)
            throws Exception {
        double off = 1 + share;
        return Files.writeString(home.resolve(name), """
                {"date": "20260126-10%02d00", "endpoint_type": "vllm", "backend": "vllm", "model_id": "Qwen/Qwen2.5-7B-Instruct-AWQ",
                 "tokenizer_id": "t", "num_prompts": 100, "request_rate": "inf", "burstiness": 1.0, "max_concurrency": 10,
                 "duration": %s, "completed": 100, "failed": 0, "total_input_tokens": 12800, "total_output_tokens": 25600,
                 "request_throughput": %s, "output_throughput": %s, "total_token_throughput": %s,
                 "mean_ttft_ms": %s, "median_ttft_ms": %s, "std_ttft_ms": 1.0, "p99_ttft_ms": %s,
                 "mean_tpot_ms": 91.45, "median_tpot_ms": 91.4, "p99_tpot_ms": 99.0}
                """.formatted(
                        minute,
                        25600 / (tokensPerSecond * off),
                        tokensPerSecond * off / 256,
                        tokensPerSecond * off,
                        tokensPerSecond * off * 1.5,
                        ttftMillis * off,
                        ttftMillis * off,
                        ttftMillis * off * 1.2));
    }

    private Path quality(String name, double score) throws Exception {
        return Files.writeString(home.resolve(name), """
                {"results": {"gsm8k_cot": {"alias": "gsm8k_cot", "exact_match,strict-match": %s,
                 "exact_match_stderr,strict-match": 0.0134}}, "n-samples": {"gsm8k_cot": {"original": 1319, "effective": 1319}},
                 "higher_is_better": {"gsm8k_cot": {"exact_match": true}},
                 "config": {"model": "local-chat-completions", "model_args": "model=Qwen/Qwen2.5-7B-Instruct-AWQ"},
                 "date": 1769421600.0, "lm_eval_version": "0.4.9"}
                """.formatted(score));
    }

    private String said(ExitCode expected, String... arguments) {
        try (Shell shell = new Shell(home.resolve("no-home"))) {
            int code = shell.run(arguments);
            assertThat(code).as(shell.out() + shell.err()).isEqualTo(expected.code());
            return (shell.out() + shell.err()).replaceAll(" +", " ");
        }
    }

    @Test
    void theKvOffloadLogIsTold49xFasterHalfTheTokensAndNoMaths() throws Exception {
        String base = bench("base-1.json", 1, 10_979, 84.3, 0.01) + "," + bench("base-2.json", 2, 10_979, 84.3, -0.01)
                + "," + bench("base-3.json", 3, 10_979, 84.3, 0) + "," + quality("base-quality.json", 0.61);
        String candidate =
                bench("max-1.json", 11, 224.5, 43.3, 0.01) + "," + bench("max-2.json", 12, 224.5, 43.3, -0.01) + ","
                        + bench("max-3.json", 13, 224.5, 43.3, 0) + "," + quality("max-quality.json", 0);
        String third = bench("other-1.json", 21, 300, 60, 0).toString();

        // 10,979 / 224.5 = 48.9 and 43.3 / 84.3 - 1 = -48.6 %.
        assertThat(said(ExitCode.OK, "compare", base, candidate, third))
                .containsPattern("ttft p50 11 s 224 ms, 48.9x faster, IMPROVED, best 300 ms, 36.6x faster")
                .containsPattern("output_tokens_per_second 84.3 tok/s, best 43.3 tok/s, -48.6 %, REGRESSED")
                .containsPattern("gsm8k_cot exact_match \\(strict-match\\) 61 %, best 0 %, -61.0 points, REGRESSED");
        assertThat(home.resolve("no-home/store.db")).doesNotExist();
        assertThat(said(ExitCode.SLO_NOT_MET, "gate", "--baseline", base, "--candidate", candidate)
                        .replaceAll("\\s+", " "))
                .contains("FAIL", "base-1.json and 3 more", "gsm8k_cot exact_match (strict-match) -61.0 points");
    }

    /** A copy under another name is the same content, so the same run. */
    @Test
    void theSameResultsOnBothSidesAreRefused() throws Exception {
        Path base = bench("base-1.json", 1, 10_979, 84.3, 0);
        Path copy = Files.copy(base, home.resolve("copy.json"));
        Path other = bench("other.json", 2, 10_979, 84.3, 0.01);

        assertThat(said(ExitCode.USAGE, "compare", base.toString(), base.toString()))
                .contains("is on two sides, ", "base-1.json", "compared with itself shows no difference");
        assertThat(said(ExitCode.USAGE, "gate", "--baseline", base.toString(), "--candidate", other + "," + copy))
                .contains("is on two sides, ", "other.json and 1 more");
    }

    @Test
    void oneFileASideHasNoIntervalAndSaysWhereItIsFromAndWhatItLacks() throws Exception {
        String said = said(
                ExitCode.OK,
                "compare",
                bench("base-1.json", 1, 10_979, 84.3, 0).toString(),
                bench("max-1.json", 2, 224.5, 43.3, 0).toString());

        assertThat(said.replaceAll("\\s+", " "))
                .contains(
                        "without repeats, the variation between runs is unknown",
                        "the largest is ttft p50 at 10 concurrent -98.0 % (no interval")
                .doesNotContain("Runs needed")
                .contains("10 concurrent ttft p99 13.2 s 269 ms -98.0 % (no interval)")
                .contains("max-1.json were imported from vllm bench serve: ");
    }

    @Test
    void aTablesOwnVerdictsSayWhatItsPhasesHoldInItsOwnOrder() throws Exception {
        Path table = Files.writeString(home.resolve("phases.csv"), """
                phase,rate,requests,duration_s,date,ttft_p99_ms,verdict
                baseline,1.5,300,200,2026-02-25,900,pass
                baseline,2.0,300,150,2026-02-25,1100,fail
                moderate,2.0,300,150,2026-02-25,953,pass
                moderate,2.5,300,120,2026-02-25,1400,fail
                batch,2.0,300,150,2026-02-25,960,pass
                batch,2.5,300,120,2026-02-25,1300,fail
                """);
        said(ExitCode.OK, "runs", "import", table.toString(), "--experiment", "tuning");

        assertThat(said(ExitCode.OK, "compare", "--table", "tuning").replaceAll("\\s+", " "))
                .contains("No phase holds more load: moderate, batch hold between 2 and 2.5 req/s.")
                .contains("Figure by figure, moderate, batch are screened only.")
                .containsOnlyOnce("imported from table")
                .containsPattern("baseline between 1.5 and 2 req/s 1 moderate between 2 and 2.5 req/s 1 batch");
    }

    @Test
    void aFileThatIsNoResultIsNamed() throws Exception {
        Path bad = Files.writeString(home.resolve("bad.json"), "{\"no\": 1}");
        Path good = bench("base-1.json", 1, 10_979, 84.3, 0);

        assertThat(said(ExitCode.USAGE, "compare", good.toString(), bad.toString()))
                .contains("bad.json");
    }
}
