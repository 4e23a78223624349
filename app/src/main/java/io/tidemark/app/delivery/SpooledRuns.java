package io.tidemark.app.delivery;

import io.tidemark.app.process.OperationContext;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.stack.StackFile;
import io.tidemark.app.stack.StoreLocation;
import io.tidemark.events.RunStatus;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.time.DaemonThreads;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.RunRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs of a home folder whose events are in files: those under way, and those whose process was killed. */
public record SpooledRuns(OperationContext context) {
    private static final String FOLDER = "events";
    private static final Logger LOG = LoggerFactory.getLogger(SpooledRuns.class);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(10);

    /** A new one, of which nothing is written yet. */
    SpooledRun create(RunKey run, Optional<StoreLocation> store) {
        return new SpooledRun(run, store, context.inHome(FOLDER).resolve(run.run()));
    }

    /**
     * Computes the results of those that no process works on and stores them. What cannot be stored stays, and is reported, as are those that only the stack
     * of this home can count.
     */
    public void storeAll() {
        boolean isUp = StackFile.in(context.home()).up().isPresent();
        for (Path file : files()) {
            try {
                SpooledRun left = SpooledRun.read(file);
                if (left.isFree() && left.store().isPresent()) {
                    store(left, left.store().get());
                } else if (left.isFree() && !isUp) {
                    context.progress()
                            .warn("the events of run " + left.run().run() + " wait in " + left.folder()
                                    + ": its process was killed, and tidemark up publishes them");
                }
            } catch (IOException | RuntimeException e) {
                context.progress()
                        .warn("the events of " + file + " cannot be stored and stay there: " + e.getMessage());
            }
        }
    }

    private void store(SpooledRun left, StoreLocation location) {
        try (ResultStore store = location.address(context.environment()).open();
                ResultReader results = store.reader()) {
            new RunReplay(context, left).into(store);
            results.run(left.run()).map(SpooledRuns::stored).ifPresent(context.progress()::warn);
        }
    }

    /** That a run is stored, and how it ended; of one that was aborted with the reason. */
    private static String stored(RunRow run) {
        String how = run.whyNotUsable().orElse("it ended before its results were computed");
        String why = Stream.concat(run.invalidReasons().stream(), run.notes().targetFailure().stream())
                .collect(Collectors.joining("; "));
        return "run " + run.key().run() + " of an earlier command is stored now: " + how
                + (run.status() == RunStatus.ABORTED && !why.isEmpty() ? ": " + why : "");
    }

    /** Publishes those that no process works on to the stack of this home, now and while it is up: until what is returned is closed. */
    public AutoCloseable publishWhileUp(ClusterConnection stack) {
        SpoolPublication publication = new SpoolPublication(context, stack, stack.clusterId());
        Set<Path> refused = new HashSet<>();
        return new DaemonThreads("tidemark-killed-runs")
                .rounds(
                        Duration.ZERO,
                        LOOK_EVERY,
                        () -> publishAll(publication, refused),
                        e -> LOG.warn("runs of killed processes are not published: {}", e.toString()));
    }

    private void publishAll(SpoolPublication publication, Set<Path> refused) {
        for (Path file : files()) {
            if (!refused.contains(file) && !publish(file, publication)) {
                refused.add(file);
            }
        }
    }

    /** @return false if it cannot be published, which is reported once */
    private boolean publish(Path file, SpoolPublication publication) {
        try {
            SpooledRun left = SpooledRun.read(file);
            if (left.store().isEmpty() && left.isFree()) {
                publication.requireOrigin(List.of(left.folder()));
                if (left.publish(publication)) {
                    context.progress()
                            .warn("run " + left.run().run()
                                    + " ended before its events were published; they are published now");
                }
            }
            return true;
        } catch (NoSuchFileException e) {
            // Its own process has published it meanwhile.
            return true;
        } catch (IOException | UnavailableException e) {
            context.progress().warn("the events of " + file + " cannot be published and stay there: " + e.getMessage());
            return false;
        }
    }

    private List<Path> files() {
        Path folder = context.home().resolve(FOLDER);
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(SpooledRun::isFile).sorted().toList();
        } catch (IOException e) {
            throw new UnavailableException(folder + " cannot be listed: " + e.getMessage(), e);
        }
    }
}
