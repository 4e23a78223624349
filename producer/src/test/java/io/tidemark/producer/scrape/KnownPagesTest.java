package io.tidemark.producer.scrape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.fixtures.TestResources;
import io.tidemark.producer.scrape.SignalReader.EngineSignals;
import io.tidemark.schemas.Signal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A page of each engine and version in docs/reference/metrics.md. */
class KnownPagesTest {
    private static List<EngineSignals> read(String page) {
        String text = new String(TestResources.bytes("metrics/" + page), StandardCharsets.UTF_8);
        return SignalReader.read(PrometheusTextParser.parse(text));
    }

    private static EngineSignals only(String page) {
        List<EngineSignals> engines = read(page);
        assertThat(engines).hasSize(1);
        return engines.get(0);
    }

    private static double count(EngineSignals engine, Signal histogram) {
        return engine.histograms().get(histogram.id()).getCount();
    }

    @Test
    void vllm() {
        EngineSignals engine = only("vllm-0.26.txt");

        assertThat(engine.engine()).isEqualTo("0");
        assertThat(engine.model()).isEqualTo("m");
        assertThat(engine.processStartSeconds()).hasValue(1_772_025_660.0);
        assertThat(engine.values())
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry(Signal.RUNNING.id(), 12.0),
                        Map.entry(Signal.WAITING.id(), 5.0),
                        Map.entry(Signal.KV_USAGE.id(), 0.4137),
                        Map.entry(Signal.PREEMPTIONS.id(), 3.0),
                        Map.entry(Signal.PROMPT_TOKENS.id(), 1_764_312.0),
                        Map.entry(Signal.GENERATION_TOKENS.id(), 143_712.0),
                        Map.entry(Signal.PREFIX_QUERIES.id(), 1_764_312.0),
                        Map.entry(Signal.PREFIX_HITS.id(), 1_523_360.0),
                        Map.entry(Signal.FINISHED.id(), 300.0),
                        Map.entry(Signal.SPEC_DRAFTS.id(), 70_000.0),
                        Map.entry(Signal.SPEC_DRAFT_TOKENS.id(), 140_000.0),
                        Map.entry(Signal.SPEC_ACCEPTED.id(), 84_644.0),
                        Map.entry(Signal.PROCESS_MEMORY.id(), 4_294_967_296.0)));
        assertThat(engine.histograms())
                .containsOnlyKeys(
                        Signal.SERVER_TTFT.id(),
                        Signal.SERVER_ITL.id(),
                        Signal.SERVER_TPOT.id(),
                        Signal.SERVER_E2E.id(),
                        Signal.SERVER_QUEUE_TIME.id(),
                        Signal.STEP_TOKENS.id());
        assertThat(engine.info()).containsEntry("vllm:cache_config_info.num_gpu_blocks", "21770");
    }

    @Test
    void vllmBehindRayHasAnEngineForEachReplica() {
        List<EngineSignals> engines = read("vllm-ray.txt");

        assertThat(engines).extracting(EngineSignals::engine).containsExactly("0/r1", "0/r2");
        assertThat(engines.get(0).values())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        Signal.RUNNING.id(), 3.0,
                        Signal.WAITING.id(), 2.0,
                        Signal.KV_USAGE.id(), 0.25,
                        Signal.PROMPT_TOKENS.id(), 100.0,
                        Signal.FINISHED.id(), 9.0));
        assertThat(engines.get(1).values()).containsEntry(Signal.WAITING.id(), 9.0);
        assertThat(count(engines.get(0), Signal.SERVER_TTFT)).isEqualTo(9);
        assertThat(engines)
                .extracting(engine -> engine.info().get("vllm:cache_config_info.num_gpu_blocks"))
                .containsExactly("21770", "10000");
    }

    @Test
    void vllmBehindOpenTelemetryHasOtherSpellings() {
        EngineSignals engine = only("vllm-otel.txt");

        assertThat(engine.engine()).isEqualTo("0/gpu-1:8000");
        assertThat(engine.processStartSeconds()).hasValue(1_772_025_660.0);
        assertThat(engine.values())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        Signal.RUNNING.id(), 1.0,
                        Signal.WAITING.id(), 2.0,
                        Signal.KV_USAGE.id(), 0.4,
                        Signal.PROMPT_TOKENS.id(), 640.0,
                        Signal.GENERATION_TOKENS.id(), 480.0));
    }

    /** Priorities are parts of a total, and the ranks of tensor parallelism say the same twice. */
    @Test
    void sglang() {
        EngineSignals engine = only("sglang-2026-09.txt");

        assertThat(engine.engine()).isEqualTo("0");
        assertThat(engine.values())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        Signal.RUNNING.id(), 6.0,
                        Signal.WAITING.id(), 3.0,
                        Signal.KV_USAGE.id(), 0.28,
                        Signal.PREEMPTIONS.id(), 5.0,
                        Signal.PROMPT_TOKENS.id(), 8_128_902.0,
                        Signal.GENERATION_TOKENS.id(), 7_557_572.0,
                        Signal.PREFIX_HITS.id(), 5_700.0,
                        Signal.FINISHED.id(), 11_228.0));
        assertThat(engine.histograms())
                .containsOnlyKeys(
                        Signal.SERVER_TTFT.id(),
                        Signal.SERVER_ITL.id(),
                        Signal.SERVER_E2E.id(),
                        Signal.SERVER_QUEUE_TIME.id());
    }

    @Test
    void theRouterOfLlmDSaysWhatTheEnginesBehindItDo() {
        EngineSignals router = only("llm-d-router-2026-09.txt");

        assertThat(router.isOfRouter()).isTrue();
        assertThat(router.values())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(Signal.RUNNING.id(), 14.0, Signal.WAITING.id(), 7.0, Signal.KV_USAGE.id(), 0.6));
        assertThat(router.histograms())
                .containsOnlyKeys(
                        Signal.SERVER_TTFT.id(),
                        Signal.SERVER_ITL.id(),
                        Signal.SERVER_TPOT.id(),
                        Signal.SERVER_E2E.id(),
                        Signal.SERVER_QUEUE_TIME.id());
        assertThat(count(router, Signal.SERVER_TTFT)).isCloseTo(120, within(0.0));
    }
}
