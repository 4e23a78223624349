package io.tidemark.importers;

import static io.tidemark.importers.ImportFixture.MILLI;
import static io.tidemark.importers.ImportFixture.metric;
import static io.tidemark.importers.ImportFixture.metrics;
import static io.tidemark.importers.ImportFixture.run;
import static io.tidemark.importers.ImportFixture.runs;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.LoadKind;
import io.tidemark.events.MetricName;
import io.tidemark.events.MetricResult;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepResult;
import io.tidemark.events.StepState;
import io.tidemark.importers.run.ImportedRun;
import io.tidemark.schemas.Ulid;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Results of vllm bench serve as its versions write them. The two lines of 2025 are of the README of nerdalert/vllm-bench-automation. */
final class VllmImportTest {
    private static final String TEN = """
            {"date": "20250530-203806", "backend": "vllm", "model_id": "meta-llama/Llama-3.2-3B-Instruct", "num_prompts": 300,
             "gpu": "4xNVIDIA_L40S", "request_rate": 10.0, "burstiness": 1.0, "max_concurrency": null, "duration": 36.034275877000255,
             "completed": 300, "total_input_tokens": 299700, "total_output_tokens": 81050, "request_throughput": 8.325406649602808,
             "request_goodput:": null, "output_throughput": 2249.247363167692, "mean_ttft_ms": 54.577085783294024,
             "median_ttft_ms": 52.999333499883505, "std_ttft_ms": 9.27197373989555, "p99_ttft_ms": 89.76647855975897,
             "mean_tpot_ms": 13.577995860227945, "median_tpot_ms": 13.512526767533997, "p99_tpot_ms": 17.652194109258673}
            """;
    private static final String THIRTY = """
            {"date": "20250530-203916", "backend": "vllm", "model_id": "meta-llama/Llama-3.2-3B-Instruct", "num_prompts": 900,
             "gpu": "4xNVIDIA_L40S", "request_rate": 30.0, "burstiness": 1.0, "duration": 40.57259980900017, "completed": 900,
             "request_throughput": 22.182458216551215, "mean_ttft_ms": 73.22729984779572, "p99_ttft_ms": 169.39216242027214}
            """;

    @Test
    void figuresWithoutRequestsAreKeptWithoutASketch() {
        ImportedRun run = run("a.json", TEN);
        StepResult result = run.results().get(0);
        assertThat(result.getLoadKind()).isEqualTo(LoadKind.RATE);
        assertThat(result.getLoad()).isEqualTo(10.0);
        assertThat(result.getOk()).isEqualTo(300);
        assertThat(result.getPromptTokens()).isEqualTo(299_700);
        MetricResult ttft = metric(result, MetricName.TTFT);
        assertThat(ttft.getCount()).isEqualTo(300);
        assertThat(ttft.getP50Nanos()).isEqualTo(52_999_333);
        assertThat(ttft.getP95Nanos()).isNull();
        assertThat(ttft.getP99Nanos()).isEqualTo(89_766_479);
        assertThat(ttft.getSketch().remaining()).isZero();
        assertThat(metrics(result, MetricName.TTFT_DUE)).isEmpty();
        assertThat(run.requests()).isEmpty();
        assertThat(run.provenance().missingData())
                .contains("no due times: ttft_due, e2e_due and queue_time are unknown")
                .contains("no count of failed requests");
        assertThat(run.provenance().sources().get(0).figures()).containsEntry("std_ttft_ms", 9.27197373989555);
        assertThat(run.run().getLabels()).containsEntry("gpu", "4xNVIDIA_L40S");
    }

    @Test
    void itsDateIsTheEndOfTheRun() {
        StepState step = run("a.json", TEN).steps().get(0);
        assertThat(step.getEnded()).isEqualTo(Instant.parse("2025-05-30T20:38:06Z"));
        assertThat(step.getStarted())
                .isBetween(Instant.parse("2025-05-30T20:37:29Z"), Instant.parse("2025-05-30T20:37:30Z"));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            2025-05-30T20:38:06Z,            2025-05-30T20:38:06Z
            2025-05-30T22:38:06.5+02:00,     2025-05-30T20:38:06.500Z
            2025-05-30 20:38:06+00:00,       2025-05-30T20:38:06Z
            2025-05-30 20:38:06.123456,      2025-05-30T20:38:06.123456Z
            20250530_203806,                 2025-05-30T20:38:06Z
            """)
    void datesAreReadInTheFormsThatFilesHave(String date, Instant expected) {
        ImportedRun run = run("a.json", TEN.replace("20250530-203806", date));
        assertThat(run.steps().get(0).getEnded()).isEqualTo(expected);
        assertThat(run.provenance().missingData().contains("no time zone: its date is taken as UTC"))
                .isEqualTo(!date.matches(".*(Z|\\+\\d\\d:\\d\\d)"));
    }

    @Test
    void aDateOfAnUnknownFormIsNamed() {
        ImportedRun run = run("a.json", TEN.replace("20250530-203806", "last Friday"));
        assertThat(run.steps().get(0).getEnded()).isEqualTo(ImportFixture.MODIFIED);
        assertThat(run.provenance().missingData())
                .contains("no date of a known form (\"last Friday\"): the file's last change stands for it");
    }

    @Test
    void whatIsNoNumberBesideTheMetricsIsLeftOutAndNamed() {
        ImportedRun run = run(
                "a.json",
                TEN.replace("9.27197373989555", "NaN").replace("\"burstiness\": 1.0", "\"burstiness\": Infinity"));
        assertThat(run.provenance().missingData()).contains("no std_ttft_ms: it is NaN");
        assertThat(run.steps().get(0).getArrivals()).isEqualTo("constant");
    }

    @Test
    void aRunWithoutAnAnswerHasNoMeans() {
        ImportedRun run = run("a.json", """
                {"date": "20260301-100000", "num_prompts": 8, "request_rate": "trace", "duration": 1.5, "completed": 0, "failed": 8,
                 "request_throughput": 0.0, "mean_ttft_ms": NaN, "median_ttft_ms": NaN, "p99_ttft_ms": NaN}
                """);
        assertThat(run.results().get(0).getDue()).isEqualTo(8);
        assertThat(run.results().get(0).getMetrics()).isEmpty();
        assertThat(run.results().get(0).getLoadKind()).isEqualTo(LoadKind.UNKNOWN);
    }

    @Test
    void appendedResultsOfOtherLoadsAreStepsOfOneRun() {
        ImportedRun run = run("results.json", TEN + THIRTY);
        assertThat(run.results()).extracting(StepResult::getLoad).containsExactly(10.0, 30.0);
        assertThat(run.run().getStepCount()).isEqualTo(2);
        assertThat(run.provenance().sources())
                .extracting(ImportedRun.Source::place)
                .containsExactly("line 1", "line 7");
    }

    @Test
    void whatIsSaidOfOneResultAloneMakesNoRunOfItsOwn() {
        String ten = TEN.replace("\"backend\"", "\"qps\": \"10\", \"run_id\": \"a1\", \"backend\"");
        String thirty = THIRTY.replace("\"backend\"", "\"qps\": \"30\", \"run_id\": \"b2\", \"backend\"");
        ImportedRun run = run("results.json", ten + thirty);
        assertThat(run.results()).hasSize(2);
        assertThat(run.run().getLabels()).containsOnlyKeys("gpu");
        assertThat(runs("results.json", ten + thirty.replace("4xNVIDIA_L40S", "H200")))
                .hasSize(2);
    }

    @Test
    void aLoadThatComesAgainBeginsARepeat() {
        String again = TEN.replace("203806", "213806");
        List<ImportedRun> runs = runs("results.json", TEN + THIRTY + again);
        assertThat(runs).hasSize(2);
        assertThat(runs.get(0).results()).hasSize(2);
        assertThat(runs.get(1).results()).extracting(StepResult::getLoad).containsExactly(10.0);
    }

    @Test
    void theSameContentIsTheSameRunWhateverItsFileIsCalled() {
        String id = run("a.json", TEN).run().getRun();
        assertThat(Ulid.isValid(id)).isTrue();
        assertThat(run("b.json", TEN).run().getRun()).isEqualTo(id);
        assertThat(run("a.json", TEN.replace("300,", "299,")).run().getRun()).isNotEqualTo(id);
    }

    @Test
    void allAtOnceUnderACapIsConcurrency() {
        StepResult result = run(
                        "a.json",
                        TEN.replace("10.0", "\"inf\"").replace("\"max_concurrency\": null", "\"max_concurrency\": 64"))
                .results()
                .get(0);
        assertThat(result.getLoadKind()).isEqualTo(LoadKind.CONCURRENCY);
        assertThat(result.getLoad()).isEqualTo(64);
    }

    @Test
    void aRateUnderACapStaysARate() {
        StepState step = run("a.json", TEN.replace("\"max_concurrency\": null", "\"max_concurrency\": 64"))
                .steps()
                .get(0);
        assertThat(step.getLoadKind()).isEqualTo(LoadKind.RATE);
        assertThat(step.getConcurrencyCap()).isEqualTo(64);
    }

    @Test
    void theFileNameTellsTheRateThatTheFileDoesNot() {
        StepResult result = run("vllm-2.5qps-m-20250530-203806.json", TEN.replace("\"request_rate\": 10.0, ", ""))
                .results()
                .get(0);
        assertThat(result.getLoad()).isEqualTo(2.5);
    }

    /** Two answers and a failure: 100 ms + 2 x 50 ms; 200 ms + 3 x 100 ms; the schedule had the second wait 30 ms for its place. */
    private static final String DETAILED = """
            {"date": "20260301-100010", "model_id": "m", "request_rate": 1.0, "duration": 10.0, "completed": 2, "failed": 1,
             "ttfts": [0.1, 0.2, 0.0], "itls": [[0.05, 0.05], [0.1, 0.1, 0.1], []], "output_lens": [3, 4, 0],
             "input_lens": [10, 20, 30], "start_times": [500.0, 501.0, 502.0], "queue_times": [0.0, 0.03, 0.0],
             "generated_texts": ["secret", "secret", ""], "errors": ["", "", "Internal Server Error"], "p99_ttft_ms": 199.0}
            """;

    @Test
    void aDetailedResultHasItsRequests() {
        ImportedRun run = run("a.json", DETAILED);
        assertThat(run.requests()).hasSize(3).allMatch(ImportedRun.Request::dueKnown);
        RequestEvent second = run.requests().get(1).event();
        assertThat(second.getDue()).isEqualTo(Instant.parse("2026-03-01T10:00:00.970Z"));
        assertThat(second.getSentNanos()).isEqualTo(30 * MILLI);
        assertThat(second.getFirstTokenNanos()).isEqualTo(230 * MILLI);
        assertThat(second.getLastTokenNanos()).isEqualTo(530 * MILLI);
        assertThat(second.getOutputTokens()).isEqualTo(4);
        assertThat(second.getChunkCount()).isEqualTo(4);
        assertThat(run.requests().get(2).event().getOutcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(run.requests().get(2).event().getFirstTokenNanos()).isNull();
    }

    @Test
    void figuresOfTheFileHoldBeforeThoseOfItsRequests() {
        StepResult result = run("a.json", DETAILED).results().get(0);
        MetricResult ttft = metric(result, MetricName.TTFT);
        assertThat(ttft.getCount()).isEqualTo(2);
        assertThat(ttft.getSumNanos()).isEqualTo(300 * MILLI);
        assertThat(ttft.getP50Nanos()).isEqualTo(150 * MILLI);
        assertThat(ttft.getP99Nanos()).isEqualTo(199 * MILLI);
        assertThat(ttft.getSketch().remaining()).isPositive();
        // (0.1 s) / 2 and (0.3 s) / 3
        assertThat(metric(result, MetricName.TPOT).getSumNanos()).isEqualTo(150 * MILLI);
        assertThat(metric(result, MetricName.ITL).getCount()).isEqualTo(5);
        // 100 ms and 200 + 30 ms
        assertThat(metric(result, MetricName.TTFT_DUE).getMaxNanos()).isEqualTo(230 * MILLI);
    }

    @Test
    void withoutQueueTimesNobodyKnowsWhenARequestWasDue() {
        ImportedRun run = run("a.json", DETAILED.replace("\"queue_times\": [0.0, 0.03, 0.0],", ""));
        assertThat(run.requests()).noneMatch(ImportedRun.Request::dueKnown);
        assertThat(metrics(run.results().get(0), MetricName.TTFT_DUE)).isEmpty();
        assertThat(metrics(run.results().get(0), MetricName.QUEUE_TIME)).isEmpty();
    }

    @Test
    void aSweepsRunsAreRepeatsOfPhasesNamedByTheServersFlags() {
        String list = "[" + TEN.replace("{\"date\"", "{\"run_number\": 0, \"max_num_seqs\": 128, \"date\"") + ","
                + TEN.replace("{\"date\"", "{\"run_number\": 1, \"max_num_seqs\": 128, \"date\"") + ","
                + TEN.replace("{\"date\"", "{\"run_number\": 0, \"max_num_seqs\": 256, \"date\"") + "]";
        List<ImportedRun> runs = runs("summary.json", list);
        assertThat(runs).hasSize(3);
        assertThat(runs)
                .extracting(run -> run.run().getPhaseConfig().get("max_num_seqs"))
                .containsExactlyInAnyOrder("128", "128", "256");
        assertThat(runs.get(0).provenance().format()).isEqualTo("vllm-sweep");
    }

    @Test
    void aSweepsTableIsReadLikeItsList() {
        ImportedRun run = run("summary.csv", """
                ,date,model_id,request_rate,duration,completed,failed,request_throughput,p99_ttft_ms,run_number,max_num_seqs
                0,20260301-100000,m,2.0,150.0,300,0,2.0,849.0,0,128
                """);
        assertThat(run.results().get(0).getLoad()).isEqualTo(2.0);
        assertThat(metric(run.results().get(0), MetricName.TTFT).getP99Nanos()).isEqualTo(849 * MILLI);
        assertThat(run.run().getPhaseConfig()).containsExactly(java.util.Map.entry("max_num_seqs", "128"));
    }

    @Test
    void sglangsKeysAreKnown() {
        ImportedRun run = run("sglang.jsonl", """
                {"backend": "sglang", "request_rate": 4.0, "completed": 40, "duration": 10.0, "request_throughput": 4.0,
                 "mean_e2e_latency_ms": 900.0, "p99_e2e_latency_ms": 1500.0, "p99_ttft_ms": 80.0}""");
        assertThat(run.provenance().tool()).isEqualTo("SGLang bench_serving");
        assertThat(metric(run.results().get(0), MetricName.E2E).getP99Nanos()).isEqualTo(1_500 * MILLI);
    }

    @Test
    void aPrintedBlockIsReadWithTheHeadingAndTheServerCommandAboveIt() {
        ImportedRun run = run("log.md", """
                ## Expt 2: Reducing max-num-seqs
                vllm serve microsoft/Phi-4-mini-instruct --host 0.0.0.0 \\
                --max-num-seqs 128 --kv-cache-dtype fp8

                ============ Serving Benchmark Result ============
                Successful requests:                     500
                Failed requests:                         0
                Maximum request concurrency:             250
                Request rate configured (RPS):           50.00
                Benchmark duration (s):                  193.27
                Request throughput (req/s):              2.59
                Peak concurrent requests:                257.00
                ---------------Time to First Token----------------
                Mean TTFT (ms):                          34028.43
                P99 TTFT (ms):                           60126.40
                ==================================================
                """);
        assertThat(run.run().getPhase()).isEqualTo("Expt 2: Reducing max-num-seqs");
        assertThat(run.run().getPhaseConfig())
                .containsEntry("max_num_seqs", "128")
                .containsEntry("kv_cache_dtype", "fp8")
                .doesNotContainKey("host");
        assertThat(run.run().getTargets().get(0).getModel()).isEqualTo("microsoft/Phi-4-mini-instruct");
        assertThat(run.results().get(0).getInFlightPeak()).isEqualTo(257);
        assertThat(metric(run.results().get(0), MetricName.TTFT).getP99Nanos()).isEqualTo(60_126_400_000L);
    }

    private static final String BLOCK = """
            ============ Serving Benchmark Result ============
            Successful requests:                     10
            Benchmark duration (s):                  46.96
            Request throughput (req/s):              0.21
            Mean TTFT (ms):                          2111.51
            P99 TTFT (ms):                           3346.14
            ==================================================
            """;

    /** The shape of the README of dennislee22/vLLM-benchmarking. */
    @Test
    void theClientsCommandTellsLoadModelAndPromptsOfTheNextBlock() {
        List<ImportedRun> runs = runs("README.md", """
                #### <a name="toc_3"></a>Test 1: `7B` model
                ```
                # in another terminal
                python /home/cdsw/vllm/benchmarks/benchmark_serving.py --backend vllm \\
                --port 8081 --model Qwen2-7B-Instruct --dataset-name random \\
                --num-prompts 10 --random-input-len 1024 --random-output-len 1024

                """ + BLOCK + """
                $ vllm bench serve --model Qwen2-7B-Instruct --max-concurrency 4 --random-input-len 4096
                """ + BLOCK);
        assertThat(runs).hasSize(2).allSatisfy(run -> {
            assertThat(run.run().getPhase()).isEqualTo("Test 1: 7B model");
            assertThat(run.run().getTargets().get(0).getModel()).isEqualTo("Qwen2-7B-Instruct");
        });
        assertThat(runs.get(0).results().get(0).getLoadKind()).isEqualTo(LoadKind.RATE);
        assertThat(runs.get(0).results().get(0).getLoad()).isZero();
        assertThat(runs.get(0).run().getLabels()).containsEntry("random_input_len", "1024");
        assertThat(runs.get(1).results().get(0).getLoadKind()).isEqualTo(LoadKind.CONCURRENCY);
        assertThat(runs.get(1).results().get(0).getLoad()).isEqualTo(4);
        assertThat(runs.get(1).run().getLabels()).containsEntry("random_input_len", "4096");
    }

    @Test
    void theArgumentsThatTheClientPrintsTellTheLoad() {
        ImportedRun run = run("bench.log", """
                INFO 09-02 13:08:10 [__init__.py:241] Automatically detected platform cuda.
                Namespace(subparser='bench', bench_type='serve', model='m/x', dataset_name='random', request_rate=2.5, max_concurrency=None, goodput=['ttft:200'])
                """ + BLOCK);
        assertThat(run.results().get(0).getLoad()).isEqualTo(2.5);
        assertThat(run.steps().get(0).getConcurrencyCap()).isNull();
        assertThat(run.run().getTargets().get(0).getModel()).isEqualTo("m/x");
    }

    /** Figures of WILLIAM-qmul/SGLang-dLoRA, dlora_results.md. */
    @Test
    void sglangsBlocksUnderHeadingsOfTheirLoadsAreStepsOfOneRun() {
        String two = """
                # request rate: 2

                ============ Serving Benchmark Result ============
                Backend:                                 sglang
                Traffic request rate:                    2.0
                Max request concurrency:                 not set
                Successful requests:                     996
                Benchmark duration (s):                  264.25
                Mean E2E Latency (ms):                   2098.07
                Median E2E Latency (ms):                 606.86
                Mean TTFT (ms):                          2074.09
                P99 TTFT (ms):                           15089.74
                Median TPOT (ms):                        -0.00
                P99 TPOT (ms):                           28.33
                ==================================================
                """;
        ImportedRun run =
                run("dlora_results.md", two + two.replace("2.0\n", "4.0\n").replace("rate: 2", "rate: 4"));
        assertThat(run.provenance().tool()).isEqualTo("SGLang bench_serving");
        assertThat(run.results()).extracting(StepResult::getLoad).containsExactly(2.0, 4.0);
        assertThat(metric(run.results().get(0), MetricName.E2E).getP50Nanos()).isEqualTo(606_860_000);
    }

    @Test
    void autoTunesLinesArePhases() {
        List<ImportedRun> runs = runs("result.txt", """
                hash:a1b2c3
                max_num_seqs: 128, max_num_batched_tokens: 2048, request_rate: 10, e2el: 450.5, throughput: 9.8, goodput: 9.8
                max_num_seqs: 256, max_num_batched_tokens: 2048 does not meet latency requirement 500
                best_max_num_seqs: 128, best_num_batched_tokens: 2048, best_throughput: 9.8, profile saved in: /x
                """);
        assertThat(runs)
                .extracting(run -> run.run().getPhase())
                .containsExactly(
                        "max_num_seqs=128, max_num_batched_tokens=2048",
                        "max_num_seqs=256, max_num_batched_tokens=2048");
        assertThat(metric(runs.get(0).results().get(0), MetricName.E2E).getP99Nanos())
                .isEqualTo(450_500_000);
        assertThat(runs.get(0).run().getLabels()).containsEntry("vllm_commit", "a1b2c3");
        assertThat(runs.get(1).provenance().missingData().get(0)).contains("kept P99 E2E within 500 ms");
    }
}
