package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.fixtures.RepositoryFiles;
import io.tidemark.prometheus.AlertmanagerTool;
import io.tidemark.prometheus.PrometheusTool.Ended;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** deploy/alertmanager routes every alert that there is, of both sources, by its severity. */
final class AlertmanagerConfigTest {
    private static final String CONFIG = "deploy/alertmanager/alertmanager.yaml";
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final Pattern NAMES = Pattern.compile("alertname=~?\"([^\"]+)\"");

    /** An alert's name and severity, and who is notified. */
    static Stream<Arguments> alerts() throws IOException {
        List<Arguments> alerts = new ArrayList<>();
        for (AlertKind kind : AlertKind.values()) {
            String severity = kind.defaults().severity();
            alerts.add(Arguments.of(kind.alertname(), severity, receiver(severity)));
        }
        for (JsonNode rule : rules()) {
            String severity = rule.at("/labels/severity").asText("page");
            alerts.add(Arguments.of(rule.path("alert").asText(), severity, receiver(severity)));
        }
        alerts.add(Arguments.of("BurnRate", "ticket", "tickets"));
        alerts.add(Arguments.of("TidemarkErrorBudgetBurns", "ticket", "tickets"));
        alerts.add(Arguments.of("BurnRate", "a severity that a plan made up", "tickets"));
        return alerts.stream();
    }

    private static String receiver(String severity) {
        return switch (severity) {
            case "page" -> "pages";
            case "ticket" -> "tickets";
            case "info" -> "notes";
            default -> throw new IllegalArgumentException(severity + " is no severity");
        };
    }

    @Tag("integration")
    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("alerts")
    void everyAlertGoesWhereItsSeveritySays(String alertname, String severity, String receiver) {
        Map<String, String> labels = Map.of("alertname", alertname, "severity", severity, "team", "perf");
        assertThat(passed(AlertmanagerTool.testRoute(file(), labels, receiver))).contains(receiver);
    }

    @Tag("integration")
    @Test
    void amtoolUnderstandsTheConfiguration() {
        assertThat(passed(AlertmanagerTool.checkConfig(file()))).contains("3 receivers");
    }

    @Test
    void inhibitionNamesAlertsThatThereAre() throws IOException {
        List<String> known = new ArrayList<>();
        Arrays.stream(AlertKind.values()).map(AlertKind::alertname).forEach(known::add);
        rules().forEach(rule -> known.add(rule.path("alert").asText()));
        JsonNode inhibition = YAML.readTree(RepositoryFiles.read(CONFIG)).path("inhibit_rules");
        List<String> named = new ArrayList<>();
        for (JsonNode rule : inhibition) {
            named.addAll(names(rule.path("source_matchers")));
            named.addAll(names(rule.path("target_matchers")));
        }
        assertThat(known).containsAll(named);
        assertThat(named).contains("TargetDown", "SloBreach", "BurnRate", "TidemarkBreachOpen", "EventsMissing");
    }

    private static List<String> names(JsonNode matchers) {
        List<String> names = new ArrayList<>();
        for (JsonNode matcher : matchers) {
            NAMES.matcher(matcher.asText())
                    .results()
                    .map((MatchResult found) -> found.group(1).split("\\|"))
                    .forEach(found -> names.addAll(List.of(found)));
        }
        assertThat(names).as("names in %s", matchers).isNotEmpty();
        return names;
    }

    private static List<JsonNode> rules() throws IOException {
        List<JsonNode> rules = new ArrayList<>();
        YAML.readTree(RepositoryFiles.read("deploy/prometheus/tidemark.rules.yaml"))
                .path("groups")
                .forEach(group -> group.path("rules").forEach(rules::add));
        return rules;
    }

    private static String file() {
        return RepositoryFiles.path(CONFIG).toString();
    }

    private static String passed(Ended ended) {
        assumeTrue(
                AlertmanagerTool.obstacle().isEmpty(),
                () -> AlertmanagerTool.obstacle().orElseThrow());
        assertThat(ended.exitCode()).as(ended.output()).isZero();
        return ended.output();
    }
}
