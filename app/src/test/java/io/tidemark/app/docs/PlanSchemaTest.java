package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import io.tidemark.app.init.PlanTemplate;
import io.tidemark.fixtures.RepositoryFiles;
import io.tidemark.producer.plan.read.PlanFileOptions;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.plan.read.PlanLoader.Source;
import io.tidemark.producer.yaml.InvalidYamlException;
import io.tidemark.producer.yaml.KnownKeys;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** docs/reference/plan.schema.json against the reader of plans, whose keys are the truth, and against every plan that people are shown. */
final class PlanSchemaTest {
    private static final String SCHEMA = "docs/reference/plan.schema.json";
    private static final String EVERY_KEY = "app/src/test/resources/io/tidemark/app/docs/every-key.yaml";
    private static final Set<String> OF_FILES_OF_SCENARIOS = Set.of("defaults", "scenarios");
    private static final YAMLMapper YAML = new YAMLMapper();

    @Test
    void schemaHasTheReadersKeysAndNoOthers() throws JsonProcessingException {
        Map<String, Set<String>> ofReader = new TreeMap<>(readersKeys());
        // Their keys are free: names of headers.
        ofReader.remove("request.headers");
        ofReader.remove("request.headers.x-key");
        // Names of flags.
        ofReader.remove("sweep.random.space.x-flag");

        assertThat(new TreeMap<>(SchemaKeys.of(schema(), OF_FILES_OF_SCENARIOS)))
                .as(SCHEMA + " must have the keys that the reader asks for; " + EVERY_KEY + " makes it ask")
                .containsExactlyEntriesOf(ofReader);
    }

    @Test
    void scenariosHaveThePlansKeysAndThoseOfVllmBench() throws JsonProcessingException {
        List<String> plan = keys(schema().path("properties"));
        plan.removeAll(OF_FILES_OF_SCENARIOS);
        plan.addAll(PlanLoader.scenarioKeys());

        assertThat(keys(schema().at("/$defs/scenario/properties"))).containsExactlyInAnyOrderElementsOf(plan);
    }

    @ParameterizedTest
    @MethodSource("shownPlans")
    void planThatPeopleAreShownIsValid(String text) throws JsonProcessingException {
        assertThat(complaints(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sed: 3",
                "seed: one",
                "steps: [{rate: 0, requests: 1}]",
                "steps: [{rate: 1, requests: 1, warm_up: 30}]",
                "steps: [{rate: 1, requests: 1, arrivals: {kind: waves}}]",
                "workload: {kind: synthetic, promt_tokens: 3}",
                "tokens: some"
            })
    void whatTheReaderRefusesIsComplainedAbout(String section) throws JsonProcessingException {
        String plan = PlanExamplesTest.completed(section);

        assertThat(complaints(plan)).isNotEmpty();
        assertThat(catchThrowableOfType(
                        InvalidYamlException.class, () -> PlanLoader.parse(plan, "x", RepositoryFiles.path("docs"))))
                .isNotNull();
    }

    @Test
    void schemaIsASchema() throws JsonProcessingException {
        JsonSchema meta = JsonSchemaFactory.getInstance(VersionFlag.V202012)
                .getSchema(URI.create("https://json-schema.org/draft/2020-12/schema"));

        assertThat(meta.validate(schema())).isEmpty();
    }

    static Stream<String> shownPlans() {
        Stream<String> shipped =
                RepositoryFiles.under("deploy/plans", ".yaml").stream().map(RepositoryFiles::read);
        Stream<String> onPages =
                Stream.of(PlanExamplesTest.whole(), PlanExamplesTest.inReadme()).flatMap(List::stream);
        Stream<String> parts = PlanExamplesTest.fragments().stream().map(PlanExamplesTest::completed);
        PlanTemplate asked =
                new PlanTemplate(URI.create("http://h:1"), Optional.of("org/model"), Optional.of("API_KEY"));
        PlanTemplate plain = new PlanTemplate(URI.create("http://h:1"), Optional.empty(), Optional.empty());
        return Stream.of(shipped, onPages, parts, Stream.of(asked.text("plan.yaml"), plain.text("plan.yaml")))
                .flatMap(texts -> texts);
    }

    private static Set<ValidationMessage> complaints(String plan) throws JsonProcessingException {
        return JsonSchemaFactory.getInstance(VersionFlag.V202012)
                .getSchema(schema())
                .validate(YAML.readTree(plan));
    }

    private static Map<String, Set<String>> readersKeys() throws JsonProcessingException {
        String text = RepositoryFiles.read(EVERY_KEY);
        Source source = new Source(EVERY_KEY, RepositoryFiles.path("docs"));
        KnownKeys keys = new KnownKeys();
        for (String scenario : keys(YAML.readTree(text).path("scenarios"))) {
            PlanFileOptions choice = new PlanFileOptions(Optional.of(scenario), List.of());
            InvalidYamlException refused = catchThrowableOfType(
                    InvalidYamlException.class, () -> PlanLoader.parse(text, source, choice, keys));
            assertThat(refused).as(scenario).isNotNull();
        }
        return keys.byPath();
    }

    private static JsonNode schema() throws JsonProcessingException {
        return new JsonMapper().readTree(RepositoryFiles.read(SCHEMA));
    }

    private static List<String> keys(JsonNode node) {
        List<String> keys = new ArrayList<>();
        node.properties().forEach(property -> keys.add(property.getKey()));
        return keys;
    }
}
