package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.fixtures.RepositoryFiles;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** What a plugin of the build could do to a release, if one were hostile. */
final class WorkflowsTest {
    private static final String RELEASE = ".github/workflows/release.yml";
    private static final String VERIFY = ".github/workflows/verify.yml";
    private static final Pattern USE = Pattern.compile("(?m)^ *-? *uses: *(.*)$");
    private static final JsonNode JOBS = jobs();

    @ParameterizedTest
    @ValueSource(strings = {RELEASE, VERIFY})
    void actionsAreNamedByTheirCommits(String workflow) {
        List<String> uses = USE.matcher(RepositoryFiles.read(workflow))
                .results()
                .map(use -> use.group(1))
                .toList();
        assertThat(uses)
                .isNotEmpty()
                .allMatch(use -> use.matches("[a-z-]+/[a-z-]+@[0-9a-f]{40} # v[0-9.]+") || use.equals("./" + VERIFY));
    }

    @Test
    void whatHasRightsBuildsNothing() {
        assertThat(JOBS)
                .filteredOn(job -> job.path("permissions").toString().contains("write"))
                .containsExactly(JOBS.path("sign"));
        assertThat(JOBS.path("sign").path("steps")).allSatisfy(step -> {
            assertThat(step.path("uses").asText()).doesNotContain("checkout", "setup-java", "setup-node");
            assertThat(step.path("run").asText()).doesNotContainPattern("\\b(mvn|npm|npx|deploy/|bin/)");
        });
    }

    @Test
    void whatBuildsHasNoRights() {
        assertThat(JOBS.path("build").path("permissions").toString()).isEqualTo("{\"contents\":\"read\"}");
        assertThat(JOBS.path("build").toString())
                .contains("mvn -B")
                .doesNotContain("secrets.", "id-token", "\"cache\"");
        assertThat(JOBS.path("sign").path("needs").asText()).isEqualTo("build");
        assertThat(StreamSupport.stream(JOBS.spliterator(), false)
                        .flatMap(job -> StreamSupport.stream(job.path("steps").spliterator(), false))
                        .filter(step -> step.path("uses").asText().startsWith("actions/checkout@")))
                .isNotEmpty()
                .allSatisfy(step -> assertThat(
                                step.path("with").path("persist-credentials").asBoolean(true))
                        .isFalse());
    }

    @Test
    void whatIsSignedIsWhatWasHandedOver() {
        assertThat(JOBS.path("sign").path("env").path("DIGEST").asText())
                .isEqualTo("${{ needs.build.outputs.digest }}");
        List<String> steps = StreamSupport.stream(
                        JOBS.path("sign").path("steps").spliterator(), false)
                .map(JsonNode::toString)
                .toList();
        assertThat(steps.get(0)).contains("actions/download-artifact@");
        assertThat(steps.get(1)).contains("$DIGEST", "sha256sum --check --strict handed.sums");
    }

    @Test
    void noScriptOfAPackageRunsInTheBuild() {
        assertThat(RepositoryFiles.read("app/console/frontend/build"))
                .containsPattern("npm ci --ignore-scripts")
                .doesNotContain("npm install");
    }

    private static JsonNode jobs() {
        Object read = new Yaml(new SafeConstructor(new LoaderOptions())).load(RepositoryFiles.read(RELEASE));
        JsonNode workflow = new ObjectMapper().valueToTree(read);
        assertThat(workflow.path("permissions").toString()).isEqualTo("{\"contents\":\"read\"}");
        return workflow.path("jobs");
    }
}
