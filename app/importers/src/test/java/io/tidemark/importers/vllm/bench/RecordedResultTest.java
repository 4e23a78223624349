package io.tidemark.importers.vllm.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.fixtures.TestResources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** vLLM's own client measured a llama.cpp server: its figures are what ours must be, from the same 50 requests. */
class RecordedResultTest {
    private static final double TOLERANCE = 1e-9;

    /** Where the file does not hold what they were computed from; milliseconds, see {@link DetailedResultFile}. */
    private static final double TOLERANCE_WITHOUT_LATENCIES = 1e-3;

    private final JsonNode file =
            new JsonMapper().readTree(TestResources.bytes("vllm-bench/detailed-completions.json"));

    RecordedResultTest() throws IOException {}

    private BenchReport report() {
        List<BenchRequest> requests = DetailedResultFile.requests(file);
        VllmGoodputLimits none = VllmGoodputLimits.of(List.of());
        BenchmarkAggregates.Parameters terms = new BenchmarkAggregates.Parameters(
                file.path("duration").doubleValue(), none, PeakConcurrencyRule.SECONDS);
        return new BenchReport(
                new BenchSetup(
                        file.path("date").textValue(),
                        "openai",
                        Optional.empty(),
                        "tiny-random-llama",
                        Optional.of("tokenizer"),
                        50,
                        Map.of(),
                        new BenchSetup.Traffic(5.0, 1.0, OptionalInt.empty(), Optional.empty())),
                new MetricSelection(
                        MetricSelection.metrics("ttft,tpot,itl,e2el"), MetricSelection.percentiles("50,90,99")),
                none,
                requests,
                BenchmarkAggregates.of(requests, terms),
                List.of(),
                Optional.empty());
    }

    @TestFactory
    List<DynamicTest> everyFigureIsRecomputed() {
        JsonNode ours = ResultJsonWriter.of(report(), ResultJsonWriter.Detail.DETAILED);
        List<DynamicTest> tests = new ArrayList<>();
        file.properties().forEach(entry -> tests.add(DynamicTest.dynamicTest(entry.getKey(), () -> same(ours, entry))));
        return tests;
    }

    private static void same(JsonNode file, Map.Entry<String, JsonNode> entry) {
        JsonNode ours = file.path(entry.getKey());
        JsonNode theirs = entry.getValue();
        assertThat(ours.getNodeType()).isEqualTo(theirs.getNodeType());
        assertThat(ours.isIntegralNumber()).isEqualTo(theirs.isIntegralNumber());
        if (theirs.isNumber()) {
            assertThat(ours.doubleValue()).isEqualTo(theirs.doubleValue(), within(tolerance(entry.getKey())));
        } else {
            assertThat(ours).isEqualTo(theirs);
        }
    }

    private static double tolerance(String key) {
        return key.contains("_tpot_") || key.contains("_e2el_") ? TOLERANCE_WITHOUT_LATENCIES : TOLERANCE;
    }

    @Test
    void theKeysStandInTheSameOrder() {
        List<String> ours = keys(ResultJsonWriter.of(report(), ResultJsonWriter.Detail.DETAILED));

        // Two arrays came with later versions.
        assertThat(ours).containsSubsequence(keys(file));
        assertThat(ours).filteredOn(key -> !file.has(key)).containsExactly("latencies", "queue_times");
    }

    private static List<String> keys(JsonNode object) {
        List<String> keys = new ArrayList<>();
        object.fieldNames().forEachRemaining(keys::add);
        return keys;
    }

    @Test
    void theBlockIsTheOneThatWasPrinted() {
        String printed =
                new String(TestResources.bytes("vllm-bench/detailed-completions.summary.txt"), StandardCharsets.UTF_8);

        assertThat(SummaryWriter.of(report()))
                .containsExactlyElementsOf(printed.lines().toList());
    }
}
