package io.tidemark.alerts.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.google.common.io.Resources;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.fixtures.RepositoryFiles;
import io.tidemark.producer.yaml.InvalidYamlException;
import io.tidemark.producer.yaml.KnownKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The schema, the reader, the example and the page say the same. */
final class AlertsSchemaTest {
    private static final String EXAMPLE = "docs/examples/alerts.yaml";
    private static final String PAGE = "docs/how-to/send-alerts.md";
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-zA-Z_.\\[\\]]+)` \\|");
    private static final Pattern VARIABLE = Pattern.compile("env: (\\w+)");
    private static final YAMLMapper YAML = new YAMLMapper();

    @Test
    void theExampleIsReadAndValid() throws JsonProcessingException {
        String text = RepositoryFiles.read(EXAMPLE);
        AlertsFile file =
                AlertsFileReader.parse(text, RepositoryFiles.path(EXAMPLE), environment(text), new KnownKeys());
        assertThat(file.receivers().stream().map(one -> one.kind().key()).distinct())
                .as("one of each kind")
                .containsExactlyInAnyOrder(
                        "alertmanager", "webhook", "slack", "pagerduty", "github", "mail", "command");
        assertThat(complaints(text)).isEmpty();
    }

    @Test
    void theSchemaHasTheReadersKeysAndNoOthers() {
        assertThat(schemaKeys()).containsExactlyEntriesOf(readersKeys());
    }

    /** One row for each key, by its path. */
    @Test
    void thePageHasARowForEachKey() {
        Set<String> rows = ROW.matcher(RepositoryFiles.read(PAGE))
                .results()
                .map(row -> row.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> keys = new TreeSet<>();
        readersKeys().forEach((path, names) -> names.forEach(name -> keys.add(shown(path, name))));
        assertThat(rows).containsExactlyElementsOf(keys);
    }

    @Test
    void theRunbookHasASectionForEachKind() {
        String page = RepositoryFiles.read("docs/operate/runbook.md");
        assertThat(Pattern.compile("(?m)^## (\\w+)$").matcher(page).results().map(heading -> heading.group(1)))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(AlertKind.values())
                        .map(AlertKind::alertname)
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "receivers: []",
                "receivers: [ { name: a, webhook: { url: 'ftp://h' } } ]",
                "receivers: [ { name: a } ]",
                "receivers: [ { name: a, pagerduty: { routing_key: s3cret } } ]",
                "rules: { SloBreach: { limit: 3 } }",
                "rules: { Breach: {} }",
                "routes: [ { match: { kind: Slo }, receivers: a } ]",
                "expect: [ { experiment: x } ]",
                "inhibit: maybe",
                "extra: 1"
            })
    void whatTheReaderRefusesIsComplainedAbout(String section) throws JsonProcessingException {
        Map<String, String> sections = new TreeMap<>(Map.of(
                "receivers", "receivers: [ { name: a, webhook: { url: 'http://h' } } ]",
                "routes", "routes: [ { receivers: a } ]"));
        sections.put(section.substring(0, section.indexOf(':')), section);
        String text = String.join("\n", sections.values());

        assertThat(complaints(text)).isNotEmpty();
        assertThat(catchThrowable(() -> AlertsFileReader.parse(text, Path.of("x"), Map.of(), new KnownKeys())))
                .isInstanceOf(InvalidYamlException.class);
    }

    @Test
    void theSchemaIsASchema() {
        JsonSchema meta = JsonSchemaFactory.getInstance(VersionFlag.V202012)
                .getSchema(URI.create("https://json-schema.org/draft/2020-12/schema"));
        assertThat(meta.validate(schema())).isEmpty();
    }

    /** Keys of rules are the same for each kind, and those of secrets for each secret. */
    private static String shown(String path, String name) {
        String place = path.startsWith("rules.") ? "rules.KIND" : path;
        String key = path.equals("rules") ? "KIND" : name;
        return place.isEmpty() ? key : place + "." + key;
    }

    private static Set<ValidationMessage> complaints(String text) throws JsonProcessingException {
        return JsonSchemaFactory.getInstance(VersionFlag.V202012)
                .getSchema(schema())
                .validate(YAML.readTree(text));
    }

    /** The reader asks for all keys of a section that is there, whatever it has. */
    private static Map<String, Set<String>> readersKeys() {
        String rules = Arrays.stream(AlertKind.values())
                .map(kind -> kind.alertname() + ": {}")
                .collect(Collectors.joining(", ", "rules: { ", " }"));
        String text = """
                connection: {}
                receivers:
                  - { connection: {}, templates: {}, alertmanager: {} }
                  - { webhook: {} }
                  - { slack: {} }
                  - { pagerduty: {} }
                  - { github: { app: {} } }
                  - { mail: {} }
                  - { command: {} }
                routes: [ { match: {} } ]
                expect: [ {} ]
                """ + rules;
        KnownKeys keys = new KnownKeys();
        assertThat(catchThrowable(() -> AlertsFileReader.parse(text, Path.of("x"), Map.of(), keys)))
                .isInstanceOf(InvalidYamlException.class);
        return new TreeMap<>(keys.byPath());
    }

    private static Map<String, Set<String>> schemaKeys() {
        Map<String, Set<String>> keys = new TreeMap<>();
        collect("", schema(), keys);
        return keys;
    }

    private static void collect(String path, JsonNode given, Map<String, Set<String>> keys) {
        String reference = given.path("$ref").asText();
        if (reference.equals("#/$defs/secret")) {
            return; // env or file, read by the reader of plans and documented once.
        }
        JsonNode node = reference.isEmpty() ? given : schema().at(reference.substring(1));
        node.path("properties").properties().forEach(one -> {
            keys.computeIfAbsent(path, unseen -> new TreeSet<>()).add(one.getKey());
            collect(path.isEmpty() ? one.getKey() : path + "." + one.getKey(), one.getValue(), keys);
        });
        if (node.has("items")) {
            collect(path + "[]", node.get("items"), keys);
        }
    }

    private static JsonNode schema() {
        try {
            return new JsonMapper()
                    .readTree(Resources.toString(
                            Resources.getResource(AlertsFile.class, "alerts.schema.json"), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, String> environment(String text) {
        Map<String, String> environment = new HashMap<>();
        VARIABLE.matcher(text)
                .results()
                .forEach(found -> environment.put(
                        found.group(1), found.group(1).endsWith("URL") ? "https://hooks.example.com/x" : "x"));
        environment.put("PAGER_TOKEN", "x");
        return environment;
    }
}
