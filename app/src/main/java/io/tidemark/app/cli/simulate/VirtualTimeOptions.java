package io.tidemark.app.cli.simulate;

import io.tidemark.app.cli.shared.InstantConverter;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.read.PlanFileOptions;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.reports.exit.CommandException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What {@code tidemark simulate} runs in virtual time, and as of when. */
final class VirtualTimeOptions {
    @Option(
            names = "--virtual",
            paramLabel = "PLAN",
            description = {
                "Run PLAN against the simulated server in virtual time and end: load generator, measuring and engine in one",
                "process, without sockets and waiting. The events are those of `tidemark run`, with virtual stamps."
            })
    private @Nullable Path plan;

    @Option(
            names = "--scenario",
            paramLabel = "NAME",
            description = "With --virtual: scenario of a file that has several.")
    private @Nullable String scenario;

    @Option(
            names = "--set",
            paramLabel = "PATH=VALUE",
            description = "With --virtual: put VALUE in the place of the plan's, as `tidemark run` does.")
    private List<String> overrides = List.of();

    @Option(names = "--phase", description = "With --virtual: phase of the plan. Default: the first.")
    private @Nullable String phase;

    @Option(
            names = "--start",
            paramLabel = "TIME",
            converter = InstantConverter.class,
            description = {
                "With --virtual: when the run is to have begun, e.g. 2026-11-20T08:00:00Z. The same plan, profile and start",
                "give the same run, id and all. Default: so that it ends at about now."
            })
    private @Nullable Instant start;

    @Option(
            names = "--no-publish",
            description = "With --virtual: start no cluster and publish nothing, print the figures alone.")
    private boolean unpublished;

    boolean isGiven() {
        return plan != null;
    }

    Optional<Instant> start() {
        return Optional.ofNullable(start);
    }

    boolean publishes() {
        return !unpublished;
    }

    /** @throws CommandException if the file has several scenarios and none was chosen */
    Plan plan() {
        if (plan == null) {
            throw CommandException.usage("--virtual PLAN was not given");
        }
        List<Plan> plans = PlanLoader.load(plan, new PlanFileOptions(Optional.ofNullable(scenario), overrides));
        if (plans.size() > 1) {
            throw CommandException.usage(plan + " has several scenarios; choose one with --scenario");
        }
        return plans.get(0);
    }

    PhasePlan phase(Plan chosen) {
        if (phase == null) {
            return chosen.phases().get(0);
        }
        try {
            return chosen.phase(phase);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("--phase: " + e.getMessage());
        }
    }
}
