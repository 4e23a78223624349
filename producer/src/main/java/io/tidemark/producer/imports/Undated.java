package io.tidemark.producer.imports;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;

/** Results of a file without dates are taken as measured one after the other, the last one until the file's last change, so that they keep their order. */
final class Undated {
    /** Between two results without a duration. */
    private static final Duration GAP = Duration.ofSeconds(1);

    private Undated() {}

    static List<Measurement> inOrder(List<Measurement> all, Instant modified) {
        ArrayDeque<Measurement> ordered = new ArrayDeque<>();
        Instant end = modified;
        for (int i = all.size() - 1; i >= 0; i--) {
            Measurement measured = all.get(i);
            boolean movable = !measured.span().dated() && measured.requests().isEmpty();
            if (movable) {
                measured = measured.withSpan(Span.endingAt(end, measured.span().seconds(), false));
                end = measured.span().start().minus(GAP);
            }
            ordered.addFirst(measured);
        }
        return List.copyOf(ordered);
    }
}
