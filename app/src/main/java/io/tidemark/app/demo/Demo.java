package io.tidemark.app.demo;

import io.tidemark.app.Closer;
import io.tidemark.app.CommandException;
import io.tidemark.app.Surroundings;
import io.tidemark.app.run.PlanLength;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.run.RunResult;
import io.tidemark.app.run.RunSession;
import io.tidemark.app.run.TargetCheck;
import io.tidemark.app.stack.Backend;
import io.tidemark.events.RunStatus;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.publish.SpoolSettings;
import io.tidemark.simulator.config.ServerConfigs;
import io.tidemark.simulator.http.SimulatorOptions;
import io.tidemark.simulator.http.SimulatorServer;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** Runs each phase of a plan against a simulated server of its own, one after the other, through a real Kafka. */
public final class Demo {
    private final Surroundings surroundings;
    private final Backend backend;

    public Demo(Surroundings surroundings, Backend backend) {
        this.surroundings = surroundings;
        this.backend = backend;
    }

    /** @return the runs, in the order of the plan's phases */
    public List<RunResult> run(Plan plan) throws InterruptedException {
        RunSession session = new RunSession(surroundings, backend);
        List<RunResult> runs = new ArrayList<>();
        surroundings
                .terminal()
                .sayf(
                        "  takes     for each of %d phases %s",
                        plan.phases().size(),
                        PlanLength.of(plan).words(plan.steps().size()));
        for (PhasePlan phase : plan.phases()) {
            RunResult result = run(session, plan, phase);
            requireUsable(phase, result);
            runs.add(result);
        }
        return runs;
    }

    private RunResult run(RunSession session, Plan plan, PhasePlan phase) throws InterruptedException {
        try (Closer server = new Closer()) {
            SimulatorServer simulator = server.keep(SimulatorServer.start(
                    new ServerConfigs().builtIn("demo-" + phase.name()),
                    SimulatorOptions.local(surroundings.nanoClock(), surroundings.wallClock())));
            surroundings.terminal().say("");
            surroundings.terminal().sayf("phase %s   %s   %s", phase.name(), simulator.url(), phase.flags());
            TargetPlan target = TargetPlan.at(URI.create(simulator.url()), "");
            RunRequest request =
                    new RunRequest(plan, phase, target, plan.team(), "tidemark demo", false, true, SpoolSettings.off());
            return session.execute(request, new TargetCheck(surroundings.environment()).probe(request));
        }
    }

    private static void requireUsable(PhasePlan phase, RunResult result) {
        if (result.outcome().status() == RunStatus.ABORTED) {
            throw CommandException.infrastructure("the demo was stopped in phase " + phase.name());
        }
        if (result.verdicts().size() < result.outcome().steps().size()) {
            throw CommandException.infrastructure("phase %s: only %d of %d steps got a final result from the streams"
                    .formatted(
                            phase.name(),
                            result.verdicts().size(),
                            result.outcome().steps().size()));
        }
    }
}
