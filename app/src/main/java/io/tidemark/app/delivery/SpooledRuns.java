package io.tidemark.app.delivery;

import io.tidemark.app.process.OperationContext;
import io.tidemark.app.stack.StoreLocation;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.read.run.RunKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Runs of a home folder whose events are not in a store yet: those under way, and those whose process was killed. */
public final class SpooledRuns {
    private static final String FOLDER = "events";

    private final OperationContext context;

    public SpooledRuns(OperationContext context) {
        this.context = context;
    }

    /** A new one, of which nothing is written yet. */
    SpooledRun create(RunKey run, StoreLocation store) {
        return new SpooledRun(run, store, context.inHome(FOLDER).resolve(run.run()));
    }

    /** Computes the results of those that no process works on and stores them. What cannot be stored stays, and is said. */
    public void storeAll() {
        for (Path file : files()) {
            try {
                SpooledRun left = SpooledRun.read(file);
                RunReplay replay = new RunReplay(context, left);
                if (!replay.isFree()) {
                    continue;
                }
                try (ResultStore store =
                        left.store().address(context.environment()).open()) {
                    replay.into(store);
                }
                context.progress()
                        .warn("run " + left.run().run()
                                + " ended before its results were computed; they are stored now");
            } catch (IOException | RuntimeException e) {
                context.progress()
                        .warn("the events of " + file + " cannot be stored and stay there: " + e.getMessage());
            }
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
