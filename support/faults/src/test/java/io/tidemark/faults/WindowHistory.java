package io.tidemark.faults;

import io.tidemark.events.Finality;
import io.tidemark.events.WindowStats;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** All records of a run's windows, in the order in which they were committed: what no amendment may do. */
record WindowHistory(Map<WindowId, List<WindowStats>> records) {
    private static final int MAX_FINALS = 2;

    /** Windows that were written as final more than twice; what a host is too slow for comes as INCOMPLETE before that. */
    List<String> writtenTooOften() {
        List<String> found = new ArrayList<>();
        records.forEach((id, written) -> {
            long finals = written.stream()
                    .filter(window -> window.getFinality() == Finality.FINAL)
                    .count();
            if (finals > MAX_FINALS) {
                found.add(id + ": " + finals + " final records");
            }
        });
        return found;
    }

    /** Windows that were written again and said the same. */
    List<String> unchanged() {
        return pairs((before, now) -> {
            WindowStats other = WindowStats.newBuilder(before)
                    .setRevision(now.getRevision())
                    .build();
            return other.equals(now) ? "the same again" : "";
        });
    }

    /** Windows that lost values or requests, or were FINAL and then were not. */
    List<String> withdrawn() {
        return pairs((before, now) -> {
            if (now.getCount() < before.getCount() || now.getEnded() < before.getEnded()) {
                return before.getCount() + " values of " + before.getEnded() + " requests became " + now.getCount()
                        + " of " + now.getEnded();
            }
            return before.getFinality() == Finality.FINAL && now.getFinality() != Finality.FINAL
                    ? "FINAL became " + now.getFinality()
                    : "";
        });
    }

    long size() {
        return records.values().stream().mapToLong(List::size).sum();
    }

    private interface Comparison {
        /** What is wrong, or nothing. */
        String of(WindowStats before, WindowStats now);
    }

    private List<String> pairs(Comparison comparison) {
        List<String> found = new ArrayList<>();
        records.forEach((id, written) -> {
            for (int i = 1; i < written.size(); i++) {
                String wrong = comparison.of(written.get(i - 1), written.get(i));
                if (!wrong.isEmpty()) {
                    found.add(id + ": " + wrong);
                }
            }
        });
        return found;
    }
}
