package io.tidemark.simulator.calibration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.simulator.client.BenchServeMetric;
import io.tidemark.simulator.config.StrictYaml;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The published benchmarks whose workloads are known whole; what they say lies in files beside this class. */
final class PublishedBenchmarkReader {
    static final List<String> FILES = List.of("l4-phi-4", "rtx5070-kv-offload");
    private static final String FOLDER = "/io/tidemark/simulator/calibration/";
    private static final double USUAL_THROUGHPUT_LIMIT_PERCENT = 5;

    private final StrictYaml yaml = new StrictYaml();

    List<PublishedBenchmark> experiments(String file) {
        String path = FOLDER + file + ".yaml";
        ObjectNode study = yaml.resource(path);
        List<PublishedBenchmark> experiments = new ArrayList<>();
        for (JsonNode node : study.path("experiments")) {
            experiments.add(experiment(path, study, node));
        }
        return experiments;
    }

    private PublishedBenchmark experiment(String path, ObjectNode study, JsonNode node) {
        ObjectNode server = yaml.empty();
        StrictYaml.overlay((ObjectNode) study.path("server"), server);
        if (node.path("server") instanceof ObjectNode own) {
            StrictYaml.overlay(own, server);
        }
        JsonNode workload = node.has("workload") ? node.get("workload") : study.get("workload");
        return new PublishedBenchmark(
                study.path("name").asText(),
                node.path("name").asText(),
                server,
                yaml.bind(path, "workload", workload, RandomDatasetWorkload.class),
                node.path("throughput-limit-percent").asDouble(USUAL_THROUGHPUT_LIMIT_PERCENT),
                published(path, node.path("published")));
    }

    private static Map<BenchServeMetric, Double> published(String path, JsonNode node) {
        Map<BenchServeMetric, Double> figures = new EnumMap<>(BenchServeMetric.class);
        node.properties().forEach(entry -> {
            BenchServeMetric figure = BenchServeMetric.of(entry.getKey())
                    .orElseThrow(
                            () -> new IllegalStateException(path + ": published." + entry.getKey() + " is no figure"));
            figures.put(figure, entry.getValue().asDouble());
        });
        return figures;
    }
}
