package io.tidemark.archive.local;

import io.tidemark.archive.job.ArchiveException;
import io.tidemark.archive.job.ArchiveOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.flink.runtime.jobmaster.JobResult;

/** {@code tidemark archive --local}: the job in this process, until it has caught up or is ended. */
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

    /** Until all that the topics hold now is archived; or an error. */
    public void untilCaughtUp() throws InterruptedException {
        try (KafkaAdmin admin = new KafkaAdmin(options)) {
            admin.requireTeams();
            try (EmbeddedFlink flink = started(admin);
                    Backlog backlog = new Backlog(admin, options)) {
                Lines lines = new Lines();
                while (!backlog.isArchived()) {
                    tick(flink, lines);
                }
                Progress progress = flink.progress();
                String checkpoint = flink.stop();
                say.accept("caught up: " + progress.words() + "; the next start goes on from " + checkpoint);
            }
        }
    }

    /** Until the process is told to end; the caller's hook takes the running job and stops it. */
    public void untilEnded(Consumer<EmbeddedFlink> running) throws InterruptedException {
        try (KafkaAdmin admin = new KafkaAdmin(options)) {
            admin.requireTeams();
            EmbeddedFlink flink = started(admin);
            running.accept(flink);
            Lines lines = new Lines();
            while (true) {
                tick(flink, lines);
            }
        }
    }

    private EmbeddedFlink started(KafkaAdmin admin) {
        EmbeddedFlink flink = EmbeddedFlink.start(options, admin::nothingCheckpointed);
        say.accept(flink.resumed()
                .map(checkpoint -> "archive into " + options.place().out() + ", going on from " + checkpoint)
                .orElse("archive into " + options.place().out() + ", from the oldest record that Kafka still holds"));
        return flink;
    }

    private void tick(EmbeddedFlink flink, Lines lines) throws InterruptedException {
        Optional<JobResult> ended = flink.awaitEnd(TICK);
        if (ended.isPresent()) {
            throw new ArchiveException("the job ended by itself: "
                    + ended.get()
                            .getSerializedThrowable()
                            .map(Throwable::toString)
                            .orElse("without an error"));
        }
        Progress progress = flink.progress();
        if (!progress.failure().equals(lines.failure)) {
            progress.failure()
                    .ifPresent(failure -> warn.accept(
                            "fell back to the last checkpoint and tries again; nothing is lost: " + failure));
            lines.failure = progress.failure();
        }
        if (++lines.ticks % TICKS_BETWEEN_LINES == 0) {
            say.accept("read " + progress.words() + "; checkpoint " + progress.checkpoint());
        }
    }

    /** What was told last. */
    private static final class Lines {
        private Optional<String> failure = Optional.empty();
        private int ticks;
    }
}
