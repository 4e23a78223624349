package io.tidemark.app.tune.measure;

import io.tidemark.app.process.OperationContext;
import io.tidemark.app.run.HttpServerEnvironment;
import io.tidemark.app.run.ReadyCheck;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.run.RunService;
import io.tidemark.app.search.ProbeEnvironment;
import io.tidemark.app.search.RunProbes;
import io.tidemark.app.server.VirtualServerLauncher;
import io.tidemark.schemas.time.VirtualTime;
import io.tidemark.servers.ServerLauncher;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The servers of a tune and the load on them.
 *
 * @param context has the clocks that starts and measurements are timed by
 * @param made tells when the tune, its starts and its runs are made, by which their ids are ordered
 * @param launcher owned by the tune, which closes it
 * @param loads tries loads on the server that is ready
 */
public record TuneEnvironment(OperationContext context, InstantSource made, ServerLauncher launcher, Loads loads) {
    /** The server answered already. */
    private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(30);

    /** Load on the server that was started last. */
    @FunctionalInterface
    public interface Loads {
        ProbeEnvironment of(RunRequest request) throws InterruptedException;
    }

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
                    time,
                    made(time, context),
                    new VirtualServerLauncher.Settings(profile, name, startUp, context.environment()));
        }

        /** With a start ids follow from that, so that the same command makes the same runs; else they are of now, whatever virtual time it is. */
        private InstantSource made(VirtualTime time, OperationContext context) {
            return start.isPresent() ? time.wall() : context.wallClock();
        }
    }

    /** Servers that the launcher starts on this machine. */
    public static TuneEnvironment inRealTime(OperationContext context, ServerLauncher launcher, RunService service) {
        return new TuneEnvironment(
                context,
                context.wallClock(),
                launcher,
                request -> new RunProbes(
                        service,
                        request,
                        new HttpServerEnvironment(
                                context, request.plan(), new ReadyCheck(context, ANSWERS_WITHIN).probe(request))));
    }

    /** Simulated servers in a virtual time that begins at {@code start}, from which all random draws follow. */
    public static TuneEnvironment inVirtualTime(
            Instant start, Simulation simulation, Duration startUp, OperationContext context, RunService service) {
        VirtualTime time = new VirtualTime(start);
        VirtualServerLauncher launcher = simulation.launcher(time, startUp, context);
        return new TuneEnvironment(
                context.withClocks(time.wall(), time, new SplittableRandom(start.toEpochMilli())),
                simulation.made(time, context),
                launcher,
                request -> new RunProbes(
                        service,
                        RunRequest.simulated(request.plan(), request.phase(), request.team(), request.command(), false),
                        launcher.environment()));
    }
}
