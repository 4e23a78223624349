package io.tidemark.app.tune;

import io.tidemark.events.TrialState;
import io.tidemark.events.TrialStatus;
import io.tidemark.producer.plan.PhasePlan;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Phases, starts and their ends as tests need them. */
final class Trials {
    static final Instant START = Instant.parse("2026-11-25T20:00:00Z");

    private Trials() {}

    /** The default, and one phase per value. */
    static List<PhasePlan> phases(int... values) {
        return IntStream.concat(IntStream.of(0), IntStream.of(values))
                .mapToObj(Trials::phase)
                .toList();
    }

    private static PhasePlan phase(int value) {
        String text = value == 0 ? "default" : String.valueOf(value);
        return new PhasePlan(value == 0 ? "default" : "seqs-" + value, Map.of("max-num-seqs", text));
    }

    /** A start of a minute that was measured for ten. */
    static TrialState measured(PlannedStart start, double low, double high) {
        return measured(start, low, high, Map.of());
    }

    static TrialState measured(PlannedStart start, double low, double high, Map<String, String> facts) {
        return over(start)
                .setFacts(facts)
                .setStatus(TrialStatus.MEASURED)
                .setHeldUpTo(low)
                .setFailsFrom(high)
                .build();
    }

    static TrialState infeasible(PlannedStart start, String failure) {
        return infeasible(start, failure, "words of " + failure);
    }

    static TrialState infeasible(PlannedStart start, String failure, String words) {
        return over(start)
                .setStatus(TrialStatus.INFEASIBLE)
                .setFailure(failure)
                .setWords(words)
                .setStartupSeconds(null)
                .build();
    }

    private static TrialState.Builder over(PlannedStart start) {
        return TrialState.newBuilder()
                .setTune("T1")
                .setNumber(start.number())
                .setBlock(start.block())
                .setPurpose(start.purpose())
                .setExperiment("e")
                .setPhase(start.phase().name())
                .setFlags(start.phase().flags())
                .setStarted(START)
                .setStartupSeconds(60.0)
                .setEnded(START.plusSeconds(660));
    }
}
