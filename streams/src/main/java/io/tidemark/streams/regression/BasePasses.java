package io.tidemark.streams.regression;

import io.tidemark.events.Regression;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compares all phases of experiments whose base has a new result, in parts, so that no experiment holds the thread of its stream. */
final class BasePasses {
    /** Comparisons in one part. */
    static final int PART = 8;

    private static final String PREFIX = "pass";

    private final KeptResults kept;
    private final Bases bases;
    private final PhaseComparisons comparisons;

    BasePasses(KeptResults kept, Bases bases, PhaseComparisons comparisons) {
        this.kept = kept;
        this.bases = bases;
        this.comparisons = comparisons;
    }

    /** All phases of the experiment are to be compared with its base. */
    void begin(Experiment experiment, Instant at) {
        write(experiment, begun(experiment, at));
    }

    /** The same, and what stood against a base that the experiment had before stands no more. */
    void begin(Experiment experiment, Instant at, BasePass.EarlierBase earlier) {
        write(experiment, begun(experiment, at).from(earlier));
    }

    private BasePass begun(Experiment experiment, Instant at) {
        return kept.entries()
                .bytes(key(experiment))
                .map(bytes -> BasePass.of(bytes).again(at.toEpochMilli()))
                .orElseGet(() -> BasePass.begun(at.toEpochMilli()));
    }

    /** The next part of what is to be compared; empty where nothing is. */
    List<Regression> part() {
        List<Regression> regressions = new ArrayList<>();
        for (int done = 0; done < PART; done++) {
            Optional<String> next = kept.entries().firstUnder(KeptEntries.key(PREFIX));
            if (next.isEmpty()) {
                return regressions;
            }
            List<String> parts = KeptEntries.parts(next.get());
            regressions.addAll(one(new Experiment(parts.get(1), parts.get(2))));
        }
        return regressions;
    }

    private List<Regression> one(Experiment experiment) {
        BasePass pass = BasePass.of(kept.entries().bytes(key(experiment)).orElseThrow());
        Optional<String> phase = kept.phaseAfter(experiment, pass.done());
        if (phase.isEmpty() && pass.goesAround()) {
            pass = pass.fromTheFirst();
            phase = kept.phaseAfter(experiment, "");
        }
        Optional<String> base = bases.of(experiment);
        if (phase.filter(pass::includes).isEmpty() || base.isEmpty()) {
            kept.entries().delete(key(experiment));
            return List.of();
        }
        write(experiment, pass.after(phase.get()));
        Instant at = Instant.ofEpochMilli(pass.atMillis());
        List<Regression> regressions = new ArrayList<>();
        for (BasePass.EarlierBase earlier : pass.earlier()) {
            regressions.addAll(withdrawn(experiment, earlier, base.get(), phase.get(), at));
        }
        regressions.addAll(comparisons.look(experiment, base.get(), phase.get(), at));
        return regressions;
    }

    /** What stood of a phase against a base that is none any more; one that is the base again is compared anew. */
    private List<Regression> withdrawn(
            Experiment experiment, BasePass.EarlierBase earlier, String base, String phase, Instant at) {
        if (earlier.phase().equals(base)) {
            return List.of();
        }
        String why = "withdrawn: from run " + earlier.run() + " on phases are compared with " + base;
        return comparisons.lastLook(experiment, earlier.phase(), phase, at).stream()
                // It was never compared with that.
                .filter(stood -> !stood.getCandidateRuns().equals(List.of(earlier.run())))
                .map(stood -> RegressionEvents.withdrawn(stood, why))
                .toList();
    }

    private void write(Experiment experiment, BasePass pass) {
        kept.entries().write(key(experiment), pass.toBytes());
    }

    private static String key(Experiment experiment) {
        return KeptEntries.key(PREFIX, experiment.name(), experiment.workloadHash());
    }
}
