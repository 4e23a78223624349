package io.tidemark.app.stack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.fixtures.RepositoryFiles;
import io.tidemark.prometheus.PrometheusServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A Prometheus with the configuration and the rules of deploy/prometheus, but for addresses and intervals. */
final class DeployedPrometheus {
    private static final String FOLDER = "deploy/prometheus";

    private DeployedPrometheus() {}

    /**
     * Starts it.
     *
     * @param targets {@code host:port} of each job of the configuration; a job that is not named is left out
     * @param alertmanagers {@code host:port} of each
     */
    static PrometheusServer start(Path folder, Map<String, String> targets, List<String> alertmanagers) {
        try {
            YAMLMapper yaml = new YAMLMapper();
            ObjectNode config = (ObjectNode) yaml.readTree(RepositoryFiles.read(FOLDER + "/prometheus.yaml"));
            config.withObject("/global").put("scrape_interval", "1s").put("evaluation_interval", "1s");
            ArrayNode rules = yaml.createArrayNode();
            config.path("rule_files")
                    .forEach(file -> rules.add(
                            RepositoryFiles.path(FOLDER).resolve(file.asText()).toString()));
            config.set("rule_files", rules);
            set(config.at("/alerting/alertmanagers/0"), alertmanagers);
            ArrayNode jobs = yaml.createArrayNode();
            for (JsonNode job : config.path("scrape_configs")) {
                String target = targets.get(job.path("job_name").asText());
                if (target != null) {
                    set(job, List.of(target));
                    jobs.add(job);
                }
            }
            config.set("scrape_configs", jobs);
            return PrometheusServer.start(folder, yaml.writeValueAsString(config), PrometheusServer.NATIVE_HISTOGRAMS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void set(JsonNode of, List<String> addresses) {
        ArrayNode targets = ((ObjectNode) of.at("/static_configs/0")).putArray("targets");
        addresses.forEach(targets::add);
    }
}
