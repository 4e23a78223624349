package io.tidemark.importers;

import static io.tidemark.importers.ImportFixture.MILLI;
import static io.tidemark.importers.ImportFixture.bad;
import static io.tidemark.importers.ImportFixture.file;
import static io.tidemark.importers.ImportFixture.metric;
import static io.tidemark.importers.ImportFixture.metrics;
import static io.tidemark.importers.ImportFixture.read;
import static io.tidemark.importers.ImportFixture.run;
import static io.tidemark.importers.ImportFixture.runs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.events.LoadKind;
import io.tidemark.events.MetricName;
import io.tidemark.events.Outcome;
import io.tidemark.events.StepResult;
import io.tidemark.events.Verdict;
import io.tidemark.importers.result.ImportedQuality;
import io.tidemark.importers.run.ImportedRun;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** GuideLLM, AIPerf, the scenario CSV, tables and lm-evaluation-harness. */
final class OtherToolsTest {
    /** The shape of version 0.5.0, with figures of nirjhar17/guidellm-pd-disaggregation, reports-v2/constant5-benchmarks.json. */
    private static final String GUIDE = """
            {"metadata": {"version": 1, "guidellm_version": "0.5.0"}, "args": {"data": ["{\\"prompt_tokens\\":256}"]},
             "benchmarks": [{"type_": "generative_benchmark",
              "config": {"strategy": {"type_": "constant", "max_concurrency": 512, "rate": 5.0}, "backend": {"model": "Qwen/Qwen3-0.6B"}},
              "metrics": {"request_totals": {"successful": 282, "errored": 0, "incomplete": 18, "total": 300},
               "request_latency": {"successful": {"mean": 3.371242339729417, "median": 3.4093594551086426, "min": 3.042604446411133,
                 "max": 3.691990375518799, "count": 282, "percentiles": {"p50": 3.4093594551086426, "p95": 3.599409818649292,
                 "p99": 3.6561479568481445}}},
               "time_to_first_token_ms": {"successful": {"mean": 0.0, "max": 0.0, "count": 282, "percentiles": {"p50": 0.0}}},
               "time_per_output_token_ms": {"successful": {"mean": 26.3, "percentiles": {"p50": 26.6}}},
               "inter_token_latency_ms": {"successful": {"mean": 26.1, "count": 35814, "percentiles": {"p50": 26.4, "p99": 28.3}}},
               "prompt_token_count": {"successful": {"total_sum": 74448.0}}, "output_token_count": {"successful": {"total_sum": 36096.0}}},
              "requests": {"successful": [], "errored": [], "incomplete": []},
              "start_time": 1771584751.6391742, "end_time": 1771584811.6391742}]}
            """;

    @Test
    void guideLlmsLatencyIsInSecondsAndItsInterTokenLatencyIsOurTpot() {
        ImportedRun run = run("benchmarks.json", GUIDE);
        StepResult result = run.results().get(0);
        assertThat(result.getLoad()).isEqualTo(5.0);
        assertThat(result.getOk()).isEqualTo(282);
        assertThat(result.getDue()).isEqualTo(282);
        assertThat(metric(result, MetricName.E2E).getP99Nanos()).isEqualTo(3_656_147_957L);
        assertThat(metric(result, MetricName.TPOT).getP99Nanos()).isEqualTo(28_300_000);
        assertThat(metrics(result, MetricName.ITL)).isEmpty();
        assertThat(run.provenance().definitions().get("tpot")).contains("inter_token_latency_ms");
        assertThat(run.provenance().toolVersion()).isEqualTo("0.5.0");
        assertThat(run.provenance().sources().get(0).figures()).containsEntry("mean_time_per_output_token_ms", 26.3);
    }

    @Test
    void aTtftOfNothingButZeroesWasNotMeasured() {
        assertThat(metrics(run("benchmarks.json", GUIDE).results().get(0), MetricName.TTFT))
                .isEmpty();
    }

    @Test
    void guideLlmsUnfinishedRequestsAreLeftOutAndNamed() {
        assertThat(run("benchmarks.json", GUIDE).provenance().missingData())
                .anyMatch(lack -> lack.startsWith("no end of 18 requests"));
    }

    @Test
    void guideLlmsThroughputIsAsManyInFlightAsWereAskedFor() {
        String limited = GUIDE.replace(
                "{\"type_\": \"constant\", \"max_concurrency\": 512, \"rate\": 5.0}",
                "{\"type_\": \"throughput\", \"max_concurrency\": 64}, \"profile\": {\"type_\": \"throughput\", \"max_concurrency\": 64}");
        StepResult result = run("benchmarks.json", limited).results().get(0);
        assertThat(result.getLoadKind()).isEqualTo(LoadKind.CONCURRENCY);
        assertThat(result.getLoad()).isEqualTo(64);
        StepResult own = run(
                        "benchmarks.json",
                        limited.replace(
                                "\"profile\": {\"type_\": \"throughput\", \"max_concurrency\": 64}",
                                "\"profile\": {\"type_\": \"throughput\"}"))
                .results()
                .get(0);
        assertThat(own.getLoadKind()).isEqualTo(LoadKind.RATE);
        assertThat(own.getLoad()).isZero();
    }

    @Test
    void guideLlmsEarlierShapeIsRead() {
        String earlier = """
                {"benchmarks": [{"args": {"strategy": {"type_": "concurrent", "streams": 4}},
                 "run_stats": {"requests_made": {"successful": 8, "errored": 2, "incomplete": 0}, "start_time": 1750000000.0, "end_time": 1750000010.0},
                 "worker": {"backend_model": "m", "backend_target": "http://gpu:8000"},
                 "metrics": {"time_to_first_token_ms": {"successful": {"mean": 40.0, "percentiles": {"p99": 60.0}}}}}]}""";
        ImportedRun run = run("benchmarks.json", earlier);
        StepResult result = run.results().get(0);
        assertThat(result.getLoadKind()).isEqualTo(LoadKind.CONCURRENCY);
        assertThat(result.getLoad()).isEqualTo(4);
        assertThat(result.getDue() - result.getOk()).isEqualTo(2);
        assertThat(run.run().getTargets().get(0).getUrl()).isEqualTo("http://gpu:8000");
        assertThat(result.getMeasureFrom()).isEqualTo(Instant.ofEpochSecond(1_750_000_000));
    }

    private static final String AIPERF = """
            {"schema_version": "1.1", "aiperf_version": "0.8.0",
             "request_throughput": {"unit": "requests/sec", "avg": 2.0},
             "request_count": {"unit": "requests", "avg": 20.0},
             "request_latency": {"unit": "ms", "avg": 300.0, "p50": 297.5, "p90": 350.0, "p95": 380.0, "p99": 400.0, "count": 20},
             "time_to_first_token": {"unit": "ms", "avg": 250.0, "p50": 255.9, "p99": 290.0},
             "inter_token_latency": {"unit": "us", "avg": 5200.0, "p50": 5204.8, "p99": 5700.0},
             "benchmark_duration": {"unit": "sec", "avg": 10.0},
             "input_config": {"endpoint": {"model_names": ["qwen3-0.6b"]}, "loadgen": {"concurrency": 8, "request_rate": null}},
             "start_time": "2026-03-01T10:00:00", "end_time": "2026-03-01T10:00:11"}""";
    private static final String AIPERF_OF_ONE =
            AIPERF.replace("\"avg\": 20.0", "\"avg\": 1.0").replace("\"avg\": 2.0", "\"avg\": 0.1");
    /** The shape of version 0.10 in a sweep, with figures of akamaslabs/vllm-benchmark, concurrency_128/profile_export_aiperf.json. */
    private static final String AIPERF_OF_A_SWEEP = """
            {"schema_version": "1.3", "aiperf_version": "0.10.0",
             "request_count": {"unit": "requests", "avg": 5429.0}, "benchmark_duration": {"unit": "sec", "avg": 299.960481078},
             "inter_token_latency": {"unit": "ms", "avg": 25.9, "p50": 25.7, "p99": 31.2},
             "input_config": {"models": {"strategy": "round_robin", "items": [{"name": "qwen3-4b"}]},
              "endpoint": {"urls": ["http://vllm:8000"], "type": "chat"},
              "datasets": [{"name": "main", "type": "file", "path": "/benchmarks/inputs-qwen3-4b.json"}],
              "phases": [{"name": "warmup", "type": "concurrency", "exclude_from_results": true, "concurrency": 4},
               {"name": "profiling", "type": "concurrency", "exclude_from_results": false, "duration": 300.0, "concurrency": 128}]},
             "run_info": {"cli_command": "aiperf profile --model 'qwen3-4b' --concurrency '16,32,64,96,128' --benchmark-duration 300"},
             "error_summary": [{"error_details": {"code": 500, "type": "InternalServerError"}, "count": 3}],
             "start_time": "2026-09-30T17:15:44.758208", "end_time": "2026-09-30T17:20:44.768866"}""";
    /** As GenAI-Perf writes it: neither a date nor a duration. */
    private static final String GENAI_PERF = """
            {"request_throughput": {"unit": "requests/sec", "avg": 4.0}, "request_count": {"unit": "count", "avg": 100.0},
             "request_latency": {"unit": "ms", "avg": 500.0, "p50": 480.0, "p99": 900.0},
             "input_config": {"model_names": ["llama"], "perf_analyzer": {"stimulus": {"concurrency": 2}}}}""";

    private static final String RECORD = """
            {"metadata": {"request_start_ns": 1759813207532900363, "benchmark_phase": "profiling", "was_cancelled": false},
             "metrics": {"time_to_first_token": {"value": 255.886568, "unit": "ms"}, "request_latency": {"value": 297.525228, "unit": "ms"},
              "inter_chunk_latency": {"value": [4.898437, 5.316006], "unit": "ms"}, "output_sequence_length": {"value": 9, "unit": "tokens"}},
             "error": null}
            """;
    private static final String CANCELLED = """
            {"metadata": {"request_start_ns": 1759813208119147826, "benchmark_phase": "profiling", "was_cancelled": true},
             "metrics": {"error_isl": {"value": 550, "unit": "tokens"}}, "error": {"code": 499, "type": "RequestCancellationError"}}
            """;

    @Test
    void aiPerfsSummaryIsReadInItsUnits() {
        ImportedRun run = run("profile_export_aiperf.json", AIPERF);
        StepResult result = run.results().get(0);
        assertThat(result.getLoadKind()).isEqualTo(LoadKind.CONCURRENCY);
        assertThat(result.getLoad()).isEqualTo(8);
        assertThat(result.getOk()).isEqualTo(20);
        assertThat(metric(result, MetricName.TPOT).getP99Nanos()).isEqualTo(5_700_000);
        assertThat(metric(result, MetricName.E2E).getP95Nanos()).isEqualTo(380 * MILLI);
        assertThat(run.run().getTargets().get(0).getModel()).isEqualTo("qwen3-0.6b");
        assertThat(result.getMeasureUntil()).isEqualTo(Instant.parse("2026-03-01T10:00:10Z"));
    }

    @Test
    void aiPerfsRequestsAreReadAndACancelledOneIsNotOk() {
        ImportedRun run = run("profile_export.jsonl", RECORD + CANCELLED);
        StepResult result = run.results().get(0);
        assertThat(result.getDue()).isEqualTo(2);
        assertThat(result.getOk()).isEqualTo(1);
        assertThat(result.getLoadKind()).isEqualTo(LoadKind.UNKNOWN);
        assertThat(run.requests().get(1).event().getOutcome()).isEqualTo(Outcome.CANCELLED);
        // (297.525228 - 255.886568) / 8
        assertThat(metric(result, MetricName.TPOT).getSumNanos()).isEqualTo(5_204_832);
    }

    @Test
    void aiPerfsSummaryAndRequestsOfOneFolderAreOneRun() {
        ResultImporter.ImportResult outcome =
                read(file("profile_export_aiperf.json", AIPERF_OF_ONE), file("profile_export.jsonl", RECORD));
        assertThat(outcome.runs()).hasSize(1);
        ImportedRun run = outcome.runs().get(0);
        assertThat(run.requests()).hasSize(1);
        assertThat(run.results().get(0).getLoad()).isEqualTo(8);
    }

    @Test
    void aSweepsRunIsOfTheLoadOfItsOwnPhase() {
        ImportedRun run = run("profile_export_aiperf.json", AIPERF_OF_A_SWEEP);
        StepResult result = run.results().get(0);
        assertThat(result.getLoadKind()).isEqualTo(LoadKind.CONCURRENCY);
        assertThat(result.getLoad()).isEqualTo(128);
        assertThat(result.getDue() - result.getOk()).isEqualTo(3);
        assertThat(run.run().getTargets().get(0).getModel()).isEqualTo("qwen3-4b");
        assertThat(run.run().getRemarks().get(0)).contains("inputs-qwen3-4b.json");
    }

    @Test
    void aPhaseWithARateIsOfThatRate() {
        String poisson = AIPERF_OF_A_SWEEP.replace(
                "\"type\": \"concurrency\", \"exclude_from_results\": false, \"duration\": 300.0, \"concurrency\": 128",
                "\"type\": \"poisson\", \"rate\": 0.8");
        ImportedRun run = run("profile_export_aiperf.json", poisson);
        assertThat(run.results().get(0).getLoadKind()).isEqualTo(LoadKind.RATE);
        assertThat(run.results().get(0).getLoad()).isEqualTo(0.8);
        assertThat(run.steps().get(0).getArrivals()).isEqualTo("poisson");
    }

    @Test
    void genAiPerfsDurationFollowsFromItsThroughput() {
        StepResult result =
                run("profile_export_genai_perf.json", GENAI_PERF).results().get(0);
        assertThat(result.getLoad()).isEqualTo(2);
        assertThat(Duration.between(result.getMeasureFrom(), result.getMeasureUntil()))
                .isEqualTo(Duration.ofSeconds(25));
    }

    @Test
    void anAggregateOfSeveralRunsIsRefusedWithWhatToGiveInstead() {
        assertThat(bad(
                        "profile_export_aiperf_sweep.json",
                        "{\"aggregation_type\": \"sweep\", \"num_profile_runs\": 12, \"per_combination_metrics\": []}"))
                .isEqualTo(
                        "profile_export_aiperf_sweep.json: is AIPerf's aggregate of several runs, aggregation_type \"sweep\": "
                                + "give the profile_export_aiperf.json of each run instead, which has its date and its load");
    }

    @Test
    void requestsOfAnotherRunAreNotTakenForThoseOfASummaryInAFolderOfThatName() {
        ResultImporter.ImportResult outcome =
                read(file("profile_export_aiperf.json", AIPERF), file("profile_export.jsonl", RECORD + CANCELLED));
        assertThat(outcome.runs()).hasSize(2);
    }

    @Test
    void rowsOfADayBeganOnItInTheOrderOfTheirLines() {
        List<ImportedRun> runs = runs("phases.csv", """
                phase,rate,requests,duration_s,date,ttft_p99_ms
                second,2.0,300,150,2026-02-25,953
                first,1.0,300,300,2026-02-25,853
                zoned,1.0,300,300,2026-02-25T10:05:00+01:00,853
                """);
        assertThat(runs)
                .extracting(run -> run.run().getPhase(), run -> run.run().getStarted())
                .containsExactly(
                        tuple("second", Instant.parse("2026-02-25T00:00:00.002Z")),
                        tuple("first", Instant.parse("2026-02-25T00:00:00.003Z")),
                        tuple("zoned", Instant.parse("2026-02-25T09:00:00Z")));
    }

    @Test
    void theScenarioCsvTellsItsLoadByItsRunId() {
        ImportedRun run = run("smoke.csv", """
                run_id,qid,prefill_tokens,max_new_tokens,ttft_ms,latency_ms,prompt_tokens,completion_tokens,actual_prefill_tokens,error,timestamp
                smoke_test-cc8-pref256-max128-20260301_100000,0,256,128,120.0,1390.0,250,128,250,,2026-03-01T10:00:00.000000
                smoke_test-cc8-pref256-max128-20260301_100000,1,256,128,-1.0,30000.0,0,0,0,"Stream error: ReadTimeout, after 30 s",2026-03-01T10:00:01
                """);
        StepResult result = run.results().get(0);
        assertThat(result.getLoadKind()).isEqualTo(LoadKind.CONCURRENCY);
        assertThat(result.getLoad()).isEqualTo(8);
        assertThat(result.getOk()).isEqualTo(1);
        assertThat(result.getDue()).isEqualTo(2);
        // (1390 - 120) / 127
        assertThat(metric(result, MetricName.TPOT).getSumNanos()).isEqualTo(10 * MILLI);
        assertThat(run.run().getLabels()).containsEntry("scenario", "smoke_test");
        assertThat(run.run().getWorkloadHash()).isNotEmpty();
    }

    @Test
    void theScenariosSummaryIsRead() {
        ImportedRun run = run("summary.csv", """
                run_id,scenario,concurrency,prefill_tokens,max_new_tokens,total_requests,successful_requests,failed_requests,success_rate,ttft_p50_ms,ttft_p95_ms,ttft_p99_ms,latency_p50_ms,latency_p95_ms,latency_p99_ms,tokens_per_sec_p50,tokens_per_sec_p95,avg_prompt_tokens,avg_completion_tokens,error_types
                a-cc8-pref256-max128-20260301_100000,a,8,256,128,50,49,1,98.00%,120.00,180.00,nan,1300.00,1500.00,1600.00,90.10,95.20,250.0,128.0,HTTP 500(1)
                """);
        StepResult result = run.results().get(0);
        assertThat(result.getOk()).isEqualTo(49);
        assertThat(metric(result, MetricName.TTFT).getP95Nanos()).isEqualTo(180 * MILLI);
        assertThat(metric(result, MetricName.TTFT).getP99Nanos()).isNull();
        assertThat(result.getOutputTokens()).isEqualTo(49 * 128);
    }

    @Test
    void aTableHasPhasesWithConfigurationVerdictsAndOtherFigures() {
        List<ImportedRun> runs = runs("phases.csv", """
                phase,rate,requests,ttft_p99_ms,verdict,config.max_num_seqs,max_slo_rate
                baseline,2.0,300,953,pass,1024,2.0
                baseline,2.5,300,,fail,1024,2.0
                moderate,2.0,300,849,pass,128,2.0
                """);
        assertThat(runs).extracting(run -> run.run().getPhase()).containsExactly("baseline", "moderate");
        assertThat(runs.get(0).results())
                .extracting(StepResult::getVerdict)
                .containsExactly(Verdict.PASS, Verdict.FAIL);
        assertThat(runs.get(1).run().getPhaseConfig()).containsEntry("max_num_seqs", "128");
        assertThat(runs.get(0).provenance().sources().get(0).figures()).containsEntry("max_slo_rate", 2.0);
    }

    @Test
    void theHarnesssFiguresAreQualityWithoutLoad() {
        ImportedRun run = run("results_2026.json", """
                {"results": {"gsm8k_cot": {"alias": "gsm8k_cot", "exact_match,strict-match": 0.0, "exact_match_stderr,strict-match": 0.0,
                  "exact_match,flexible-extract": 0.575, "exact_match_stderr,flexible-extract": "N/A"},
                  "wikitext": {"word_perplexity,none": 9.5, "byte_perplexity,none": NaN}},
                 "n-samples": {"gsm8k_cot": {"original": 1319, "effective": 30}},
                 "config": {"model": "local-chat-completions", "model_args": "model=Qwen/Qwen2.5-7B-Instruct-AWQ,base_url=x", "limit": 30},
                 "date": 1769385600.5}""");
        assertThat(run.results()).isEmpty();
        assertThat(run.run().getStepCount()).isZero();
        assertThat(run.quality())
                .containsExactly(
                        new ImportedQuality(
                                "gsm8k_cot",
                                "exact_match",
                                "strict-match",
                                0.0,
                                OptionalDouble.of(0.0),
                                OptionalLong.of(30),
                                Optional.of(true)),
                        new ImportedQuality(
                                "gsm8k_cot",
                                "exact_match",
                                "flexible-extract",
                                0.575,
                                OptionalDouble.empty(),
                                OptionalLong.of(30),
                                Optional.of(true)),
                        new ImportedQuality(
                                "wikitext",
                                "word_perplexity",
                                "",
                                9.5,
                                OptionalDouble.empty(),
                                OptionalLong.empty(),
                                Optional.of(false)));
        assertThat(run.run().getTargets().get(0).getModel()).isEqualTo("Qwen/Qwen2.5-7B-Instruct-AWQ");
        assertThat(run.provenance().missingData()).contains("a sample of each task: --limit 30.0");
    }
}
