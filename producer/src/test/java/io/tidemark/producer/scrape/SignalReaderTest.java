package io.tidemark.producer.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ServerHistogram;
import io.tidemark.fixtures.TestResources;
import io.tidemark.producer.scrape.SignalReader.EngineSignals;
import io.tidemark.schemas.Signal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

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
}
