package io.tidemark.producer.plan.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.server.AfterCommand;
import io.tidemark.producer.plan.server.AfterCommand.IfMissing;
import io.tidemark.producer.plan.server.CommandTemplate;
import io.tidemark.producer.yaml.InvalidYamlException;
import io.tidemark.producer.yaml.YamlProblem;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AfterReaderTest {
    private static final String PLAN = """
            experiment: e
            workload: {kind: synthetic, prompt_tokens: 10, output_tokens: 10}
            steps: [{rate: 1, duration: 10s}]
            """;
    private static final String SERVER = "server: {command: serve}\n";

    private static Plan plan(String text) {
        return PlanLoader.parse(PLAN + text, "plan.yaml", Path.of("."));
    }

    private static List<String> problems(String text) {
        InvalidYamlException refused = catchThrowableOfType(InvalidYamlException.class, () -> plan(text));
        return refused.problems().stream().map(YamlProblem::toString).toList();
    }

    @Test
    void eachPhaseHasThePlansCommandsUnlessItHasItsOwn() {
        Plan plan = plan(SERVER + """
                after:
                  - {name: quality, run: "lm_eval --output_path ${results}", import: lm-eval, timeout: 30m, if_missing: fail}
                phases:
                  - {name: plain}
                  - {name: own, after: [{name: notes, run: [sh, -c, "echo ${url}"]}]}
                  - {name: none, after: []}
                sweep: {grid: {max-num-seqs: [8]}}
                """);

        AfterCommand quality = new AfterCommand(
                "quality",
                new CommandTemplate(List.of("lm_eval", "--output_path", "${results}")),
                Optional.of("lm-eval"),
                Duration.ofMinutes(30),
                IfMissing.FAIL);
        assertThat(plan.phase("plain").after()).containsExactly(quality);
        assertThat(plan.phase("none").after()).isEmpty();
        assertThat(plan.phase("own").after())
                .containsExactly(new AfterCommand(
                        "notes",
                        new CommandTemplate(List.of("sh", "-c", "echo ${url}")),
                        Optional.empty(),
                        Duration.ofHours(2),
                        IfMissing.SKIP));
        assertThat(plan.phases())
                .filteredOn(phase -> phase.flags().containsKey("max-num-seqs"))
                .isNotEmpty()
                .allMatch(phase -> phase.after().equals(List.of(quality)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {name: q}                                          | after[0].run is required
            {run: x}                                           | after[0].name is required
            {name: "a/b", run: x}                              | after[0].name must be a name of letters
            {name: q, run: "x ${flags}"}                       | after[0].run must not have ${flags}
            {name: q, run: "x ${folder}"}                      | but has ${folder}
            {name: q, run: x, import: lm-eval}                 | after[0].import needs ${results} in run
            {name: q, run: "x ${results}", import: vllm}       | after[0].import must be lm-eval but was vllm
            {name: q, run: x, if_missing: ignore}              | after[0].if_missing must be
            {name: q, run: "x --api-key abcdef"}               | must not hold a secret
            {name: q, run: x, when: never}                     | after[0].when
            """)
    void whatCannotWorkIsRefused(String item, String problem) {
        assertThat(problems(SERVER + "after: [" + item + "]"))
                .singleElement()
                .asString()
                .contains(problem);
    }

    @Test
    void aNameIsGivenOnce() {
        assertThat(problems(SERVER + "after: [{name: q, run: x}, {name: q, run: y}]"))
                .singleElement()
                .asString()
                .contains("after[1].name must be unique but q is given twice");
    }

    @Test
    void withoutAServerOfOursThereIsNothingToRunItOn() {
        assertThat(problems("after: [{name: q, run: x}]"))
                .singleElement()
                .asString()
                .contains("after needs a section server")
                .contains("phase default has none");
    }

    @Test
    void placeholdersOfSuchCommandsAreNoneOfAServers() {
        assertThat(problems("server: {command: \"serve --log ${results}\"}"))
                .singleElement()
                .asString()
                .contains("server.command must not have ${results}, which is for commands of after");
    }
}
