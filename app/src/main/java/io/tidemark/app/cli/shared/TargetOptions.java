package io.tidemark.app.cli.shared;

import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.reports.exit.CommandException;
import java.net.URI;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whom a verb that sends a plan's load sends it to, and whether it measures itself first. */
public final class TargetOptions {
    @Option(
            names = "--target",
            paramLabel = "URL",
            converter = UrlConverter.class,
            description = "Server that gets the load. Default: the plan's target; required if the plan names several.")
    private @Nullable URI target;

    @Option(
            names = "--model",
            paramLabel = "NAME",
            description = "Model to request. Default: the plan's, or the one that the target serves.")
    private String model = "";

    @Option(
            names = "--phase",
            paramLabel = "NAME",
            description = "Phase that the server is configured for. Default: the first.")
    private @Nullable String phase;

    @Option(
            names = "--no-calibrate",
            description = "Skip the calibration (2 s), which measures the delay that this client adds to TTFT and ITL.")
    private boolean noCalibrate;

    /** Whether a target was named on the command line. */
    public boolean isNamed() {
        return target != null;
    }

    public boolean calibrates() {
        return !noCalibrate;
    }

    /** The phase that the server is set up for. */
    public PhasePlan phase(Plan given) {
        if (phase == null) {
            return given.phases().get(0);
        }
        return phase(given, phase, "--phase");
    }

    /** @throws CommandException naming the option, if the plan has no such phase */
    public static PhasePlan phase(Plan given, String name, String option) {
        try {
            return given.phase(name);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(option + ": " + e.getMessage());
        }
    }

    /** Whether a phase was named. */
    public boolean namesPhase() {
        return phase != null;
    }

    /** Where load goes: what was named, as the plan describes it where it does, else the plan's only one. */
    public TargetPlan target(Plan given) {
        if (target == null && given.targets().size() > 1) {
            throw CommandException.usage("the plan names " + given.targets().size()
                    + " targets, and a run sends its load to one: choose it with --target URL ("
                    + given.targets().stream()
                            .map(each -> each.name() + " " + each.url())
                            .collect(Collectors.joining(", "))
                    + "). Replicas that share the load are the addresses of one host name, or stand behind a router");
        }
        TargetPlan chosen = given.targets().stream()
                .filter(each -> target == null || each.url().equals(target))
                .findFirst()
                .orElseGet(this::named);
        return model.isEmpty() ? chosen : chosen.withModel(model);
    }

    private TargetPlan named() {
        if (target == null) {
            throw CommandException.usage("no target: the plan names none; give --target URL");
        }
        return TargetPlan.at(target, model);
    }
}
