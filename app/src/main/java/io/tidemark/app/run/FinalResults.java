package io.tidemark.app.run;

import io.tidemark.events.Verdict;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.sinks.store.StoreClosedException;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunKey;
import io.tidemark.sinks.store.read.RunRow;
import io.tidemark.sinks.store.read.StepResultRow;
import io.tidemark.sinks.store.read.StepRow;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits until the store has the end of a run and the final result of every step of it: streams count first, then the sink stores. */
final class FinalResults {
    private static final long POLL_NANOS = Duration.ofMillis(200).toNanos();

    private static final Logger LOG = LoggerFactory.getLogger(FinalResults.class);

    private final ResultReader reader;
    private final NanoClock clock;

    FinalResults(ResultReader reader, NanoClock clock) {
        this.reader = reader;
        this.clock = clock;
    }

    /**
     * Verdicts of the final results there are when all {@code steps} have one and the run's end is stored, or when the time is over. A store that cannot be read is
     * waited for, as the sink waits for it; one that was closed, because the command was told to stop, is not.
     *
     * @throws StoreException if it was closed, or still cannot be read when the time is over
     */
    List<Verdict> await(RunKey run, int steps, Duration atMost) {
        long until = clock.nanos() + atMost.toNanos();
        while (true) {
            boolean over = clock.nanos() >= until || Thread.currentThread().isInterrupted();
            Optional<List<Verdict>> found = over ? Optional.of(verdicts(run)) : whole(run, steps);
            if (found.isPresent()) {
                return found.orElseThrow();
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    /** Empty as long as something is missing, or the store cannot be read. */
    private Optional<List<Verdict>> whole(RunKey run, int steps) {
        try {
            return Optional.of(verdicts(run)).filter(some -> some.size() >= steps && hasEnded(run));
        } catch (StoreClosedException e) {
            throw e;
        } catch (StoreException e) {
            LOG.debug("the results of run {} cannot be read yet", run.run(), e);
            return Optional.empty();
        }
    }

    private boolean hasEnded(RunKey run) {
        return reader.run(run).flatMap(RunRow::ended).isPresent();
    }

    private List<Verdict> verdicts(RunKey run) {
        return reader.steps(run).stream()
                .flatMap(step -> finalResult(step).stream())
                .map(StepResultRow::verdict)
                .toList();
    }

    private static Optional<StepResultRow> finalResult(StepRow step) {
        return step.result().filter(StepResultRow::isOver);
    }
}
