package io.tidemark.app.tune;

import io.tidemark.app.process.CommandContext;
import io.tidemark.app.process.ProcessName;
import io.tidemark.app.server.PhaseServers;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.servers.ProcessServerLauncher;
import io.tidemark.servers.ServerLauncher;
import io.tidemark.servers.ServerStartRequest;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The servers of a plan's phases on one target. */
final class TuneServers {
    private final CommandContext context;
    private final Plan plan;
    private final TargetPlan target;
    private final ServerLauncher launcher;

    /** @param launcher only asked what it would refuse */
    TuneServers(CommandContext context, Plan plan, TargetPlan target, ServerLauncher launcher) {
        this.context = context;
        this.plan = plan;
        this.target = target;
        this.launcher = launcher;
    }

    /** @throws io.tidemark.reports.exit.CommandException listing everything that would make a start fail */
    void check() throws InterruptedException {
        PhaseServers.check(context.terminal(), launcher.check(plan, target));
    }

    /** The command line of each phase's server, secrets masked. */
    Map<String, String> commands() {
        Map<String, String> commands = new LinkedHashMap<>();
        plan.phases().forEach(phase -> commands.put(phase.name(), command(phase)));
        return commands;
    }

    /** The command line of the phase's server, secrets masked. */
    String command(PhasePlan phase) {
        return ProcessServerLauncher.rendered(
                ServerStartRequest.of(plan, phase, target, Map.of(), context.home()), context.environment());
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
