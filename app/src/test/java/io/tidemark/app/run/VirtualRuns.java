package io.tidemark.app.run;

import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.delivery.RunDeliveries;
import io.tidemark.app.live.RunDisplay;
import io.tidemark.app.process.ResourceScope;
import io.tidemark.app.run.virtualtime.SimulatedServer;
import io.tidemark.app.run.virtualtime.VirtualServerEnvironment;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.schemas.time.VirtualTime;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Runs in virtual time that nothing is stored of. */
public final class VirtualRuns {
    private VirtualRuns() {}

    /** The events of a run with an id go to the publisher. */
    public static RunResult run(RunRequest request, List<SimulatedServer> servers, Instant start, Publisher publisher)
            throws InterruptedException {
        return run(request, servers, new VirtualTime(start), publisher, RunObservers.none());
    }

    /** The same in a time that the publisher knows, with observers. */
    public static RunResult run(
            RunRequest request,
            List<SimulatedServer> servers,
            VirtualTime time,
            Publisher publisher,
            RunObservers observers)
            throws InterruptedException {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        try (ResourceScope resources = new ResourceScope()) {
            CommandContext context = new CommandContext(
                    new Terminal(nowhere, nowhere, false, false),
                    InstantSource.system(),
                    NanoClock.SYSTEM,
                    Map.of(),
                    Path.of("no-home"),
                    new SplittableRandom(1),
                    "test",
                    resources);
            return new RunService(context, RunDeliveries.to(publisher), RunDisplay.none())
                    .run(request, VirtualServerEnvironment.of(request, servers, time), observers);
        }
    }
}
