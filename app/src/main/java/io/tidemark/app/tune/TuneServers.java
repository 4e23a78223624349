package io.tidemark.app.tune;

import io.tidemark.app.process.CommandContext;
import io.tidemark.app.run.TargetCheck;
import io.tidemark.app.server.PhaseServers;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.servers.ProcessServerLauncher;
import io.tidemark.servers.ServerStartRequest;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The servers of a plan's phases on one target. */
final class TuneServers {
    private static final Logger LOG = LoggerFactory.getLogger(TuneServers.class);

    private final CommandContext context;
    private final Plan plan;
    private final TargetPlan target;
    private final TargetCheck check;

    TuneServers(CommandContext context, Plan plan, TargetPlan target) {
        this.context = context;
        this.plan = plan;
        this.target = target;
        this.check = new TargetCheck(context.environment());
    }

    ProcessServerLauncher launcher() {
        return PhaseServers.launcher(context, plan);
    }

    /** The command line of each phase's server, secrets masked. */
    Map<String, String> commands() {
        Map<String, String> commands = new LinkedHashMap<>();
        plan.phases().forEach(phase -> commands.put(phase.name(), command(phase)));
        return commands;
    }

    /** The command line of the phase's server, secrets masked. */
    String command(PhasePlan phase) {
        return ProcessServerLauncher.rendered(request(phase, context.home()), context.environment());
    }

    /** What of this machine must be the same for measurements to stand side by side. */
    static Map<String, String> machine() {
        return Map.of(
                "host",
                host(),
                "system",
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                "processors",
                String.valueOf(Runtime.getRuntime().availableProcessors()));
    }

    ServerStartRequest request(PhasePlan phase, Path logs) {
        return ServerStartRequest.of(plan, phase, target, check.headers(plan), logs);
    }

    /** Host and process of this tuner. */
    String tuner() {
        return host() + ":" + ProcessHandle.current().pid();
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            LOG.debug("this host has no name", e);
            return "localhost";
        }
    }
}
