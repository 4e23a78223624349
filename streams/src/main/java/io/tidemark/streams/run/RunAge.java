package io.tidemark.streams.run;

import java.time.Duration;

/** When a run is forgotten: its results are in the topics, and what would come now would be a replay. */
final class RunAge {
    /** After the last record of a run that ended, and after the last one that it announced was given up. */
    static final Duration ENDED = Duration.ofMinutes(10);

    /** After the last record of a run that never ended. */
    static final Duration ABANDONED = Duration.ofHours(24);

    private RunAge() {}

    static boolean isOver(RunBook book, long nowMillis) {
        boolean isDone = book.definitions().ended() && !book.lanes().awaitAnnounced();
        Duration kept = isDone ? ENDED : ABANDONED;
        return nowMillis - book.touchedMillis() > kept.toMillis();
    }
}
