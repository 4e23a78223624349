package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.exporter.results.ResultMetric;
import io.tidemark.fixtures.RepositoryFiles;
import io.tidemark.prometheus.PrometheusTool;
import io.tidemark.prometheus.PrometheusTool.Ended;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of deploy/prometheus do what they say, on series that there are. */
final class PrometheusRulesTest {
    private static final String FOLDER = "deploy/prometheus/";
    private static final String ALERTS = FOLDER + "tidemark.rules.yaml";
    private static final Pattern NAME = Pattern.compile("\\btidemark_[a-z0-9_]+\\b");
    private static final YAMLMapper YAML = new YAMLMapper();

    @Tag("integration")
    @ParameterizedTest
    @ValueSource(strings = {"tidemark", "sloth"})
    void promtoolTestsTheRules(String rules) {
        mustPass("test", "rules", file("tests/" + rules + ".test.yaml"));
    }

    @Tag("integration")
    @Test
    void promtoolUnderstandsTheConfiguration() {
        mustPass("check", "config", file("prometheus.yaml"));
    }

    @Test
    void everyAlertIsTestedFiringAndNotFiring() throws IOException {
        List<String> firing = new ArrayList<>();
        List<String> quiet = new ArrayList<>();
        for (JsonNode test : YAML.readTree(RepositoryFiles.read(FOLDER + "tests/tidemark.test.yaml"))
                .path("tests")) {
            test.path("alert_rule_test")
                    .forEach(alert -> (alert.path("exp_alerts").isEmpty() ? quiet : firing)
                            .add(alert.path("alertname").asText()));
        }
        assertThat(alerts()).isNotEmpty();
        assertThat(firing).containsExactlyInAnyOrderElementsOf(alerts());
        assertThat(quiet).containsExactlyInAnyOrderElementsOf(alerts());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ALERTS,
                FOLDER + "sloth.rules.yaml",
                "docs/operate/prometheus.md",
                "deploy/grafana/dashboards/run.json",
                "deploy/grafana/dashboards/slo.json",
                "deploy/grafana/dashboards/server.json",
                "deploy/grafana/dashboards/fleet.json",
                "deploy/grafana/dashboards/pipeline.json"
            })
    void everySeriesThatIsNamedExists(String file) {
        String known = Stream.concat(
                        Arrays.stream(ResultMetric.values()).map(ResultMetric::exposedName),
                        Stream.of(RepositoryFiles.read("docs/operate/operating.md")))
                .reduce("", (all, more) -> all + "\n" + more);
        assertThat(NAME.matcher(RepositoryFiles.read(file)).results().map(MatchResult::group))
                .isNotEmpty()
                .map(name -> name.replaceAll("_(bucket|count|sum|max)$", ""))
                .allSatisfy(name -> assertThat(known).containsPattern("\\b" + name + "\\b"));
    }

    private static List<String> alerts() throws IOException {
        List<String> names = new ArrayList<>();
        YAML.readTree(RepositoryFiles.read(ALERTS))
                .path("groups")
                .forEach(group -> group.path("rules")
                        .forEach(rule -> names.add(rule.path("alert").asText())));
        return names;
    }

    private static String file(String name) {
        return RepositoryFiles.path(FOLDER + name).toString();
    }

    private static void mustPass(String... arguments) {
        assumeTrue(
                PrometheusTool.obstacle().isEmpty(),
                () -> PrometheusTool.obstacle().orElseThrow());
        Ended ended = PrometheusTool.run(arguments);
        assertThat(ended.exitCode()).as(ended.output()).isZero();
    }
}
