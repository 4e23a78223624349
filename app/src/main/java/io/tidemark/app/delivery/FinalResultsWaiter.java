package io.tidemark.app.delivery;

import io.tidemark.events.Verdict;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.sinks.store.StoreClosedException;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import io.tidemark.sinks.store.read.step.StepRow;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits until the store has the end of a run and the final result of every step of it: streams count first, then the sink stores. */
public record FinalResultsWaiter(ResultReader reader, NanoClock clock) {
    private static final long POLL_NANOS = Duration.ofMillis(200).toNanos();

    private static final Logger LOG = LoggerFactory.getLogger(FinalResultsWaiter.class);

    /**
     * Returns the verdicts of the stored final results once all {@code steps} have one and the run's end is stored, or once the store has had
     * nothing new of the run for {@code quiet}: a slow machine takes its time. It waits for a store that cannot be read, as the sink
     * does, but not for one that was closed because the command was asked to stop.
     *
     * @throws StoreException if it was closed, or still cannot be read when the time is over
     */
    public List<Verdict> await(RunKey run, int steps, Duration quiet) {
        long until = clock.nanos() + quiet.toNanos();
        Optional<StoredResults> last = Optional.empty();
        while (clock.nanos() < until && !Thread.currentThread().isInterrupted()) {
            Optional<StoredResults> known = known(run);
            if (known.isPresent() && known.get().isComplete(steps)) {
                return known.get().verdicts();
            }
            if (known.isPresent() && !known.equals(last)) {
                until = clock.nanos() + quiet.toNanos();
                last = known;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return read(run).verdicts();
    }

    /** Empty if the store cannot be read now. */
    private Optional<StoredResults> known(RunKey run) {
        try {
            return Optional.of(read(run));
        } catch (StoreClosedException e) {
            throw e;
        } catch (StoreException e) {
            LOG.debug("the results of run {} cannot be read yet", run.run(), e);
            return Optional.empty();
        }
    }

    private StoredResults read(RunKey run) {
        return new StoredResults(reader.run(run), reader.steps(run));
    }

    /** What the store has of a run. */
    private record StoredResults(Optional<RunRow> run, List<StepRow> steps) {
        boolean isComplete(int many) {
            return verdicts().size() >= many && run.flatMap(RunRow::ended).isPresent();
        }

        List<Verdict> verdicts() {
            return steps.stream()
                    .flatMap(step -> step.result().stream())
                    .filter(StepResultRow::isOver)
                    .map(StepResultRow::verdict)
                    .toList();
        }
    }
}
