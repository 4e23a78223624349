package io.tidemark.streams.panes;

import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestDoubts;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The exact figures of one request that good and bad are counted by. Nanoseconds; -1 where there is none.
 *
 * @param segment of the step that it was due in, from 0
 * @param sent whether it was handed to a socket
 * @param dueSecond second since the epoch in which it was due
 * @param doubts what makes figures of it unfit
 */
public record RequestMeasurement(
        boolean measured,
        int segment,
        Outcome outcome,
        boolean sent,
        Times times,
        Tokens tokens,
        long dueSecond,
        RequestDoubts doubts) {
    private static final int MEASURED = 1;
    private static final int SEGMENT_FOLLOWS = 2;
    private static final int CACHED_FOLLOWS = 4;
    private static final int EXACT_FOLLOWS = 8;

    /** Codes on the wire are places in this list; the schema only adds at its end. */
    private static final List<Outcome> OUTCOMES = List.of(Outcome.values());

    /** Its metrics, nanoseconds or -1. */
    public record Times(long ttft, long ttftDue, long tpot, long e2e, long queueTime) {}

    /**
     * Its tokens as the server counted them, or -1.
     *
     * @param cached of those of the prompt, found in the prefix cache; servers may say nothing where that is none
     * @param exact {@link RequestDoubts#exactTokens of the output, as many as it was to have exactly}
     */
    public record Tokens(long prompt, long cached, long output, long exact) {
        public static final Tokens UNKNOWN = new Tokens(-1, -1, -1);

        /** Of an answer that was free to have fewer. */
        public Tokens(long prompt, long cached, long output) {
            this(prompt, cached, output, -1);
        }
    }

    /** One without doubts. */
    public RequestMeasurement(
            boolean measured, int segment, Outcome outcome, boolean sent, Times times, Tokens tokens, long dueSecond) {
        this(measured, segment, outcome, sent, times, tokens, dueSecond, RequestDoubts.NONE);
    }

    /** One of its step's first segment. */
    public RequestMeasurement(boolean measured, Outcome outcome, boolean sent, Times times) {
        this(measured, 0, outcome, sent, times, Tokens.UNKNOWN, 0);
    }

    /** One that is due in this second. */
    public RequestMeasurement dueAt(long second) {
        return new RequestMeasurement(measured, segment, outcome, sent, times, tokens, second, doubts);
    }

    /** The same with what makes figures of it unfit. */
    public RequestMeasurement with(RequestDoubts shown) {
        return new RequestMeasurement(measured, segment, outcome, sent, times, tokens, dueSecond, shown);
    }

    /** @param itl of the request, as read from its event */
    public static RequestMeasurement of(RequestEvent request, LogHistogram itl) {
        Times times = new Times(
                nanos(Metric.TTFT, request),
                nanos(Metric.TTFT_DUE, request),
                nanos(Metric.TPOT, request),
                nanos(Metric.E2E, request),
                nanos(Metric.QUEUE_TIME, request));
        return new RequestMeasurement(
                request.getPart() == StepPart.MEASURED,
                request.getSegment(),
                request.getOutcome(),
                request.getSentNanos() != null,
                times,
                new Tokens(
                        orAbsent(request.getPromptTokens()),
                        orAbsent(request.getCachedTokens()),
                        orAbsent(request.getOutputTokens()),
                        RequestDoubts.exactTokens(request)),
                Math.max(0, request.getDue().getEpochSecond()),
                RequestDoubts.of(request, itl));
    }

    public boolean ok() {
        return outcome == Outcome.OK;
    }

    /** The metric's value, or -1; ITL has many per request and is always -1. */
    public long nanos(Metric metric) {
        return switch (metric) {
            case TTFT -> times.ttft;
            case TTFT_DUE -> times.ttftDue;
            case TPOT -> times.tpot;
            case E2E -> times.e2e;
            case E2E_DUE -> fromDue(times.e2e, times.queueTime);
            case QUEUE_TIME -> times.queueTime;
            case ITL -> -1;
        };
    }

    /** E2E from due, or -1 where one of the two is. */
    public static long fromDue(long e2e, long queueTime) {
        return e2e < 0 || queueTime < 0 ? -1 : e2e + queueTime;
    }

    public void write(WireWriter out) {
        out.raw((measured ? MEASURED : 0)
                | (segment > 0 ? SEGMENT_FOLLOWS : 0)
                | (tokens.cached >= 0 ? CACHED_FOLLOWS : 0)
                | (tokens.exact >= 0 ? EXACT_FOLLOWS : 0));
        out.raw(doubts.bits());
        if (segment > 0) {
            out.count(segment);
        }
        out.raw(OUTCOMES.indexOf(outcome)).flag(sent);
        out.optional(times.ttft).optional(times.ttftDue).optional(times.tpot);
        out.optional(times.e2e).optional(times.queueTime);
        out.optional(tokens.prompt).optional(tokens.output);
        if (tokens.cached >= 0) {
            out.count(tokens.cached);
        }
        if (tokens.exact >= 0) {
            out.count(tokens.exact);
        }
        out.count(dueSecond);
    }

    public static RequestMeasurement read(WireReader in) {
        int marks = in.raw();
        RequestDoubts doubts = RequestDoubts.ofBits(in.raw());
        int segment = (marks & SEGMENT_FOLLOWS) == 0 ? 0 : in.integer();
        int outcome = in.raw();
        boolean sent = in.flag();
        Times times = new Times(in.optional(), in.optional(), in.optional(), in.optional(), in.optional());
        return new RequestMeasurement(
                (marks & MEASURED) != 0,
                segment,
                outcome < OUTCOMES.size() ? OUTCOMES.get(outcome) : Outcome.UNKNOWN,
                sent,
                times,
                tokens(in, marks),
                in.count(),
                doubts);
    }

    private static Tokens tokens(WireReader in, int marks) {
        long prompt = in.optional();
        long output = in.optional();
        long cached = (marks & CACHED_FOLLOWS) == 0 ? -1 : in.count();
        return new Tokens(prompt, cached, output, (marks & EXACT_FOLLOWS) == 0 ? -1 : in.count());
    }

    private static long nanos(Metric metric, RequestEvent request) {
        OptionalLong nanos = metric.nanos(request);
        return nanos.isPresent() ? nanos.getAsLong() : -1;
    }

    private static long orAbsent(@Nullable Integer value) {
        return value == null ? -1 : value;
    }
}
