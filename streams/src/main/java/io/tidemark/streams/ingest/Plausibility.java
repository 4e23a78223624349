package io.tidemark.streams.ingest;

import io.tidemark.events.RequestEvent;
import io.tidemark.events.TokenBatch;
import io.tidemark.schemas.Metric;
import io.tidemark.streams.flow.Implausible;
import io.tidemark.streams.flow.Stamps;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The rules that an event must keep to be counted: no stamp far in the future, no negative or absurd duration, no chunk without
 * its gap. One bad clock must not move anybody's windows.
 */
final class Plausibility {
    /** Longest duration of anything about one request. */
    static final Duration LONGEST = Duration.ofDays(2);

    static final long LONGEST_NANOS = LONGEST.toNanos();
    private static final int MOST_TOKENS = 100_000_000;

    private Plausibility() {}

    /** @throws Implausible naming the field, its value and the rule */
    static void require(RequestEvent request, long nowMillis) {
        requireNames(request.getRun(), request.getLane(), request.getStep());
        require("laneSeq", request.getLaneSeq() >= 0, request.getLaneSeq(), "be >= 0");
        require("segment", request.getSegment() >= 0, request.getSegment(), "be >= 0");
        requireStamp(request.getDue(), request.getEndNanos(), nowMillis);
        requireDuration("sentNanos", request.getSentNanos());
        requireDuration("firstTokenNanos", request.getFirstTokenNanos());
        requireDuration("lastTokenNanos", request.getLastTokenNanos());
        requireDuration("endNanos", request.getEndNanos());
        requireTokens("outputTokens", request.getOutputTokens());
        requireTokens("promptTokens", request.getPromptTokens());
        for (Metric metric : Metric.values()) {
            OptionalLong nanos = metric.nanos(request);
            requireDuration(metric.id(), nanos.isPresent() ? nanos.getAsLong() : null);
        }
    }

    /** @throws Implausible naming the field, its value and the rule */
    static void require(TokenBatch batch, long nowMillis) {
        requireNames(batch.getRun(), batch.getLane(), batch.getStep());
        require("laneSeq", batch.getLaneSeq() >= 0, batch.getLaneSeq(), "be >= 0");
        requireDuration("sentNanos", batch.getSentNanos());
        requireDuration("baseNanos", batch.getBaseNanos());
        int chunks = batch.getGapsNanos().size();
        requireSize("kinds", batch.getKinds(), chunks);
        requireSize("tokens", batch.getTokens(), chunks);
        if (!batch.getChoices().isEmpty()) {
            requireSize("choices", batch.getChoices(), chunks);
        }
        requireChoiceBases(batch);
        requireStamp(batch.getDue(), batch.getSentNanos() + batch.getBaseNanos() + spanNanos(batch), nowMillis);
    }

    private static void requireChoiceBases(TokenBatch batch) {
        for (long base : batch.getChoiceBasesNanos()) {
            require(
                    "choiceBasesNanos",
                    base >= -1 && base <= batch.getBaseNanos(),
                    base,
                    "be at least -1 and at most baseNanos of " + batch.getBaseNanos());
        }
    }

    private static long spanNanos(TokenBatch batch) {
        List<Long> gaps = batch.getGapsNanos();
        long span = 0;
        for (int i = 0; i < gaps.size(); i++) {
            long gap = Gaps.nanos(gaps, i);
            if (gap < 0 || gap > LONGEST_NANOS) {
                throw new Implausible("gapsNanos[" + i + "] must be in [0, " + LONGEST + "] but was " + gap + " ns");
            }
            span += gap;
            requireDuration("gapsNanos", span);
        }
        return span;
    }

    private static void requireNames(String run, String lane, int step) {
        require("run", !run.isEmpty() && run.indexOf('/') < 0, run, "be a name without /");
        require("lane", !lane.isEmpty() && lane.indexOf('/') < 0, lane, "be a name without /");
        require("step", step >= 0, step, "be >= 0");
    }

    private static void requireStamp(Instant due, @Nullable Long laterNanos, long nowMillis) {
        long dueMillis = due.toEpochMilli();
        require("due", dueMillis >= 0, due, "be after 1970");
        long laterMillis = laterNanos == null ? 0 : laterNanos / 1_000_000;
        Stamps.requireNotAhead("event time", dueMillis + laterMillis, nowMillis);
    }

    private static void requireDuration(String field, @Nullable Long nanos) {
        if (nanos != null && (nanos < 0 || nanos > LONGEST_NANOS)) {
            throw new Implausible(field + " must be in [0, " + LONGEST + "] but was " + nanos + " ns");
        }
    }

    private static void requireTokens(String field, @Nullable Integer tokens) {
        if (tokens != null && (tokens < 0 || tokens > MOST_TOKENS)) {
            throw new Implausible(field + " must be in [0, " + MOST_TOKENS + "] but was " + tokens);
        }
    }

    private static void requireSize(String field, List<?> list, int chunks) {
        if (list.size() != chunks) {
            throw new Implausible(
                    field + " must have one entry per gap, " + chunks + " but was " + list.size() + " long");
        }
    }

    private static void require(String field, boolean kept, Object value, String rule) {
        if (!kept) {
            throw new Implausible(field + " must " + rule + " but was " + value);
        }
    }
}
