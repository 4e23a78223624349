package io.tidemark.app.demo;

import io.tidemark.app.delivery.RunBackend;
import io.tidemark.app.live.RunDisplay;
import io.tidemark.app.process.OperationContext;
import io.tidemark.app.process.ResourceScope;
import io.tidemark.app.run.HttpServerEnvironment;
import io.tidemark.app.run.RunObservers;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.run.RunResult;
import io.tidemark.app.run.RunService;
import io.tidemark.app.run.TargetCheck;
import io.tidemark.events.RunStatus;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.publish.spool.SpoolSettings;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.http.server.SimulatorOptions;
import io.tidemark.simulator.http.server.SimulatorServer;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Runs each phase of a plan against a simulated server of its own, one after the other, through a real Kafka.
 *
 * @param display shows how the runs go
 */
public record Demo(OperationContext context, RunBackend backend, RunDisplay display) {
    /** @return the runs, in the order of the plan's phases */
    public List<RunResult> run(Plan plan) throws InterruptedException {
        RunService service = new RunService(context, backend, display);
        List<RunResult> runs = new ArrayList<>();
        for (PhasePlan phase : plan.phases()) {
            RunResult result = run(service, plan, phase);
            requireUsable(phase, result);
            runs.add(result);
        }
        return runs;
    }

    private RunResult run(RunService service, Plan plan, PhasePlan phase) throws InterruptedException {
        try (ResourceScope server = new ResourceScope()) {
            SimulatorServer simulator = server.register(SimulatorServer.start(
                    new ServerConfigLoader().builtIn("demo-" + phase.name()),
                    SimulatorOptions.local(context.nanoClock(), context.wallClock())));
            context.progress().line("");
            context.progress().format("  %s: %s", phase.name(), flags(phase));
            display.detail("  target    " + simulator.url());
            TargetPlan target = TargetPlan.at(URI.create(simulator.url()), "");
            RunRequest request = new RunRequest(
                    plan, phase, List.of(target), plan.team(), "tidemark demo", false, true, SpoolSettings.off());
            return service.run(
                    request,
                    new HttpServerEnvironment(context, plan, new TargetCheck(context.environment()).probe(request)),
                    RunObservers.none());
        }
    }

    private static String flags(PhasePlan phase) {
        return phase.flags().entrySet().stream()
                .map(flag -> "--" + flag.getKey() + " " + flag.getValue())
                .collect(Collectors.joining(" "));
    }

    private static void requireUsable(PhasePlan phase, RunResult result) {
        if (result.outcome().status() == RunStatus.ABORTED) {
            throw new UnavailableException("the demo was stopped in phase " + phase.name());
        }
        if (result.verdicts().size() < result.outcome().steps().size()) {
            throw new UnavailableException("phase %s: only %d of %d steps got a final result from the streams"
                    .formatted(
                            phase.name(),
                            result.verdicts().size(),
                            result.outcome().steps().size()));
        }
    }
}
