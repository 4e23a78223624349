package io.tidemark.simulator.calibration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.simulator.config.StrictYaml;
import io.tidemark.simulator.virtual.Figure;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The published benchmarks whose workloads are known whole; what they say lies in files beside this class. */
final class Studies {
    static final List<String> FILES = List.of("l4-phi-4", "rtx5070-kv-offload");
    private static final String FOLDER = "/io/tidemark/simulator/calibration/";
    private static final double USUAL_THROUGHPUT_LIMIT_PERCENT = 5;

    private final StrictYaml yaml = new StrictYaml();

    List<Experiment> experiments(String file) {
        String path = FOLDER + file + ".yaml";
        ObjectNode study = yaml.resource(path);
        List<Experiment> experiments = new ArrayList<>();
        for (JsonNode node : study.path("experiments")) {
            experiments.add(experiment(path, study, node));
        }
        return experiments;
    }

    private Experiment experiment(String path, ObjectNode study, JsonNode node) {
        ObjectNode server = yaml.empty();
        StrictYaml.lay((ObjectNode) study.path("server"), server);
        if (node.path("server") instanceof ObjectNode own) {
            StrictYaml.lay(own, server);
        }
        JsonNode workload = node.has("workload") ? node.get("workload") : study.get("workload");
        return new Experiment(
                study.path("name").asText(),
                node.path("name").asText(),
                server,
                yaml.bind(path, "workload", workload, BenchWorkload.class),
                node.path("throughput-limit-percent").asDouble(USUAL_THROUGHPUT_LIMIT_PERCENT),
                published(path, node.path("published")));
    }

    private static Map<Figure, Double> published(String path, JsonNode node) {
        Map<Figure, Double> figures = new EnumMap<>(Figure.class);
        node.properties().forEach(entry -> {
            Figure figure = Figure.of(entry.getKey())
                    .orElseThrow(
                            () -> new IllegalStateException(path + ": published." + entry.getKey() + " is no figure"));
            figures.put(figure, entry.getValue().asDouble());
        });
        return figures;
    }
}
