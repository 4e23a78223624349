package io.tidemark.archive.compaction;

import io.tidemark.archive.job.ArchiveException;
import io.tidemark.schemas.time.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Compacts again and again beside a job that goes on. What one round cannot do the next one tries again; the job takes no notice. The thread
 * ends with its process, at any moment: compaction can be killed.
 */
public final class CompactionRounds implements AutoCloseable {
    private final Supplier<CompactionResult> round;
    private final Consumer<String> say;
    private final Consumer<String> warn;
    private final ScheduledExecutorService rounds;
    private String failure = "";

    private CompactionRounds(Supplier<CompactionResult> round, Consumer<String> say, Consumer<String> warn) {
        this.round = round;
        this.say = say;
        this.warn = warn;
        this.rounds = new DaemonThreads("tidemark-archive-compaction").scheduler();
    }

    /**
     * The first round begins after that time, and so does each after the end of the one before.
     *
     * @param say takes a line for each round that merged files
     * @param warn takes a line where a round failed for another reason than the one before
     */
    public static CompactionRounds start(
            Supplier<CompactionResult> round, Duration every, Consumer<String> say, Consumer<String> warn) {
        CompactionRounds started = new CompactionRounds(round, say, warn);
        // It throws nothing that would end the rounds.
        var unused = started.rounds.scheduleWithFixedDelay(
                started::compact, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
        return started;
    }

    private void compact() {
        try {
            CompactionResult merged = round.get();
            failure = "";
            if (merged.filesBefore() > 0) {
                say.accept("compacted " + merged.description());
            }
        } catch (ArchiveException e) {
            fail(String.valueOf(e.getMessage()));
        } catch (RuntimeException | Error e) { // The thread's top.
            fail("compaction failed: " + e);
        }
    }

    private void fail(String why) {
        if (!why.equals(failure)) {
            warn.accept(why + "; the archive goes on, and the next round tries again");
            failure = why;
        }
    }

    /** No round begins any more; one that is at work may go on until its process ends. */
    @Override
    public void close() {
        rounds.shutdown();
    }
}
