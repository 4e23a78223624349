package io.tidemark.streams.compare;

import io.tidemark.events.StepResult;
import io.tidemark.schemas.Ulid;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** Drops what is too old to be compared with. */
record ComparisonExpiry(ComparisonStore results, ExperimentBaseline bases) {
    /** First part of the keys of runs of which nothing is taken. */
    static final String EXCLUDED = "barred";

    /** First part of the keys of segments' results. */
    static final String SEGMENTS = "segments";

    /** Of the key of a run's step: runs, experiment, workload, phase, run, ... */
    private static final int RUN_PART = 4;

    /** Of the key of looks: looks, experiment, workload, base, candidate. */
    private static final int LOOKS_PHASES = 3;

    /**
     * Drops what is of runs that began before then, by their ids; of segments, whose run may go on, those that ended before then; and what is reported
     * of experiments and phases without a result. A run whose id does not give its time stays.
     */
    void dropBefore(Instant time) {
        List<String> old =
                results.entries().dropIf((key, bytes) -> isBefore(time, CompositeKeyStore.parts(key), bytes));
        old.stream()
                .map(CompositeKeyStore::parts)
                .filter(parts -> parts.get(0).equals(ExperimentKey.RESULTS))
                .map(parts -> new ExperimentKey(parts.get(1), parts.get(2)))
                .collect(Collectors.toSet())
                .forEach(experiment -> {
                    bases.expired(experiment);
                    dropLooks(experiment);
                });
    }

    private static boolean isBefore(Instant time, List<String> parts, byte[] bytes) {
        return switch (parts.get(0)) {
            case ExperimentKey.RESULTS -> isBefore(time, parts.get(RUN_PART));
            case EXCLUDED -> isBefore(time, parts.get(1));
            case SEGMENTS -> endOf(ComparisonStore.decoded(bytes)).isBefore(time);
            default -> false;
        };
    }

    private static boolean isBefore(Instant time, String run) {
        return Ulid.millis(run).orElse(Long.MAX_VALUE) < time.toEpochMilli();
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
