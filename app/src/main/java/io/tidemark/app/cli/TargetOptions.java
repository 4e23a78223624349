package io.tidemark.app.cli;

import io.tidemark.app.CommandException;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whom a verb that sends a plan's load sends it to, and whether it measures itself first. */
final class TargetOptions {
    @Option(
            names = "--target",
            paramLabel = "URL",
            converter = UrlOption.class,
            description = "Where load is sent. Default: the plan's first target.")
    private @Nullable URI target;

    @Option(
            names = "--model",
            description = "Model to ask for. Default: the plan's, or the one that the target serves.")
    private String model = "";

    @Option(names = "--phase", description = "Phase of the plan that the server is set up for. Default: the first.")
    private @Nullable String phase;

    @Option(
            names = "--no-calibrate",
            description = "Do not measure first what this client adds to TTFT and ITL by itself (2 s).")
    private boolean noCalibrate;

    /** Whether a target was named on the command line. */
    boolean isNamed() {
        return target != null;
    }

    boolean calibrates() {
        return !noCalibrate;
    }

    /** The phase that the server is set up for. */
    PhasePlan phase(Plan given) {
        if (phase == null) {
            return given.phases().get(0);
        }
        try {
            return given.phase(phase);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("--phase: " + e.getMessage());
        }
    }

    /** Where load goes: what was named, else the plan's first. */
    TargetPlan target(Plan given) {
        if (target != null) {
            return TargetPlan.at(target, model);
        }
        TargetPlan first = given.targets().stream()
                .findFirst()
                .orElseThrow(() -> CommandException.usage("no target: the plan names none; give --target URL"));
        return model.isEmpty() ? first : first.withModel(model);
    }
}
