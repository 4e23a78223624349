package io.tidemark.app.stack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.fixtures.RepositoryFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Every expression of the files in deploy that a Prometheus is asked. */
final class DeployedQueries {
    private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((.*), (\\w+)\\)");
    /** What an alert compares with, at the end of its expression. */
    private static final Pattern COMPARISON = Pattern.compile("\\s*(==|!=|>=|<=|>|<)\\s*[\\d.]+\\s*$");

    private DeployedQueries() {}

    /** An expression and the place that it stands in, for messages. */
    record Asked(String place, String expression) {
        @Override
        public String toString() {
            return place + ": " + expression;
        }
    }

    /**
     * The queries of the panels and annotations of all dashboards, and those of their variables.
     *
     * @param values of a label of the series that an expression names
     */
    static List<Asked> ofDashboards(BiFunction<String, String, List<String>> values) {
        List<Asked> asked = new ArrayList<>();
        for (Path file : RepositoryFiles.under("deploy/grafana/dashboards", ".json")) {
            JsonNode dashboard = json(file);
            String name = file.getFileName().toString();
            Map<String, String> chosen = chosen(name, dashboard, values, asked);
            dashboard
                    .path("panels")
                    .forEach(panel -> panel.path("targets")
                            .forEach(query -> asked.add(new Asked(
                                    name + ", panel '" + panel.path("title").asText() + "'",
                                    filled(query.path("expr").asText(), chosen)))));
            dashboard
                    .at("/annotations/list")
                    .forEach(one -> asked.add(new Asked(
                            name + ", annotation", filled(one.path("expr").asText(), chosen))));
        }
        return asked;
    }

    /** What a viewer has chosen who opened the dashboard: the first choice of each variable. */
    private static Map<String, String> chosen(
            String file, JsonNode dashboard, BiFunction<String, String, List<String>> values, List<Asked> asked) {
        Map<String, String> chosen = new HashMap<>(Map.of("__rate_interval", "2m", "__interval", "5m"));
        for (JsonNode variable : dashboard.at("/templating/list")) {
            Matcher query =
                    LABEL_VALUES.matcher(variable.path("query").path("query").asText());
            if (query.matches()) {
                String name = variable.path("name").asText();
                String series = filled(query.group(1), chosen);
                asked.add(new Asked(file + ", variable " + name, series));
                List<String> known = values.apply(series, query.group(2));
                String first = variable.at("/current/value").asText(known.isEmpty() ? "" : known.get(0));
                chosen.put(
                        name, first.equals("$__all") ? variable.path("allValue").asText() : first);
            }
        }
        return chosen;
    }

    private static String filled(String expression, Map<String, String> chosen) {
        String filled = expression;
        for (Map.Entry<String, String> variable : chosen.entrySet()) {
            filled =
                    filled.replaceAll("\\$" + variable.getKey() + "\\b", Matcher.quoteReplacement(variable.getValue()));
        }
        return filled;
    }

    /** The expressions of the rule files: of an alert what it compares, of a recording rule also the recorded series. */
    static List<Asked> ofRules() {
        List<Asked> asked = new ArrayList<>();
        for (Path file : RepositoryFiles.under("deploy/prometheus", ".rules.yaml")) {
            yaml(file)
                    .path("groups")
                    .forEach(group -> group.path("rules").forEach(rule -> {
                        String expression = rule.path("expr").asText();
                        String place = file.getFileName() + ", rule "
                                + rule.path("alert").asText(rule.path("record").asText());
                        if (rule.has("record")) {
                            asked.add(new Asked(place, expression));
                            asked.add(new Asked(place, rule.path("record").asText()));
                        } else {
                            asked.add(new Asked(
                                    place, COMPARISON.matcher(expression).replaceFirst("")));
                        }
                    }));
        }
        return asked;
    }

    private static JsonNode json(Path file) {
        try {
            return new JsonMapper().readTree(RepositoryFiles.read(file));
        } catch (IOException e) {
            throw new UncheckedIOException(file + " is no JSON", e);
        }
    }

    private static JsonNode yaml(Path file) {
        try {
            return new YAMLMapper().readTree(RepositoryFiles.read(file));
        } catch (IOException e) {
            throw new UncheckedIOException(file + " is no YAML", e);
        }
    }
}
