package io.tidemark.producer.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ServerHistogram;
import io.tidemark.fixtures.TestResources;
import io.tidemark.producer.scrape.SignalReader.EngineSignals;
import io.tidemark.schemas.OutOfRangeValue;
import io.tidemark.schemas.Signal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SignalReaderTest {
    private static List<EngineSignals> read(String page) {
        return SignalReader.read(PrometheusTextParser.parse(page));
    }

    private static EngineSignals only(String page) {
        assertThat(read(page)).hasSize(1);
        return read(page).get(0);
    }

    @Test
    void readsLlamaCppsPageAsRecorded() {
        String recorded = new String(TestResources.bytes("metrics/llamacpp-metrics.http"), StandardCharsets.UTF_8);
        EngineSignals engine = only(recorded.split("\r\n\r\n", 2)[1]);

        assertThat(engine.engine()).isEqualTo("0");
        assertThat(engine.values())
                .containsEntry(Signal.RUNNING.id(), 0.0)
                .containsEntry(Signal.WAITING.id(), 0.0)
                .containsEntry(Signal.KV_USAGE.id(), 0.138885)
                .containsEntry(Signal.PROMPT_TOKENS.id(), 2034.0)
                .containsEntry(Signal.GENERATION_TOKENS.id(), 8348.0)
                .hasSize(5);
    }

    @Test
    void readsVllmWithItsTraps() {
        EngineSignals engine = only("""
                # TYPE vllm:num_requests_running gauge
                vllm:num_requests_running{engine="0",model_name="m"} 42.0
                vllm:prefix_cache_hits_total{engine="0",model_name="m"} 1.52336e+06
                vllm:prefix_cache_hits_created{engine="0",model_name="m"} 1.77e+09
                vllm:request_success_total{engine="0",finished_reason="stop",model_name="m"} 288.0
                vllm:request_success_total{engine="0",finished_reason="length",model_name="m"} 11.0
                # TYPE vllm:iteration_tokens_total histogram
                vllm:iteration_tokens_total_bucket{engine="0",le="64.0",model_name="m"} 3611.0
                vllm:iteration_tokens_total_bucket{engine="0",le="1.0",model_name="m"} 96.0
                vllm:iteration_tokens_total_bucket{engine="0",le="+Inf",model_name="m"} 3902.0
                vllm:iteration_tokens_total_count{engine="0",model_name="m"} 3902.0
                vllm:iteration_tokens_total_sum{engine="0",model_name="m"} 1.908024e+06
                vllm:cache_config_info{block_size="16",engine="0",num_gpu_blocks="21770"} 1.0
                """);

        assertThat(engine.model()).isEqualTo("m");
        assertThat(engine.values())
                .containsEntry(Signal.RUNNING.id(), 42.0)
                .containsEntry(Signal.PREFIX_HITS.id(), 1_523_360.0)
                .containsEntry(Signal.FINISHED.id(), 299.0);
        assertThat(engine.histograms().get(Signal.STEP_TOKENS.id()))
                .isEqualTo(ServerHistogram.newBuilder()
                        .setBounds(List.of(1.0, 64.0, Double.POSITIVE_INFINITY))
                        .setCounts(List.of(96.0, 3611.0, 3902.0))
                        .setSum(1_908_024.0)
                        .setCount(3902.0)
                        .build());
        assertThat(engine.info()).containsEntry("vllm:cache_config_info.num_gpu_blocks", "21770");
    }

    @Test
    void everyEngineOfADataParallelServerIsOneOfItsOwn() {
        List<EngineSignals> engines = read("""
                vllm:num_requests_running{engine="0",model_name="m"} 1
                vllm:num_requests_running{engine="1",model_name="m"} 2
                """);

        assertThat(engines.stream().map(engine -> engine.values().get(Signal.RUNNING.id())))
                .containsExactly(1.0, 2.0);
    }

    @Test
    void oldNamesStandForTheSameSignal() {
        assertThat(only("vllm:gpu_cache_usage_perc{model_name=\"m\"} 0.5").values())
                .containsEntry(Signal.KV_USAGE.id(), 0.5);
        assertThat(only("sglang:token_usage{model_name=\"m\"} 0.25\nsglang:num_queue_reqs 3")
                        .values())
                .containsEntry(Signal.KV_USAGE.id(), 0.25)
                .containsEntry(Signal.WAITING.id(), 3.0);
        assertThat(only("tgi_queue_size 4").values()).containsEntry(Signal.WAITING.id(), 4.0);
    }

    @Test
    void blanksAreMissingAndNeverNumbers() {
        EngineSignals gpu = only("""
                DCGM_FI_DEV_GPU_UTIL{gpu="0", UUID="GPU-1"} 55
                DCGM_FI_DEV_GPU_TEMP{gpu="0", UUID="GPU-1"} 9223372036854775794
                llamacpp:requests_deferred{gpu="0"} NaN
                """);

        assertThat(gpu.values()).containsOnlyKeys(Signal.GPU_UTIL.id());
        assertThat(gpu.values().get(Signal.GPU_UTIL.id())).isEqualTo(0.55);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "vllm:kv_cache_usage_perc | 40 | vllm:kv_cache_usage_perc was 40 but engine.kv.usage_ratio must be 0 to 1",
                "sglang:token_usage | -0.25 | sglang:token_usage was -0.25 but engine.kv.usage_ratio must be 0 to 1",
                "vllm:num_requests_waiting | -3 | vllm:num_requests_waiting was -3 but engine.requests.waiting must be at least 0",
                "vllm:generation_tokens_total | -1 | vllm:generation_tokens_total was -1 but engine.generation_tokens must be at least 0",
                "vllm:num_requests_waiting | -Inf | vllm:num_requests_waiting was -inf but engine.requests.waiting must be at least 0"
            })
    void whatASignalCannotBeIsNotUsedAndNamed(String series, String value, String flag) {
        EngineSignals engine = only("""
                vllm:num_requests_running{engine="0"} 4
                %s{engine="0"} %s
                """.formatted(series, value));

        assertThat(engine.values()).containsOnlyKeys(Signal.RUNNING.id());
        assertThat(OutOfRangeValue.of(engine.info()))
                .extracting(unused -> unused.flag(9))
                .containsExactly(flag + ": the signal is not used, because of 9 scrapes");
    }

    @Test
    void theEndsOfARangeAreInItAndTemperaturesMayBeBelowZero() {
        EngineSignals engine = only("""
                vllm:kv_cache_usage_perc{engine="0"} 1.0000000000000002
                vllm:num_requests_waiting{engine="0"} 0
                DCGM_FI_DEV_GPU_UTIL{engine="0"} 100
                DCGM_FI_DEV_GPU_TEMP{engine="0"} -5
                """);

        assertThat(engine.values()).hasSize(4);
        assertThat(OutOfRangeValue.of(engine.info())).isEmpty();
    }

    @Test
    void theProcessOfAnEngineIsToldOnceAndThatOfAnExporterNot() {
        String memory = "process_resident_memory_bytes 4294967296\n";
        List<EngineSignals> engines =
                read(memory + "vllm:num_requests_running{engine=\"a\"} 1\nvllm:num_requests_running{engine=\"b\"} 2\n");

        assertThat(engines).extracting(EngineSignals::engine).containsExactly("a", "b");
        assertThat(engines.get(0).values()).containsEntry(Signal.PROCESS_MEMORY.id(), 4294967296.0);
        assertThat(engines.get(1).values()).doesNotContainKey(Signal.PROCESS_MEMORY.id());
        assertThat(only(memory + "nvidia_smi_utilization_gpu_ratio 0.5\n").values())
                .containsOnlyKeys(Signal.GPU_UTIL.id());
    }

    /** A gauge is of all that a page tells apart: what is counted is added, a ratio is averaged. */
    @Test
    void podsOfOnePageAreEnginesOfTheirOwnWithTheirOwnProcess() {
        List<EngineSignals> engines = read("""
                vllm:num_requests_waiting{engine="0",model_name="m",pod="b"} 7
                vllm:num_requests_waiting{engine="0",model_name="m",pod="a"} 2
                process_start_time_seconds{pod="a"} 1000
                process_start_time_seconds{pod="b"} 2000
                process_resident_memory_bytes{pod="b"} 64
                """);

        assertThat(engines).extracting(EngineSignals::engine).containsExactly("0/a", "0/b");
        assertThat(engines.get(0).values()).containsOnly(Map.entry(Signal.WAITING.id(), 2.0));
        assertThat(engines.get(1).values())
                .containsOnly(Map.entry(Signal.WAITING.id(), 7.0), Map.entry(Signal.PROCESS_MEMORY.id(), 64.0));
        assertThat(engines.get(0).processStartSeconds()).hasValue(1000);
        assertThat(engines.get(1).processStartSeconds()).hasValue(2000);
    }

    @Test
    void modelsOfOnePageAreEnginesOfTheirOwn() {
        List<EngineSignals> engines = read("""
                vllm:kv_cache_usage_perc{engine="0",model_name="org/a"} 0.25
                vllm:kv_cache_usage_perc{engine="0",model_name="org/b"} 0.75
                """);

        assertThat(engines).extracting(EngineSignals::engine).containsExactly("0/org/a", "0/org/b");
        assertThat(engines.stream().map(engine -> engine.values().get(Signal.KV_USAGE.id())))
                .containsExactly(0.25, 0.75);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sglang_num_running_reqs | worker_addr", // the gateway of SGLang
                "sglang:num_running_reqs | worker_addr",
                "vllm:num_requests_running | server" // the router of vLLM's production stack
            })
    void serversBehindARouterAreEnginesOfTheirOwn(String series, String label) {
        List<EngineSignals> engines = read("""
                %1$s{model_name="m",%2$s="http://b:8000"} 3
                %1$s{model_name="m",%2$s="http://a:8000"} 4
                """.formatted(series, label));

        assertThat(engines).extracting(EngineSignals::engine).containsExactly("0/http://a:8000", "0/http://b:8000");
        assertThat(engines.stream().map(engine -> engine.values().get(Signal.RUNNING.id())))
                .containsExactly(4.0, 3.0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dynamo_frontend_inflight_requests", "dynamo_frontend_active_requests"})
    void eachModelOfAFrontendOfDynamoIsAnEngineOfItsOwn(String running) {
        List<EngineSignals> engines = read("""
                %1$s{model="org/a"} 2
                %1$s{model="org/b"} 5
                """.formatted(running));

        assertThat(engines).extracting(EngineSignals::model).containsExactly("org/a", "org/b");
        assertThat(engines.stream().map(engine -> engine.values().get(Signal.RUNNING.id())))
                .containsExactly(2.0, 5.0);
        assertThat(
                        only("DCGM_FI_DEV_GPU_UTIL{gpu=\"0\",model=\"A\"} 5\nDCGM_FI_DEV_GPU_UTIL{gpu=\"0\",model=\"B\"} 5\n")
                                .engine())
                .isEqualTo("0");
    }

    @Test
    void whatIsLeftOfAGaugeIsAddedOrAveragedByItsUnit() {
        EngineSignals engine = only("""
                vllm:num_requests_waiting{queue="x"} 2
                vllm:num_requests_waiting{queue="y"} 5
                vllm:kv_cache_usage_perc{pool="x"} 0.25
                vllm:kv_cache_usage_perc{pool="y"} 0.75
                """);

        assertThat(engine.values())
                .containsOnly(Map.entry(Signal.WAITING.id(), 7.0), Map.entry(Signal.KV_USAGE.id(), 0.5));
    }

    @Test
    void aTotalIsNotAddedToItsParts() {
        EngineSignals engine = only("""
                vllm:num_requests_waiting 7
                vllm:num_requests_waiting{class="x"} 2
                vllm:num_requests_waiting{class="y"} 5
                vllm:request_queue_time_seconds_bucket{le="1"} 3
                vllm:request_queue_time_seconds_bucket{le="+Inf"} 4
                vllm:request_queue_time_seconds_bucket{class="x",le="1"} 3
                vllm:request_queue_time_seconds_bucket{class="x",le="+Inf"} 4
                """);

        assertThat(engine.values()).containsOnly(Map.entry(Signal.WAITING.id(), 7.0));
        assertThat(engine.histograms().get(Signal.SERVER_QUEUE_TIME.id()).getCounts())
                .containsExactly(3.0, 4.0);
    }

    @Test
    void aGpuThatSeveralPodsUseIsCountedOnceAndItsPartsEach() {
        EngineSignals gpu = only("""
                DCGM_FI_DEV_FB_USED{gpu="0",UUID="GPU-1",pod="a"} 100
                DCGM_FI_DEV_FB_USED{gpu="0",UUID="GPU-1",pod="b"} 100
                DCGM_FI_DEV_FB_USED{gpu="0",UUID="GPU-1",GPU_I_ID="3",pod="a"} 10
                """);

        assertThat(gpu.values()).containsOnly(Map.entry(Signal.GPU_MEM_USED.id(), 110.0 * (1 << 20)));
    }

    @Test
    void gpusOfSeveralHostsAreToldApartByTheirHost() {
        assertThat(read("""
                DCGM_FI_DEV_GPU_UTIL{gpu="0",UUID="GPU-1",Hostname="n1"} 50
                DCGM_FI_DEV_GPU_UTIL{gpu="0",UUID="GPU-2",Hostname="n2"} 70
                """)).extracting(EngineSignals::engine).containsExactly("0/n1", "0/n2");
        assertThat(only("DCGM_FI_DEV_GPU_UTIL{gpu=\"0\",UUID=\"GPU-1\",Hostname=\"n1\"} 50")
                        .engine())
                .isEqualTo("0");
    }

    @Test
    void theEnginesOwnNameGoesBeforeOtherSpellings() {
        assertThat(only("vllm_num_requests_waiting 9\nvllm:num_requests_waiting 2\n")
                        .values())
                .containsOnly(Map.entry(Signal.WAITING.id(), 2.0));
    }

    @Test
    void unknownNamesAreToldByWhatTheyLookLike() {
        assertThat(UnknownSeries.describe(PrometheusTextParser.parse("""
                my_vllm_waiting{pod="a"} 1
                my_vllm_waiting{pod="b"} 1
                my_vllm_running 1
                my_vllm_kv 1
                my_vllm_ttft 1
                up 1
                """)))
                .isEqualTo(
                        "5 of its 6 series look like those of vLLM (my_vllm_waiting, my_vllm_running, my_vllm_kv, ...),"
                                + " but none has a name that is known");
        assertThat(UnknownSeries.describe(PrometheusTextParser.parse("up 1\n")))
                .isEqualTo("none of its 1 series is of an engine or a GPU by a name that is known (up)");
    }
}
