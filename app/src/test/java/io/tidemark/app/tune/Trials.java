package io.tidemark.app.tune;

import io.tidemark.app.tune.measure.Measurement;
import io.tidemark.events.TrialState;
import io.tidemark.events.TrialStatus;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.reports.compare.SweepSchedule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
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

    /** All phases in so many blocks, each in the order of the phases; five minutes a start. */
    static SweepStarts sweep(List<PhasePlan> phases, int blocks, Measurement measurement) {
        Duration five = Duration.ofMinutes(5);
        List<SweepSchedule.PlannedStart> starts = new ArrayList<>();
        for (int block = 1; block <= blocks; block++) {
            for (PhasePlan phase : phases) {
                starts.add(new SweepSchedule.PlannedStart(starts.size() + 1, block, phase.name(), five));
            }
        }
        return new SweepStarts(
                new SweepSchedule(design(phases, blocks), starts, Optional.empty()),
                phase -> five,
                starts(phases, measurement));
    }

    static SweepSchedule.Design design(List<PhasePlan> phases, int repeats) {
        return new SweepSchedule.Design(phases.stream().map(PhasePlan::name).toList(), Set.of("default"), repeats, 7);
    }

    static Function<SweepSchedule.PlannedStart, PlannedStart> starts(List<PhasePlan> phases, Measurement measurement) {
        return start -> new PlannedStart(
                start.number(),
                start.block(),
                "sweep",
                phases.stream()
                        .filter(phase -> phase.name().equals(start.phase()))
                        .findFirst()
                        .orElseThrow(),
                measurement);
    }

    static TrialState measured(PlannedStart start, Duration took) {
        return over(start)
                .setStatus(TrialStatus.MEASURED)
                .setEnded(START.plus(took))
                .build();
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

    static TrialState infeasible(PlannedStart start, String failure, String description) {
        return over(start)
                .setStatus(TrialStatus.INFEASIBLE)
                .setFailure(failure)
                .setDescription(description)
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
