package io.tidemark.producer.run;

import io.tidemark.events.StepState;
import io.tidemark.producer.tally.PrefixCacheShare;
import io.tidemark.producer.tally.StepSummary;
import io.tidemark.producer.tally.StepThroughput;
import java.time.Instant;
import java.util.function.LongFunction;

/** Writes how a step went into its state. */
final class StepStateFields {
    private StepStateFields() {}

    /** @param at wall-clock time of nanoseconds from the step's start */
    static void fill(StepState.Builder state, StepSummary summary, LongFunction<Instant> at) {
        StepThroughput flow = summary.flow();
        state.setInFlightPeak(summary.counts().inFlightPeak())
                .setConversations(flow.conversations().begun())
                .setConversationsBrokenOff(flow.conversations().brokenOff())
                .setQueuedRequests(flow.conversations().queued())
                .setOkRequests(flow.output().requests())
                .setOkOutputTokens(flow.output().tokens());
        summary.load().achievedPerSecond().ifPresent(state::setAchievedRate);
        flow.inFlightPeakNanos().ifPresent(nanos -> state.setInFlightPeakAt(at.apply(nanos)));
        cache(state, summary.cache());
        peak(state, flow.output().peak());
        steady(state, flow.output().steady(), at);
    }

    private static void cache(StepState.Builder state, PrefixCacheShare cache) {
        cache.planned().ifPresent(state::setPlannedCacheShare);
        cache.measured().ifPresent(state::setMeasuredCacheShare);
        state.setCacheShareSource(cache.source()).setPrefixCacheReset(cache.reset());
    }

    private static void peak(StepState.Builder state, StepThroughput.Peak peak) {
        state.setPeakTokenSource(peak.source());
        peak.tokensPerSecond().ifPresent(state::setPeakTokensPerSecond);
    }

    private static void steady(StepState.Builder state, StepThroughput.Steady steady, LongFunction<Instant> at) {
        steady.fromNanos().ifPresent(nanos -> state.setSteadyFrom(at.apply(nanos)));
        steady.untilNanos().ifPresent(nanos -> state.setSteadyUntil(at.apply(nanos)));
        state.setSteadyRequests(steady.requests()).setSteadyOutputTokens(steady.tokens());
    }
}
