package io.tidemark.app.dashboards;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.fixtures.GeneratedFile;
import io.tidemark.fixtures.RepositoryFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The kept dashboards are those that the program makes, and hold together. Their queries run in {@code DashboardQueriesTest}. */
final class DashboardsTest {
    private static final String FOLDER = "deploy/grafana/dashboards/";
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{?(\\w+)");
    /** What Grafana itself sets. */
    private static final Set<String> BUILT_IN = Set.of("__interval", "__rate_interval", "__range");

    static Stream<String> files() {
        return DashboardCatalog.files().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("files")
    void theKeptFileIsWhatTheProgramMakes(String file) {
        new GeneratedFile(FOLDER + file)
                .mustBe(DashboardCatalog.files().get(file), "mvn -pl app test -Dtest=DashboardsTest");
    }

    @Test
    void nothingElseIsKept() {
        assertThat(RepositoryFiles.under(FOLDER, "").stream()
                        .filter(path -> path.toFile().isFile())
                        .map(path -> path.getFileName().toString()))
                .containsExactlyInAnyOrderElementsOf(DashboardCatalog.files().keySet());
    }

    @ParameterizedTest
    @MethodSource("files")
    void theLimitAndTheHeldLoadAreOnEach(String file) {
        assertThat(expressions(file))
                .anySatisfy(query -> assertThat(query).contains("tidemark_objective_limit_seconds"))
                .anySatisfy(query -> assertThat(query).contains("tidemark_held_load"));
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyVariableThatIsUsedCanBeChosen(String file) {
        Set<String> known = new HashSet<>(BUILT_IN);
        dashboard(file)
                .at("/templating/list")
                .forEach(variable -> known.add(variable.path("name").asText()));
        Set<String> used = new HashSet<>();
        VARIABLE.matcher(DashboardCatalog.files().get(file).replace("$__all", ""))
                .results()
                .map(name -> name.group(1))
                .forEach(used::add);
        assertThat(known).containsAll(used);
        known.removeAll(BUILT_IN);
        assertThat(used).as("what can be chosen changes something").containsAll(known);
    }

    @ParameterizedTest
    @MethodSource("files")
    void panelsHaveNumbersOfTheirOwnAndDoNotOverlap(String file) {
        List<Integer> ids = new ArrayList<>();
        Set<String> cells = new HashSet<>();
        for (JsonNode panel : dashboard(file).path("panels")) {
            ids.add(panel.path("id").asInt());
            JsonNode at = panel.path("gridPos");
            assertThat(at.path("x").asInt() + at.path("w").asInt()).isLessThanOrEqualTo(24);
            for (int x = 0; x < at.path("w").asInt(); x++) {
                for (int y = 0; y < at.path("h").asInt(); y++) {
                    String cell =
                            (at.path("x").asInt() + x) + "," + (at.path("y").asInt() + y);
                    assertThat(cells.add(cell))
                            .as("%s of %s", cell, panel.path("title"))
                            .isTrue();
                }
            }
            List<String> queries = new ArrayList<>();
            panel.path("targets")
                    .forEach(query -> queries.add(query.path("refId").asText()));
            assertThat(queries).doesNotHaveDuplicates();
        }
        assertThat(ids).isNotEmpty().doesNotHaveDuplicates();
    }

    @Test
    void everyDashboardHasAUidOfItsOwn() {
        assertThat(files().map(file -> dashboard(file).path("uid").asText()))
                .doesNotHaveDuplicates()
                .allSatisfy(uid -> assertThat(uid).startsWith("tidemark-"));
    }

    @Test
    void theDataSourceKnowsHowOftenPrometheusScrapes() throws IOException {
        YAMLMapper yaml = new YAMLMapper();
        JsonNode source =
                yaml.readTree(RepositoryFiles.read("deploy/grafana/provisioning/datasources/prometheus.yaml"));
        JsonNode prometheus = yaml.readTree(RepositoryFiles.read("deploy/prometheus/prometheus.yaml"));
        assertThat(source.at("/datasources/0/jsonData/timeInterval").asText())
                .isEqualTo(prometheus.at("/global/scrape_interval").asText());
        assertThat(source.at("/datasources/0/type").asText()).isEqualTo(DataSource.CHOSEN.type());
    }

    private static List<String> expressions(String file) {
        return dashboard(file).findValuesAsText("expr");
    }

    private static JsonNode dashboard(String file) {
        try {
            return new JsonMapper().readTree(DashboardCatalog.files().get(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
