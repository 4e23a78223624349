package io.tidemark.producer.run;

import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;

/** Counts of one step. Confined to the lane's loop. */
final class StepTally {
    private final long measuredSendLimitNanos;
    private final Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
    private final LogHistogram lag = new LogHistogram();
    private final LogHistogram ttftDue = new LogHistogram();
    private final LogHistogram tpot = new LogHistogram();
    private final StepFlags flags = new StepFlags();
    private long due;
    private long sent;
    private long ended;
    private long measuredDue;
    private long sentInSchedule;
    private int inFlightPeak;

    /**
     * A step's counts, all 0.
     *
     * @param measuredSendLimitNanos until when a measured request counts as sent within the schedule
     */
    StepTally(long measuredSendLimitNanos) {
        this.measuredSendLimitNanos = measuredSendLimitNanos;
    }

    void due(StepPart part) {
        due++;
        if (part == StepPart.MEASURED) {
            measuredDue++;
        }
    }

    void sent(PlannedRequest request, long sentNanos, int inFlight) {
        sent++;
        inFlightPeak = Math.max(inFlightPeak, inFlight);
        if (request.part() == StepPart.MEASURED) {
            lag.add(sentNanos - request.dueNanos());
            sentInSchedule += sentNanos <= measuredSendLimitNanos ? 1 : 0;
        }
    }

    void ended(RequestEvent event) {
        ended++;
        flags.ended(event);
        outcomes.merge(event.getOutcome(), 1L, Long::sum);
        if (event.getPart() == StepPart.MEASURED && event.getOutcome() == Outcome.OK) {
            Metric.TTFT_DUE.nanos(event).ifPresent(ttftDue::add);
            Metric.TPOT.nanos(event).ifPresent(tpot::add);
        }
    }

    StepCounts counts(int inFlight) {
        return new StepCounts(
                due,
                sent,
                ended,
                outcomes.getOrDefault(Outcome.DROPPED, 0L),
                measuredDue,
                sentInSchedule,
                inFlight,
                inFlightPeak,
                outcomes);
    }

    StepFlags flags() {
        return flags;
    }

    RunProgress.Latencies latencies() {
        return new RunProgress.Latencies(p99(lag), p99(ttftDue), p99(tpot));
    }

    private static OptionalLong p99(LogHistogram sketch) {
        return sketch.isEmpty() ? OptionalLong.empty() : OptionalLong.of(sketch.quantile(0.99));
    }
}
