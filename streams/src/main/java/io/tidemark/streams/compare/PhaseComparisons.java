package io.tidemark.streams.compare;

import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.analysis.compare.InterimLook;
import io.tidemark.analysis.compare.PhaseDecision;
import io.tidemark.analysis.compare.RunComparison;
import io.tidemark.analysis.difference.RunVariance;
import io.tidemark.analysis.measure.ComparisonSide;
import io.tidemark.events.Regression;
import io.tidemark.events.StepResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A phase of an experiment against its base, by the default policy, as one look of several. What too few runs borrow comes from repeats of other
 * phases, of a limited number: what one comparison costs does not grow with the phases.
 */
final class PhaseComparisons {
    /** Other phases that show how runs differ. */
    static final int LEARNED_FROM = 32;

    private final ComparisonStore kept;

    PhaseComparisons(ComparisonStore kept) {
        this.kept = kept;
    }

    /** The comparison with the runs that are kept, which counts as a look; none where one of the phases has no result. */
    List<Regression> look(ExperimentKey experiment, String base, String candidate, Instant at) {
        Pair pair = new Pair(experiment, base, candidate);
        return compare(pair, both(pair), at, true);
    }

    /** The results that the last comparison published. */
    List<Regression> lastLook(ExperimentKey experiment, String base, String candidate, Instant at) {
        Pair pair = new Pair(experiment, base, candidate);
        return compare(pair, both(pair), at, false);
    }

    /** The results that the last comparison before the change of the base published. */
    List<Regression> lastLook(ExperimentKey experiment, BaselinePass.Earlier base, String candidate, Instant at) {
        Pair pair = new Pair(experiment, base.phase(), candidate);
        List<StepResult> results = both(pair);
        results.addAll(kept.under(experiment.dropped(base.run())));
        return compare(pair, results, at, false);
    }

    private record Pair(ExperimentKey experiment, String base, String candidate) {}

    private List<StepResult> both(Pair pair) {
        List<StepResult> both = new ArrayList<>(kept.under(pair.experiment().phase(pair.base())));
        both.addAll(kept.under(pair.experiment().phase(pair.candidate())));
        return both;
    }

    private List<Regression> compare(Pair pair, List<StepResult> both, Instant at, boolean counts) {
        Map<String, ComparisonSide> sides = ComparisonSides.byPhase(both);
        ComparisonSide before = sides.get(pair.base());
        ComparisonSide after = sides.get(pair.candidate());
        if (pair.base().equals(pair.candidate()) || before == null || after == null) {
            return List.of();
        }
        String key = pair.experiment().looks(pair.base(), pair.candidate());
        LookCount looks = kept.entries()
                .bytes(key)
                .map(LookCount::of)
                .orElse(LookCount.NONE)
                .at(before, after);
        RunVariance learned = hasEnough(before) && hasEnough(after) ? RunVariance.NONE : learnedFromOthers(pair);
        RunComparison comparison =
                RunComparison.of(before, after, ComparisonPolicy.DEFAULT, learned, new InterimLook(looks.count()));
        if (counts && comparison.decides()) {
            kept.entries().write(key, looks.toBytes());
        }
        // Verdicts are of this look; the answer is that of all runs at once, as reports, compare and gates give it.
        PhaseDecision answer = RunComparison.of(before, after, ComparisonPolicy.DEFAULT, learned)
                .decision();
        return RegressionEvents.ofPhases(both, new RegressionEvents.Compared(comparison, answer), at);
    }

    private static boolean hasEnough(ComparisonSide side) {
        return side.runs().size() >= ComparisonPolicy.DEFAULT.minimumRuns();
    }

    private RunVariance learnedFromOthers(Pair pair) {
        List<StepResult> others = new ArrayList<>();
        Optional<String> phase = kept.phaseAfter(pair.experiment(), "");
        for (int read = 0; phase.isPresent() && read < LEARNED_FROM; ) {
            String name = phase.get();
            if (!name.equals(pair.base()) && !name.equals(pair.candidate())) {
                others.addAll(kept.under(pair.experiment().phase(name)));
                read++;
            }
            phase = kept.phaseAfter(pair.experiment(), name);
        }
        return RunVariance.learnedFrom(ComparisonSides.byPhase(others).values());
    }
}
