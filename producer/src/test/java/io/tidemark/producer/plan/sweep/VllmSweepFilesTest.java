package io.tidemark.producer.plan.sweep;

import static io.tidemark.producer.plan.sweep.SweepFixture.names;
import static io.tidemark.producer.plan.sweep.SweepFixture.plan;
import static io.tidemark.producer.plan.sweep.SweepFixture.problems;
import static io.tidemark.producer.plan.sweep.SweepFixture.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.load.LoadModel;
import io.tidemark.producer.plan.workload.LengthRange;
import io.tidemark.producer.plan.workload.WorkloadPlan.Synthetic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of {@code vllm bench sweep} as its documentation has them. */
final class VllmSweepFilesTest {
    /** With a tab, a dotted key, a switch, an object and both spellings of keys. */
    private static final String SERVE = """
            [
            \t{"max_num_seqs": 32, "max-num-batched-tokens": 1024},
              {"max_num_seqs": 64, "compilation_config.cudagraph_mode": "FULL", "enable_prefix_caching": false},
              {"_benchmark_name": "spec/ngram", "max_num_seqs": 64, "speculative_config": {"method": "ngram", "num_speculative_tokens": 5}}
            ]
            """;

    @TempDir
    private Path folder;

    @Test
    void serveParamsAreReadAsTheyAre() {
        write(folder, "serve.json", SERVE);
        Plan plan = plan("serve_params: serve.json", folder);

        assertThat(names(plan))
                .containsExactly("default", "mnbt1024-mns32", "cc.cm.FULL-epc.false-mns64", "spec-ngram");
        assertThat(plan.phase("cc.cm.FULL-epc.false-mns64").flags())
                .isEqualTo(Map.of(
                        "max-num-seqs", "64",
                        "compilation-config.cudagraph_mode", "FULL",
                        "enable-prefix-caching", "false"));
        assertThat(plan.phase("spec-ngram").flags())
                .containsEntry("speculative-config", "{\"method\":\"ngram\",\"num_speculative_tokens\":5}");
    }

    @Test
    void objectsWithNamesAreReadToo() {
        write(folder, "serve.json", "{\"small\": {\"max_num_seqs\": 32}, \"large\": {\"max_num_seqs\": 512}}");

        assertThat(names(plan("serve_params: serve.json\nwhere: max_num_seqs < 100", folder)))
                .containsExactly("default", "small");
    }

    @Test
    void everyServerMeetsEveryLoadAndPhasesHaveLoadsOfTheirOwn() {
        write(folder, "serve.json", "[{\"max_num_seqs\": 32}, {\"max_num_seqs\": 64}]");
        write(folder, "bench.json", """
                [
                  {"request_rate": 4, "random_input_len": 512, "random_output_len": 64},
                  {"_benchmark_name": "burst", "max_concurrency": 16, "request_rate": "inf", "num_prompts": 200},
                  {"request-rate": 8, "max-concurrency": 32, "burstiness": 0.5, "random_input_len": 1000, "random_range_ratio": 0.2}
                ]
                """);
        Plan plan = plan("serve_params: serve.json\nbench_params: bench.json", folder);

        assertThat(names(plan))
                .containsExactly(
                        "default_ril512-rol64-rr4",
                        "default_burst",
                        "default_b0.5-mc32-ril1000-rrr0.2-rr8",
                        "mns32_ril512-rol64-rr4",
                        "mns32_burst",
                        "mns32_b0.5-mc32-ril1000-rrr0.2-rr8",
                        "mns64_ril512-rol64-rr4",
                        "mns64_burst",
                        "mns64_b0.5-mc32-ril1000-rrr0.2-rr8");
        assertThat(plan.sweep().orElseThrow().defaults()).hasSize(3);
        assertThat(plan.baseline()).isEmpty();
        Plan paced = plan.forPhase(plan.phases().get(3));
        StepPlan step = paced.steps().get(0);
        assertThat(step.ratePerSecond()).isEqualTo(4);
        assertThat(step.warmUp()).isEqualTo(Duration.ofSeconds(10));
        assertThat(((Synthetic) paced.workload()).promptTokens()).isEqualTo(LengthRange.of(512));
        assertThat(paced.workloadHash())
                .isNotEqualTo(plan.workloadHash())
                .isEqualTo(plan.forPhase(plan.phases().get(6)).workloadHash());
        assertThat(paced.planHash()).isEqualTo(plan.planHash());
        Plan burst = plan.forPhase(plan.phase("mns64_burst"));
        assertThat(burst.steps())
                .containsExactly(new StepPlan(
                        new LoadModel.Closed(16, Duration.ZERO),
                        new StepPlan.Counting(200),
                        Duration.ofSeconds(10),
                        Duration.ZERO));
        assertThat(burst.workloadHash()).isEqualTo(plan.workloadHash());
        LoadModel.Open limited = (LoadModel.Open)
                plan.forPhase(plan.phases().get(8)).steps().get(0).load();
        assertThat(limited.concurrencyCap()).isEqualTo(OptionalInt.of(32));
        assertThat(((Synthetic) plan.forPhase(plan.phases().get(8)).workload()).promptTokens())
                .isEqualTo(new LengthRange(800, 1200));
        assertThat(plan.phases().get(3).load().orElseThrow().parameters())
                .isEqualTo(Map.of("request-rate", "4", "random-input-len", "512", "random-output-len", "64"));
    }

    @Test
    void linkedParametersMeetOnlyTheirEqualsAndTheDefaultMeetsEveryLoad() {
        write(folder, "serve.json", "[{\"max_num_seqs\": 32}, {\"max_num_seqs\": 64}, {\"dtype\": \"auto\"}]");
        write(folder, "bench.json", "[{\"max_concurrency\": 64}, {\"max_concurrency\": 32}, {\"num_prompts\": 9}]");

        assertThat(names(plan(
                        "serve_params: serve.json\nbench_params: bench.json\nlink_vars: max_num_seqs=max_concurrency",
                        folder)))
                .containsExactly("default_mc64", "default_mc32", "default_np9", "mns32_mc32", "mns64_mc64");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [{"request_rate": 4, "temperature": 0.5}] | bench.json:1  bench.json[0].temperature has no counterpart in a plan: request.temperature is one for the whole plan: make a plan for each value
            [{"request_rate": -4}]                    | bench.json:1  steps[0].rate must be > 0 requests per second but was -4
            [{"random_input_len": 0}]                 | bench.json:1  workload.prompt_tokens must be a number of tokens >= 1 such as 128, or a range such as 64-256, but was 0
            [{"_benchmark_name": "a"}, {"_benchmark_name": "a", "num_prompts": 3}] | bench.json:1  bench.json[1] _benchmark_name must be unique but a is given twice
            []                                        | bench.json:1  bench.json must be a list of objects, or names with an object each, and not be empty
            [3]                                       | bench.json:1  bench.json[0] must be an object of parameters
            """)
    void whatAFileCannotSayIsRefused(String bench, String problem) {
        write(folder, "bench.json", bench);
        List<String> problems = problems("bench_params: bench.json", folder);

        assertThat(problems).element(0).asString().endsWith(problem);
    }

    @Test
    void aFileThatIsNotThereAndLinksThatLinkNothingAreRefused() {
        write(folder, "serve.json", "[{\"max_num_seqs\": 32}]");
        write(folder, "bench.json", "[{\"max_concurrency\": 64}]");

        assertThat(problems("serve_params: none.json", folder))
                .first()
                .asString()
                .contains("sweep.serve_params must be a readable file (looked at ");
        assertThat(problems(
                        "serve_params: serve.json\nbench_params: bench.json\nlink_vars: max_num_seq=max_concurrency",
                        folder))
                .contains(
                        "plan.yaml:8  sweep.link_vars links the flag max-num-seq, which no combination gives; did you mean"
                                + " max-num-seqs?");
        assertThat(problems(
                        "serve_params: serve.json\nbench_params: bench.json\nlink_vars: max_num_seqs=max_concurrency",
                        folder))
                .singleElement()
                .asString()
                .endsWith(
                        "sweep.link_vars must leave some combination, but no flag equals the parameter that it is linked to");
        assertThat(problems("serve_params: serve.json\nlink_vars: max_num_seqs", folder))
                .singleElement()
                .asString()
                .contains(
                        "must be pairs of a server's flag and a load's parameter such as max_num_seqs=max_concurrency");
    }

    @Test
    void sglangsSearchSpaceIsReadUnderItsTier() {
        String file = """
                server:
                  command_prefix: [python, -m, sglang.launch_server]
                  base_flags: {model_path: m, mem_fraction_static: 0.85, tp: 1}
                  search_space:
                    chunked_prefill_size: [2048, 4096, 8192]
                    schedule_policy: [lpm, null]
                  parallel: {gpu_count: 4, tp: [1, 2]}
                search: {tier: %s, max_candidates: %s}
                """;
        write(folder, "sglang.yaml", file.formatted("3", "null"));
        Plan all = plan("sglang: sglang.yaml", folder);

        // The base, and 3 x 2 x 2.
        assertThat(all.phases()).hasSize(1 + 1 + 12);
        assertThat(all.phases().get(0).flags())
                .containsEntry("mem-fraction-static", "0.85")
                .containsEntry("model-path", "m")
                .containsEntry("tp-size", "default");
        assertThat(all.phases().get(1).flags())
                .isEqualTo(Map.of("model-path", "m", "mem-fraction-static", "0.85", "tp-size", "1", "dp-size", "4"));
        assertThat(all.phases().stream()
                        .map(phase -> phase.flags().get("dp-size"))
                        .filter("2"::equals))
                .hasSize(6);
        write(folder, "sglang.yaml", file.formatted("1", "4"));
        Plan few = plan("sglang: sglang.yaml", folder);
        assertThat(few.phases()).hasSize(1 + 4);
        assertThat(few.sweep().orElseThrow().remarks())
                .contains("sglang.yaml: search.max_candidates takes the first 4 of 6 candidates; null takes all");
        write(folder, "sglang.yaml", file.formatted("4", "4").replace("gpu_count: 4", "gpu_count: 3"));
        assertThat(problems("sglang: sglang.yaml", folder))
                .anySatisfy(problem -> assertThat(problem).endsWith("search.tier must be 1, 2 or 3 but was 4"))
                .anySatisfy(
                        problem -> assertThat(problem)
                                .endsWith(
                                        "server.parallel.gpu_count must be a multiple of tp_size x pp_size, which is 2, but was 3"));
    }

    @Test
    void aPlanWithoutASweepHasNone() {
        assertThat(io.tidemark.producer.plan.read.PlanLoader.parse("""
                        experiment: plain
                        workload: {kind: synthetic, prompt_tokens: 100, output_tokens: 10}
                        steps: [{rate: 2, duration: 1m}]
                        """, "plan.yaml", folder)
                        .sweep())
                .isEqualTo(Optional.empty());
    }
}
