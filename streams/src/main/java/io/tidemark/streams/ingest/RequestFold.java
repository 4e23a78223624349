package io.tidemark.streams.ingest;

import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.panes.FailedAfterFirstToken;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.RequestMeasurement;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Adds a request to the pane of the second in which it ended. Its TTFT and ITL come from its token batches; where none were
 * published ({@code tokenBatches} is 0), they are taken from here, at the second of the end: that is when they became known, and
 * the lane has not announced that second yet.
 */
final class RequestFold {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private RequestFold() {}

    /** @param itl of the request, as read from its event */
    static void add(RequestEvent request, LogHistogram itl, SeriesCursor spot) {
        RequestMeasurement fact = RequestMeasurement.of(request, itl);
        Pane pane = spot.pane(endSecond(request));
        if (request.getPart() != StepPart.STOPPED) {
            judge(request, fact, itl, pane);
        }
        if (request.getTokenBatches() == 0) {
            pane.sketch(Metric.ITL).merge(itl);
            addFirstToken(fact, pane);
        }
        if (request.getTokenBatches() == 0 || !chunksCarryTokenCounts(request)) {
            pane.addTokens(Math.max(0, fact.tokens().output()));
        }
    }

    /** Its answer is good or bad; one that ended with its run would have come, and is neither. */
    private static void judge(RequestEvent request, RequestMeasurement fact, LogHistogram itl, Pane pane) {
        pane.addEnded(fact);
        if (fact.ok() && request.getPart() == StepPart.MEASURED) {
            pane.measuredItl().merge(fact, itl);
        }
        if (!fact.ok() && hasFirstToken(fact)) {
            pane.addFailedAfterFirstToken(new FailedAfterFirstToken(
                    firstTokenSecond(request), fact.times().ttft(), fact.times().ttftDue()));
        }
    }

    /** Else its tokens are known when it has ended only: its chunks count for none. */
    private static boolean chunksCarryTokenCounts(RequestEvent request) {
        return switch (request.getTokenSource()) {
            case CONTINUOUS_USAGE, UNKNOWN -> true;
            case USAGE, TOKENIZER, CHUNK_ESTIMATE -> false;
        };
    }

    private static void addFirstToken(RequestMeasurement fact, Pane pane) {
        if (hasFirstToken(fact)) {
            pane.addFirstToken(fact.times().ttft(), fact.times().ttftDue());
        }
    }

    private static boolean hasFirstToken(RequestMeasurement fact) {
        return fact.times().ttft() >= 0 && fact.times().ttftDue() >= 0;
    }

    /** The second that its first token is counted in. */
    private static long firstTokenSecond(RequestEvent request) {
        return request.getTokenBatches() == 0
                ? endSecond(request)
                : secondAfter(request.getDue(), orZero(request.getFirstTokenNanos()));
    }

    /** The latest stamp that it has, for producers that give no end. */
    private static long endSecond(RequestEvent request) {
        long nanos = Math.max(orZero(request.getEndNanos()), orZero(request.getLastTokenNanos()));
        return secondAfter(request.getDue(), nanos);
    }

    /** Epoch second of a time after due; good until 2262. */
    private static long secondAfter(Instant due, long nanos) {
        return (due.getEpochSecond() * NANOS_PER_SECOND + due.getNano() + nanos) / NANOS_PER_SECOND;
    }

    private static long orZero(@Nullable Long nanos) {
        return nanos == null ? 0 : nanos;
    }
}
