package io.tidemark.app.tune.site;

import io.tidemark.app.delivery.RunBackend;
import io.tidemark.app.process.OperationContext;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.search.ProbeEnvironment;
import io.tidemark.app.search.VirtualTimeEnvironment;
import io.tidemark.app.server.VirtualServerLauncher;
import io.tidemark.schemas.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Simulated servers in one virtual time.
 *
 * @param realTimeContext with real clocks
 * @param backend where events go; empty: nowhere
 */
public record VirtualTimeSite(
        OperationContext context,
        VirtualServerLauncher launcher,
        OperationContext realTimeContext,
        Optional<RunBackend> backend)
        implements TuneSite {
    /**
     * What is simulated.
     *
     * @param profile of the simulator: a built-in name or a file
     * @param name what the profile is called
     * @param start of virtual time; empty for one such that the tune ends before now
     * @param publishes whether anything is kept: events, the journal, a report
     */
    public record Simulation(String profile, String name, Optional<Instant> start, boolean publishes) {
        /** What of it must be the same for measurements to stand side by side. */
        public Map<String, String> machine() {
            return Map.of("simulated in virtual time", profile);
        }

        public VirtualServerLauncher launcher(VirtualTime time, Duration startUp, OperationContext context) {
            return new VirtualServerLauncher(
                    time, new VirtualServerLauncher.Settings(profile, name, startUp, context.environment()));
        }
    }

    /** Of a time that begins at {@code start}, from which all chance follows. */
    public static VirtualTimeSite startingAt(
            Instant start,
            Simulation simulation,
            Duration startUp,
            OperationContext context,
            Optional<RunBackend> backend) {
        VirtualTime time = new VirtualTime(start);
        OperationContext timed = context.withClocks(time.wall(), time, new SplittableRandom(start.toEpochMilli()));
        return new VirtualTimeSite(timed, simulation.launcher(time, startUp, context), context, backend);
    }

    @Override
    public ProbeEnvironment environment(RunRequest request) {
        return new VirtualTimeEnvironment(
                realTimeContext,
                launcher.environment(),
                new VirtualTimeEnvironment.Setting(request.phase(), request.team(), request.command()),
                backend);
    }
}
