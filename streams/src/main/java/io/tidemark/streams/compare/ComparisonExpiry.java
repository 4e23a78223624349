package io.tidemark.streams.compare;

import io.tidemark.events.StepResult;
import io.tidemark.schemas.TeamLimit;
import io.tidemark.schemas.Ulid;
import io.tidemark.streams.processor.Containment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Drops what is too old to be compared with, or what there is no room for.
 *
 * @param unreadable takes why a segment's result cannot be read, which is dropped, too
 */
record ComparisonExpiry(ComparisonStore results, ExperimentBaseline bases, Consumer<Throwable> unreadable) {
    /** Of the room that there is, what stays when there is no more: dropping takes a look at all entries. */
    private static final double KEPT = 7.0 / 8;

    /** First part of the keys of runs of which nothing is taken. */
    static final String EXCLUDED = "barred";

    /** First part of the keys of segments' results. */
    static final String SEGMENTS = "segments";

    /** Of the key of looks: looks, experiment, workload, base, candidate. */
    private static final int LOOKS_PHASES = 3;

    /**
     * Drops what is of runs that began before then, by their ids; of segments, whose run may go on, those that ended before then; and what is reported
     * of experiments and phases without a result. A run whose id does not give its time stays.
     */
    void dropBefore(Instant time) {
        dropped(results.entries().dropIf((key, bytes) -> isBefore(time, CompositeKeyStore.parts(key), bytes)));
    }

    /** If entries take more than there is room for, drops what is of the runs that began first; returns how many runs. */
    int dropOldest() {
        if (results.entries().sizeBytes() <= TeamLimit.COMPARED_BYTES.most()) {
            return 0;
        }
        NavigableMap<String, List<String>> byRun = new TreeMap<>();
        results.entries()
                .forEach((key, bytes) -> runOf(CompositeKeyStore.parts(key))
                        .ifPresent(run -> byRun.computeIfAbsent(run, unseen -> new ArrayList<>())
                                .add(key)));
        List<String> keys = new ArrayList<>();
        int runs = 0;
        while (!byRun.isEmpty() && results.entries().sizeBytes() > KEPT * TeamLimit.COMPARED_BYTES.most()) {
            List<String> first = byRun.pollFirstEntry().getValue();
            first.forEach(results.entries()::delete);
            keys.addAll(first);
            runs++;
        }
        dropped(keys);
        return runs;
    }

    private void dropped(List<String> keys) {
        keys.stream()
                .map(CompositeKeyStore::parts)
                .filter(parts -> parts.get(0).equals(ExperimentKey.RESULTS))
                .map(parts -> new ExperimentKey(parts.get(1), parts.get(2)))
                .collect(Collectors.toSet())
                .forEach(experiment -> {
                    bases.expired(experiment);
                    dropLooks(experiment);
                });
    }

    private boolean isBefore(Instant time, List<String> parts, byte[] bytes) {
        return parts.get(0).equals(SEGMENTS)
                ? hasEndedBefore(time, bytes)
                : runOf(parts)
                        .filter(run -> Ulid.millis(run).orElse(Long.MAX_VALUE) < time.toEpochMilli())
                        .isPresent();
    }

    private static Optional<String> runOf(List<String> parts) {
        return switch (parts.get(0)) {
            case ExperimentKey.RESULTS -> Optional.of(parts.get(ExperimentKey.RESULT_RUN));
            case ExperimentKey.DROPPED -> Optional.of(parts.get(ExperimentKey.DROPPED_RUN));
            case EXCLUDED, SEGMENTS -> Optional.of(parts.get(1));
            default -> Optional.empty();
        };
    }

    private boolean hasEndedBefore(Instant time, byte[] segment) {
        AtomicBoolean isOld = new AtomicBoolean(true);
        Containment.run(() -> isOld.set(endOf(ComparisonStore.decoded(segment)).isBefore(time)))
                .ifPresent(unreadable);
        return isOld.get();
    }

    private static Instant endOf(StepResult segment) {
        return Objects.requireNonNullElse(segment.getMeasureUntil(), segment.getMeasureFrom());
    }

    /** Looks at pairs of phases one of which has no result. */
    private void dropLooks(ExperimentKey experiment) {
        results.entries()
                .dropIf(
                        experiment.looks(),
                        (key, bytes) -> !CompositeKeyStore.parts(key).subList(LOOKS_PHASES, LOOKS_PHASES + 2).stream()
                                .allMatch(phase -> results.hasPhase(experiment, phase)));
    }
}
