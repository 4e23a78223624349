package io.tidemark.importers.run;

import io.tidemark.importers.result.Measurement;
import io.tidemark.importers.result.TimeSpan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;

/** Results of a file without dates are taken as measured one after the other, the last one until the file's last change, so that they keep their order. */
public final class UndatedResults {
    /** Between two results without a duration. */
    private static final Duration GAP = Duration.ofSeconds(1);

    private UndatedResults() {}

    public static List<Measurement> assignTimes(List<Measurement> all, Instant modified) {
        ArrayDeque<Measurement> ordered = new ArrayDeque<>();
        Instant end = modified;
        for (int i = all.size() - 1; i >= 0; i--) {
            Measurement measured = all.get(i);
            boolean movable = !measured.span().dated() && measured.requests().isEmpty();
            if (movable) {
                measured =
                        measured.withSpan(TimeSpan.endingAt(end, measured.span().seconds(), false));
                end = measured.span().start().minus(GAP);
            }
            ordered.addFirst(measured);
        }
        return List.copyOf(ordered);
    }
}
