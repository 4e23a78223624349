package io.tidemark.simulator.fit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.simulator.client.BenchServeMetric;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads what {@code vllm bench serve --save-result} and {@code vllm bench sweep} write: an object, objects in a row ({@code
 * --append-result}) or a list of them ({@code summary.json}). Every key is optional but the counts of requests and tokens.
 */
public final class BenchResultReader {
    /** Flags that matter to the engine; a sweep and {@code --metadata} put them beside the figures. */
    private static final Set<String> FLAGS = Set.of(
            "max_num_seqs",
            "max_num_batched_tokens",
            "gpu_memory_utilization",
            "kv_cache_dtype",
            "enable_prefix_caching",
            "block_size",
            "max_model_len");

    private final ObjectMapper json = new ObjectMapper();

    /** The results in {@code text}; {@code source} names it in errors. */
    public List<MeasuredBenchmark> read(String source, String text) {
        List<JsonNode> nodes = new ArrayList<>();
        try (MappingIterator<JsonNode> values = json.readerFor(JsonNode.class).readValues(text)) {
            values.forEachRemaining(value -> addObjects(value, nodes));
        } catch (JsonProcessingException e) {
            throw new FitException(source + ": is not JSON: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new FitException(source + ": cannot be read: " + e.getMessage(), e);
        }
        List<MeasuredBenchmark> measured = new ArrayList<>();
        for (JsonNode node : nodes) {
            String place = nodes.size() == 1 ? source : source + " #" + (measured.size() + 1);
            measured.add(measured(place, node));
        }
        return measured;
    }

    private static void addObjects(JsonNode value, List<JsonNode> nodes) {
        if (value.isArray()) {
            value.forEach(nodes::add);
            return;
        }
        nodes.add(value);
    }

    private static MeasuredBenchmark measured(String source, JsonNode node) {
        MeasuredWorkload load = new MeasuredWorkload(source, node);
        Map<BenchServeMetric, Double> figures = figures(node);
        if (figures.isEmpty()) {
            throw new FitException(source + ": holds none of the figures of vllm bench serve, such as mean_ttft_ms");
        }
        return new MeasuredBenchmark(source, flags(node), load.arrivals(), load.maxConcurrency(), figures);
    }

    private static Map<BenchServeMetric, Double> figures(JsonNode node) {
        Map<BenchServeMetric, Double> figures = new EnumMap<>(BenchServeMetric.class);
        for (BenchServeMetric figure : BenchServeMetric.values()) {
            double value = node.path(figure.key()).asDouble(Double.NaN);
            if (value > 0) {
                figures.put(figure, value);
            }
        }
        return figures;
    }

    private static Map<String, String> flags(JsonNode node) {
        Map<String, String> flags = new LinkedHashMap<>();
        FLAGS.stream()
                .sorted()
                .filter(node::hasNonNull)
                .forEach(
                        flag -> flags.put(flag.replace('_', '-'), node.get(flag).asText()));
        return flags;
    }
}
