package io.tidemark.app.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.alerts.config.AlertsFileReader;
import io.tidemark.fixtures.RepositoryFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each file of deploy/kubernetes, without a program that renders them. */
final class ManifestFilesTest {
    /** Files of Tidemark, which Kubernetes only keeps. */
    private static final Set<String> OF_TIDEMARK = Set.of("alerts-config.yaml", "watch.yaml", "nightly.yaml");

    private static final String KUSTOMIZATION = "kustomization.yaml";

    @ParameterizedTest
    @MethodSource("manifests")
    void everyFieldIsOneOfTheApi(Path file) {
        assertThat(StrictResources.parse(RepositoryFiles.read(file))).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("kustomizations")
    void whatAKustomizationNamesIsThere(Path file) {
        JsonNode kustomization =
                StrictResources.documents(RepositoryFiles.read(file)).get(0);
        List<String> named = Stream.of("resources", "components")
                .flatMap(key -> texts(kustomization.path(key)))
                .toList();
        Stream<String> patches = kustomization.path("patches").findValuesAsText("path").stream()
                .filter(path -> !path.startsWith("/spec"));
        Stream<String> files = kustomization.path("configMapGenerator").findValues("files").stream()
                .flatMap(ManifestFilesTest::texts)
                .map(entry -> entry.substring(entry.indexOf('=') + 1));

        assertThat(Stream.of(named.stream(), patches, files).flatMap(paths -> paths))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(Files.exists(file.resolveSibling(name)))
                        .as("%s names %s", file, name)
                        .isTrue());
    }

    @Test
    void theRuleResourceHasTheRulesOfPrometheus() {
        JsonNode rules = StrictResources.documents(RepositoryFiles.read("deploy/prometheus/tidemark.rules.yaml"))
                .get(0);
        JsonNode resource = StrictResources.documents(
                        RepositoryFiles.read("deploy/kubernetes/components/monitoring/prometheus-rule.yaml"))
                .get(0);

        assertThat(rules.path("groups")).isNotEmpty();
        assertThat(resource.path("spec").path("groups")).isEqualTo(rules.path("groups"));
    }

    @Test
    void receiversAreOnesThatTheDispatcherReads() {
        assertThat(AlertsFileReader.read(RepositoryFiles.path("deploy/kubernetes/base/alerts-config.yaml"), Map.of())
                        .receivers())
                .hasSize(1);
    }

    @Test
    void aFieldThatTheApiHasNotIsAnError() {
        String deployment = RepositoryFiles.read("deploy/kubernetes/base/pod.yaml");

        assertThatThrownBy(() -> StrictResources.parse(deployment.replace("readOnlyRootFilesystem", "readOnlyRoot")))
                .hasMessageContaining("Unrecognized field \"readOnlyRoot\"");
        assertThatThrownBy(() -> StrictResources.parse(deployment.replace("timeoutSeconds", "timeout")))
                .hasMessageContaining("Unrecognized field \"timeout\"");
        assertThatThrownBy(() -> StrictResources.parse(deployment.replace("apps/v1", "apps/v2")))
                .hasMessageContaining("no model of apps/v2 Deployment");
    }

    private static Stream<String> texts(JsonNode list) {
        return Stream.iterate(0, index -> index < list.size(), index -> index + 1)
                .map(index -> list.path(index).asText());
    }

    static List<Path> manifests() {
        return files().filter(file -> !file.endsWith(KUSTOMIZATION))
                .filter(file -> !OF_TIDEMARK.contains(file.getFileName().toString()))
                .toList();
    }

    static List<Path> kustomizations() {
        return files().filter(file -> file.endsWith(KUSTOMIZATION)).toList();
    }

    private static Stream<Path> files() {
        return RepositoryFiles.under("deploy/kubernetes", ".yaml").stream();
    }
}
