package io.tidemark.archive.local;

import io.tidemark.archive.job.ArchiveException;
import io.tidemark.archive.job.ArchiveOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.flink.runtime.jobmaster.JobResult;

/** {@code tidemark serve archive --local}: the job in this process, until it has caught up or is ended. */
public final class LocalArchive {
    private static final Duration TICK = Duration.ofMillis(500);
    private static final int TICKS_BETWEEN_LINES = 20;

    private final ArchiveOptions options;
    private final Consumer<String> say;
    private final Consumer<String> warn;

    /**
     * @param say takes lines for people
     * @param warn takes lines on what went wrong and is being tried again
     */
    public LocalArchive(ArchiveOptions options, Consumer<String> say, Consumer<String> warn) {
        this.options = options;
        this.say = say;
        this.warn = warn;
    }

    /**
     * Until all that the topics hold now is archived, or the process is asked to end before; or an error.
     *
     * @param running takes the job once it runs: the caller's hook stops it
     */
    public void runUntilCaughtUp(Consumer<EmbeddedFlink> running) throws InterruptedException {
        try (KafkaAdmin admin = new KafkaAdmin(options)) {
            admin.requireTeams();
            try (EmbeddedFlink flink = started(admin);
                    TopicBacklog backlog = new TopicBacklog(admin, options)) {
                running.accept(flink);
                Lines lines = new Lines();
                boolean goesOn = true;
                while (goesOn && !backlog.isArchived()) {
                    goesOn = tick(flink, lines);
                }
                flink.stop()
                        .ifPresent(at -> say.accept(
                                "caught up: " + at.description() + "; the next start goes on from " + at.checkpoint()));
            }
        }
    }

    /** Until the process is asked to end; {@code running} as above. */
    public void runUntilEnded(Consumer<EmbeddedFlink> running) throws InterruptedException {
        try (KafkaAdmin admin = new KafkaAdmin(options)) {
            admin.requireTeams();
            try (EmbeddedFlink flink = started(admin)) {
                running.accept(flink);
                Lines lines = new Lines();
                boolean goesOn = true;
                while (goesOn) {
                    goesOn = tick(flink, lines);
                }
            }
        }
    }

    private EmbeddedFlink started(KafkaAdmin admin) {
        EmbeddedFlink flink = EmbeddedFlink.start(options, admin::resetCheckpointed);
        say.accept(flink.resumedFrom()
                .map(checkpoint -> "archive into " + options.location().out() + ", going on from " + checkpoint)
                .orElse("archive into " + options.location().out()
                        + ", from the oldest record that Kafka still holds"));
        return flink;
    }

    /** Whether the job goes on: what ends when it is stopped is no error. */
    private boolean tick(EmbeddedFlink flink, Lines lines) throws InterruptedException {
        try {
            printProgress(flink, lines);
        } catch (ArchiveException e) {
            if (!flink.isEnding()) {
                throw e;
            }
        }
        return !flink.isEnding();
    }

    private void printProgress(EmbeddedFlink flink, Lines lines) throws InterruptedException {
        Optional<JobResult> ended = flink.awaitEnd(TICK);
        if (ended.isPresent()) {
            throw new ArchiveException("the job ended by itself: "
                    + ended.get()
                            .getSerializedThrowable()
                            .map(Throwable::toString)
                            .orElse("without an error"));
        }
        ArchiveProgress progress = flink.progress();
        if (!flink.isEnding() && !progress.failure().equals(lines.failure)) {
            progress.failure()
                    .ifPresent(failure -> warn.accept(
                            "fell back to the last checkpoint and tries again; nothing is lost: " + failure));
            lines.failure = progress.failure();
        }
        if (++lines.ticks % TICKS_BETWEEN_LINES == 0) {
            say.accept("read " + progress.description() + "; checkpoint " + progress.checkpoint());
        }
    }

    /** The state of the printed lines: the last failure that was reported, and the ticks so far. */
    private static final class Lines {
        private Optional<String> failure = Optional.empty();
        private int ticks;
    }
}
