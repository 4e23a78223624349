package io.tidemark.producer.plan.sweep;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.yaml.InvalidYamlException;
import io.tidemark.producer.yaml.YamlProblem;
import java.nio.file.Path;
import java.util.List;

/** What a plan is refused with. */
final class PlanProblems {
    private PlanProblems() {}

    static List<String> of(String plan) {
        InvalidYamlException refused = catchThrowableOfType(
                InvalidYamlException.class, () -> PlanLoader.parse(plan, "plan.yaml", Path.of(".")));
        return refused.problems().stream().map(YamlProblem::toString).toList();
    }
}
