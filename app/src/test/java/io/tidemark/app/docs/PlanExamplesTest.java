package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.RepositoryFiles;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.read.PlanFileOptions;
import io.tidemark.producer.plan.read.PlanLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every plan that people are shown is read by the real loader. */
final class PlanExamplesTest {
    private static final Pattern YAML = Pattern.compile("(?s)```yaml\n(.*?)```");
    private static final Pattern FRAGMENT = Pattern.compile("(?s)```yaml\n# in a plan\n(.*?)```");

    @ParameterizedTest
    @MethodSource("shipped")
    void shippedPlanIsValid(Path file) {
        assertThat(PlanLoader.load(file, PlanFileOptions.AS_IT_IS)).isNotEmpty().allSatisfy(plan -> {
            assertThat(plan.steps()).isNotEmpty();
            assertThat(plan.objectives()).isNotEmpty();
        });
    }

    @Test
    void tuningPlanAsksForTheNineRatesOfTheStudy() {
        Plan plan = PlanLoader.load(RepositoryFiles.path("deploy/plans/chat-sweep.yaml"));

        assertThat(plan.steps())
                .extracting(step -> step.ratePerSecond())
                .containsExactly(0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0);
        assertThat(plan.phases()).extracting(phase -> phase.name()).containsExactly("baseline", "moderate");
        assertThat(plan.objectives())
                .extracting(objective -> objective.getLimitNanos())
                .startsWith(1_000_000_000L, 60_000_000L);
    }

    @ParameterizedTest
    @MethodSource("whole")
    void planInThePageIsValid(String text) {
        PlanLoader.Source page = new PlanLoader.Source("docs/reference/plan.md", RepositoryFiles.path("docs"));

        assertThat(PlanLoader.parse(text, page, PlanFileOptions.AS_IT_IS))
                .isNotEmpty()
                .allSatisfy(plan -> assertThat(plan.experiment()).isNotBlank());
    }

    @ParameterizedTest
    @MethodSource("fragments")
    void sectionInThePageIsValidInAPlan(String section) {
        Plan plan = PlanLoader.parse(completed(section), "docs/reference/plan.md", RepositoryFiles.path("docs"));

        assertThat(plan.steps()).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("inReadme")
    void planInTheReadmeIsValid(String text) {
        Plan plan = PlanLoader.parse(text, "README.md", RepositoryFiles.path("."));

        assertThat(plan.steps()).isNotEmpty();
    }

    /** What a section lacks to be a plan. */
    static String completed(String section) {
        return withDefault(section, "experiment", "experiment: example\n")
                + withDefault(
                        section, "workload", "workload: {kind: synthetic, prompt_tokens: 10, output_tokens: 10}\n")
                + withDefault(section, "steps", "steps: [{rate: 1, requests: 1}]\n")
                + section;
    }

    private static String withDefault(String section, String key, String text) {
        return Pattern.compile("(?m)^" + key + ":").matcher(section).find() ? "" : text;
    }

    static List<Path> shipped() {
        return Stream.concat(
                        RepositoryFiles.under("deploy/plans", ".yaml").stream(),
                        Stream.of(RepositoryFiles.path("deploy/kubernetes/components/watch/nightly.yaml")))
                .toList();
    }

    static List<String> whole() {
        return examples(YAML, "docs/reference/plan.md").stream()
                .filter(text -> !text.startsWith("# in a plan"))
                .toList();
    }

    static List<String> fragments() {
        return Stream.of(
                        "docs/reference/plan.md",
                        "docs/how-to/choose-a-workload.md",
                        "docs/how-to/start-servers.md",
                        "docs/reference/simulator.md",
                        "docs/reference/slo.md")
                .flatMap(page -> examples(FRAGMENT, page).stream())
                .toList();
    }

    static List<String> inReadme() {
        return examples(YAML, "README.md");
    }

    private static List<String> examples(Pattern pattern, String page) {
        return pattern.matcher(RepositoryFiles.read(page))
                .results()
                .map(result -> result.group(1))
                .toList();
    }
}
