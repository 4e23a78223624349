package io.tidemark.streams.validation;

import io.tidemark.events.RequestEvent;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.TokenCounts;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.serde.LongColumn;
import io.tidemark.schemas.serde.TokenBatchColumns;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The rules that an event must keep to be counted: no stamp far in the future, no negative or absurd duration, no chunk without
 * its gap. One bad clock must not move the windows of others: stamps are held against the broker's append time of their record.
 */
public final class EventValidator {
    /** Longest duration of anything about one request. */
    static final Duration MAX_DURATION = Duration.ofDays(2);

    /**
     * Longest time from the first chunk of a batch to its last. A producer gathers for 250 ms; one that could not get round to sending
     * for minutes is still believed. Each second between them is one to keep, so a batch is no longer than this.
     */
    static final Duration MAX_BATCH = Duration.ofMinutes(10);

    private static final long MAX_BATCH_NANOS = MAX_BATCH.toNanos();
    private static final long MICROS_PER_MILLI = 1_000;
    private static final long NANOS_PER_MILLI = 1_000_000;
    static final long MAX_DURATION_NANOS = MAX_DURATION.toNanos();

    private EventValidator() {}

    /** @throws InvalidEventException naming the field, its value and the rule */
    public static void validate(RequestEvent request, long appendedMillis) {
        requireName("lane", request.getLane());
        StepLimits.requireStep("step", request.getStep());
        ValueRanges.requireSequence("laneSeq", request.getLaneSeq());
        StepLimits.requireSegment("segment", request.getSegment());
        Long endNanos = request.getEndNanos();
        requireStamp(request.getDue().toEpochMilli(), endNanos == null ? 0 : endNanos, appendedMillis);
        requireIfPresent("sentNanos", request.getSentNanos());
        requireIfPresent("firstTokenNanos", request.getFirstTokenNanos());
        requireIfPresent("lastTokenNanos", request.getLastTokenNanos());
        requireIfPresent("endNanos", request.getEndNanos());
        TokenCounts.problem(request).ifPresent(problem -> {
            throw new InvalidEventException(problem);
        });
        for (Metric metric : Metric.values()) {
            OptionalLong nanos = metric.nanos(request);
            if (nanos.isPresent()) {
                requireDuration(metric.id(), nanos.getAsLong());
            }
        }
    }

    /** @throws InvalidEventException naming the field, its value and the rule */
    public static void validate(TokenBatchColumns batch, long appendedMillis) {
        requireName("lane", batch.lane());
        StepLimits.requireStep("step", batch.step());
        ValueRanges.requireSequence("laneSeq", batch.laneSeq());
        requireDuration("sentNanos", batch.sentNanos());
        requireDuration("baseNanos", batch.baseNanos());
        int chunks = batch.gapsNanos().size();
        requireSize("kinds", batch.kindCount(), chunks);
        requireSize("tokens", batch.tokens().size(), chunks);
        if (!batch.choices().isEmpty()) {
            requireSize("choices", batch.choices().size(), chunks);
        }
        requireChoiceBases(batch);
        long dueMillis = Math.floorDiv(batch.dueMicros(), MICROS_PER_MILLI);
        requireStamp(dueMillis, batch.sentNanos() + batch.baseNanos() + spanNanos(batch.gapsNanos()), appendedMillis);
    }

    private static void requireChoiceBases(TokenBatchColumns batch) {
        for (int i = 0; i < batch.choiceBasesNanos().size(); i++) {
            long base = batch.choiceBasesNanos().at(i);
            if (base < -1 || base > batch.baseNanos()) {
                throw new InvalidEventException("choiceBasesNanos must be at least -1 and at most baseNanos of "
                        + batch.baseNanos() + " but was " + base);
            }
        }
    }

    private static long spanNanos(LongColumn gaps) {
        long span = 0;
        for (int i = 0; i < gaps.size(); i++) {
            long gap = gaps.at(i);
            if (gap < 0 || gap > MAX_DURATION_NANOS) {
                throw new InvalidEventException(
                        "gapsNanos[" + i + "] must be in [0, " + MAX_DURATION + "] but was " + gap + " ns");
            }
            span += gap;
            requireDuration("gapsNanos", span);
        }
        requireShortBatch(gaps, span);
        return span;
    }

    /** The first gap is the wait since the chunk before the batch. */
    private static void requireShortBatch(LongColumn gaps, long spanNanos) {
        long batchNanos = gaps.isEmpty() ? 0 : spanNanos - gaps.at(0);
        if (batchNanos > MAX_BATCH_NANOS) {
            throw new InvalidEventException("gapsNanos from the first chunk to the last must be at most " + MAX_BATCH
                    + " in one batch but were " + Duration.ofNanos(batchNanos));
        }
    }

    /** @throws InvalidEventException if it is no run's id, or one of a coming day: nothing is kept of such a run, not even what it lacks */
    public static void requireRun(String run, long appendedMillis) {
        Ulid.problem(run, appendedMillis).ifPresent(problem -> {
            throw new InvalidEventException(problem);
        });
    }

    private static void requireName(String field, String name) {
        if (!isName(name)) {
            throw new InvalidEventException(field, "be a name without /", name);
        }
    }

    /** Whether a lane can be called so. */
    public static boolean isName(String name) {
        return !name.isEmpty() && name.indexOf('/') < 0;
    }

    private static void requireStamp(long dueMillis, long laterNanos, long appendedMillis) {
        if (dueMillis < 0) {
            throw new InvalidEventException("due must be after 1970 but was " + Instant.ofEpochMilli(dueMillis));
        }
        ClientTimestamps.requireNotAhead("event time", dueMillis + laterNanos / NANOS_PER_MILLI, appendedMillis);
    }

    private static void requireIfPresent(String field, @Nullable Long nanos) {
        if (nanos != null) {
            requireDuration(field, nanos);
        }
    }

    private static void requireDuration(String field, long nanos) {
        if (nanos < 0 || nanos > MAX_DURATION_NANOS) {
            throw new InvalidEventException(field + " must be in [0, " + MAX_DURATION + "] but was " + nanos + " ns");
        }
    }

    private static void requireSize(String field, int size, int chunks) {
        if (size != chunks) {
            throw new InvalidEventException(
                    field + " must have one entry per gap, " + chunks + " but was " + size + " long");
        }
    }
}
