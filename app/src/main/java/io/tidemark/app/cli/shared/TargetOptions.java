package io.tidemark.app.cli.shared;

import io.tidemark.app.server.PhaseServers;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.reports.failure.InvalidInputException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whom a verb that sends a plan's load sends it to, and whether it measures itself first. */
public final class TargetOptions {
    private static final int LISTED_PHASES = 10;

    @Option(
            names = "--target",
            paramLabel = "URL",
            description = "Server that gets the load. Default: the plan's targets.")
    private @Nullable URI target;

    @Option(
            names = "--model",
            paramLabel = "NAME",
            description = "Model to request. Default: the plan's, or the one that the target serves.")
    private String model = "";

    @Option(
            names = "--phase",
            paramLabel = "NAME",
            description = "Phase that the server is configured for. Default: the plan's only one.")
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

    /** The phase that the server is set up for. @throws InvalidInputException if the plan has several and none was named */
    public PhasePlan phase(Plan given) {
        if (phase == null && given.phases().size() > 1) {
            throw new InvalidInputException("the plan has " + given.phases().size()
                    + " phases, and the server is set up for one of them: name it with --phase ("
                    + listed(given.phases()) + "), or make one run for each with run --phases");
        }
        if (phase == null) {
            return given.phases().get(0);
        }
        return phase(given, phase, "--phase");
    }

    /** A sweep has hundreds. */
    private static String listed(List<PhasePlan> phases) {
        String first = phases.stream().limit(LISTED_PHASES).map(PhasePlan::name).collect(Collectors.joining(", "));
        return phases.size() <= LISTED_PHASES ? first : first + " and " + (phases.size() - LISTED_PHASES) + " more";
    }

    /** @throws InvalidInputException naming the option, if the plan has no such phase */
    public static PhasePlan phase(Plan given, String name, String option) {
        return OptionParser.parse(option + ": ", () -> given.phase(name));
    }

    /** Whether a phase was named. */
    public boolean namesPhase() {
        return phase != null;
    }

    /** Where load goes: what was named, as the plan describes it where it does, else all that the plan names. */
    public List<TargetPlan> targets(Plan given) {
        if (target != null || given.targets().size() < 2) {
            return List.of(target(given));
        }
        serverRefusal(given).ifPresent(why -> {
            throw new InvalidInputException(why);
        });
        return given.targets().stream()
                .map(each -> model.isEmpty() ? each : each.withModel(model))
                .toList();
    }

    /**
     * The same for a verb that has one target.
     *
     * @param verb whose load it is, for the error
     */
    public TargetPlan only(Plan given, String verb) {
        if (target == null && given.targets().size() > 1) {
            throw new InvalidInputException("the plan names " + given.targets().size() + " targets, and " + verb
                    + " sends its load to one: choose it with --target URL (" + names(given) + ")");
        }
        return target(given);
    }

    /** Why a plan that starts a server cannot have several targets; empty for one that does not. */
    public static Optional<String> serverRefusal(Plan given) {
        return PhaseServers.managesServers(given) && given.targets().size() > 1
                ? Optional.of("server: starts one server, and the plan names "
                        + given.targets().size() + " targets (" + names(given)
                        + "): name one, or start the servers beside the run and leave server: out")
                : Optional.empty();
    }

    private static String names(Plan given) {
        return given.targets().stream()
                .map(each -> each.name() + " " + each.url())
                .collect(Collectors.joining(", "));
    }

    private TargetPlan target(Plan given) {
        TargetPlan chosen = given.targets().stream()
                .filter(each -> target == null || each.url().equals(target))
                .findFirst()
                .orElseGet(() -> elsewhere(given));
        return model.isEmpty() ? chosen : chosen.withModel(model);
    }

    /** With a server of the plan's own another URL is the address that it is started at: the target is the same in all else. */
    private TargetPlan elsewhere(Plan given) {
        if (target == null || given.targets().size() != 1 || !PhaseServers.managesServers(given)) {
            return named();
        }
        TargetPlan planned = given.targets().get(0);
        URI url = target;
        List<URI> pages = planned.scrapeUrls().stream()
                .map(page -> page.equals(TargetPlan.metricsOf(planned.url())) ? TargetPlan.metricsOf(url) : page)
                .toList();
        String name = planned.name().equals(TargetPlan.nameOf(planned.url())) ? TargetPlan.nameOf(url) : planned.name();
        return new TargetPlan(name, url, planned.model(), pages, 1, planned.paths());
    }

    private TargetPlan named() {
        if (target == null) {
            throw new InvalidInputException("no target: the plan names none; give --target URL");
        }
        return TargetPlan.at(target, model);
    }
}
