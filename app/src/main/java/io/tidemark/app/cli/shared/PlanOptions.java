package io.tidemark.app.cli.shared;

import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.read.PlanFileOptions;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.reports.failure.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which plan, and what of it is overridden: the same for every verb that reads one. */
public final class PlanOptions {
    @Parameters(arity = "0..1", paramLabel = "PLAN", description = "Plan (YAML), or a file of scenarios.")
    private @Nullable Path file;

    @Option(
            names = "--scenario",
            paramLabel = "NAME",
            description = "Scenario of a file that has several. Default: all, one after the other.")
    private @Nullable String scenario;

    @Option(
            names = "--set",
            paramLabel = "PATH=VALUE",
            description = {
                "Replace a value of the plan, as in steps[0].rate=3. VALUE is YAML. May be given several times;",
                "[*] means every item; an empty value removes the key."
            })
    private List<String> overrides = List.of();

    /** Whether a file was named. */
    public boolean named() {
        return file != null;
    }

    /** One for each chosen scenario; one for a file that is a plan. @throws OperationException if no file was named */
    public List<Plan> plans() {
        if (file == null) {
            throw new InvalidInputException("no PLAN was given");
        }
        return PlanLoader.load(file, choice());
    }

    /** The one plan. @throws OperationException if the file has several scenarios and none was chosen */
    public Plan plan() {
        List<Plan> plans = plans();
        if (plans.size() > 1) {
            throw new InvalidInputException(file + " has several scenarios; choose one with --scenario: "
                    + String.join(
                            ", ", plans.stream().map(PlanOptions::scenario).toList()));
        }
        return plans.get(0);
    }

    /** The same plan with more overridden, after what was reported. */
    public Plan plan(List<String> more) {
        List<String> all = new ArrayList<>(overrides);
        all.addAll(more);
        PlanFileOptions chosen = new PlanFileOptions(Optional.ofNullable(scenario), all);
        return PlanLoader.load(Objects.requireNonNull(file, "no PLAN was given"), chosen)
                .get(0);
    }

    /** What was reported about the plan. */
    public PlanFileOptions choice() {
        return new PlanFileOptions(Optional.ofNullable(scenario), overrides);
    }

    /** What names the same plan to another process in the same folder. */
    public List<String> arguments(Plan chosen) {
        List<String> arguments = new ArrayList<>();
        arguments.add(String.valueOf(file));
        if (chosen.labels().containsKey("scenario")) {
            arguments.addAll(List.of("--scenario", scenario(chosen)));
        }
        overrides.forEach(override -> arguments.addAll(List.of("--set", override)));
        return arguments;
    }

    private static String scenario(Plan plan) {
        return plan.labels().getOrDefault("scenario", plan.experiment());
    }
}
