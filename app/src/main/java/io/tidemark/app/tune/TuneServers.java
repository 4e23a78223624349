package io.tidemark.app.tune;

import io.tidemark.app.process.OperationContext;
import io.tidemark.app.process.ProcessName;
import io.tidemark.app.server.AfterCommands;
import io.tidemark.app.server.AfterOutcome;
import io.tidemark.app.server.PhaseServers;
import io.tidemark.app.tune.measure.Measurement;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.schemas.Team;
import io.tidemark.servers.RunningServer;
import io.tidemark.servers.ServerLauncher;
import io.tidemark.servers.ServerStartRequest;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.read.run.RunKey;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The servers of a plan's phases on one target.
 *
 * @param launcher only asked what it would refuse
 */
record TuneServers(OperationContext context, Plan plan, TargetPlan target, ServerLauncher launcher) {
    /** @throws io.tidemark.reports.failure.OperationException listing everything that would make a start fail */
    void check() throws InterruptedException {
        PhaseServers.check(context.progress(), launcher.check(plan, target));
    }

    /** @throws io.tidemark.reports.failure.OperationException naming a command that is not there and must be */
    void checkAfter() {
        new AfterCommands(context, plan).check(plan, target);
    }

    /** What is run on a server after it was measured. */
    AfterStage after(Team team, Supplier<ResultStore> store) {
        AfterCommands after = new AfterCommands(context, plan);
        return new AfterStage() {
            @Override
            public List<AfterOutcome> run(
                    PlannedStart start, RunningServer server, Measurement.Result measured, Map<String, String> labels)
                    throws InterruptedException {
                String run = measured.runs().stream().findFirst().orElse("");
                return after.run(new AfterCommands.MeasuredRun(
                        plan, start.phase(), target, server.facts(), new RunKey(team, run), labels, store));
            }

            @Override
            public void close() {
                after.close();
            }
        };
    }

    /** The command line of each phase's server, secrets masked. */
    Map<String, String> commands() {
        Map<String, String> commands = new LinkedHashMap<>();
        plan.phases().forEach(phase -> commands.put(phase.name(), command(phase)));
        return commands;
    }

    /** The command line of the phase's server, secrets masked. */
    String command(PhasePlan phase) {
        return PhaseServers.commandLine(context, plan, phase, target);
    }

    /** What of this machine must be the same for measurements to stand side by side. */
    static Map<String, String> machine() {
        return Map.of(
                "host",
                ProcessName.host(),
                "system",
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                "processors",
                String.valueOf(Runtime.getRuntime().availableProcessors()));
    }

    ServerStartRequest request(PhasePlan phase, Map<String, String> headers, Path logs) {
        return ServerStartRequest.of(plan, phase, target, headers, logs);
    }
}
