package io.tidemark.producer.plan.sweep;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.yaml.InvalidYamlException;
import io.tidemark.producer.yaml.YamlProblem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Plans with a sweep. */
final class SweepFixture {
    private static final String PLAN = """
            experiment: tuning
            seed: 7
            workload: {kind: synthetic, prompt_tokens: 100, output_tokens: 10}
            steps: [{rate: 2, duration: 1m, warm_up: 10s}]
            sweep:
            """;

    private SweepFixture() {}

    /** @param sweep the keys of the section, on lines from 6 on */
    static Plan plan(String sweep, Path folder) {
        return PlanLoader.parse(PLAN + sweep.indent(2), "plan.yaml", folder);
    }

    static Plan plan(String sweep) {
        return plan(sweep, Path.of("."));
    }

    static List<String> names(Plan plan) {
        return plan.phases().stream().map(PhasePlan::name).toList();
    }

    static List<Map<String, String>> flags(Plan plan) {
        return plan.phases().stream().map(PhasePlan::flags).toList();
    }

    static List<String> problems(String sweep, Path folder) {
        InvalidYamlException refused = catchThrowableOfType(InvalidYamlException.class, () -> plan(sweep, folder));
        return refused == null
                ? List.of()
                : refused.problems().stream().map(YamlProblem::toString).toList();
    }

    static List<String> problems(String sweep) {
        return problems(sweep, Path.of("."));
    }

    static void write(Path folder, String file, String text) {
        try {
            Files.writeString(folder.resolve(file), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
