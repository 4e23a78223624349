package io.tidemark.streams.regression;

import io.tidemark.events.Regression;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compares all phases of experiments whose base has a new result, in parts, so that no experiment holds the thread of its stream. */
final class BasePasses {
    /** Comparisons in one part. */
    static final int PART = 8;

    private static final String PREFIX = "pass";
    private static final int VERSION = 1;

    private final KeptResults kept;
    private final PhaseComparisons comparisons;

    BasePasses(KeptResults kept, PhaseComparisons comparisons) {
        this.kept = kept;
        this.comparisons = comparisons;
    }

    /** All phases of the experiment are to be compared with its base. */
    void begin(Experiment experiment, Instant at) {
        String key = key(experiment);
        BasePass pass = kept.bytes(key)
                .map(bytes -> BasePass.of(bytes).again(at.toEpochMilli()))
                .orElseGet(() -> BasePass.begun(at.toEpochMilli()));
        kept.write(key, pass.toBytes());
    }

    /**
     * The experiment has another base from a run on: what stood against the earlier one stands no more. To be followed by {@link #begin}.
     *
     * @param run that is the first that counts, or whose plan names the other base
     */
    void leave(Experiment experiment, String earlier, String run) {
        kept.write(
                experiment.left(),
                new WireWriter().raw(VERSION).text(earlier).text(run).toBytes());
    }

    /** The next part of what is to be compared; empty where nothing is. */
    List<Regression> part() {
        List<Regression> regressions = new ArrayList<>();
        for (int done = 0; done < PART; done++) {
            Optional<List<String>> next = kept.firstUnder(KeptResults.key(PREFIX));
            if (next.isEmpty()) {
                return regressions;
            }
            regressions.addAll(one(new Experiment(next.get().get(1), next.get().get(2))));
        }
        return regressions;
    }

    private List<Regression> one(Experiment experiment) {
        BasePass pass = BasePass.of(kept.bytes(key(experiment)).orElseThrow());
        Optional<String> phase = kept.phaseAfter(experiment, pass.done());
        if (phase.isEmpty() && pass.goesAround()) {
            pass = pass.fromTheFirst();
            phase = kept.phaseAfter(experiment, "");
        }
        Optional<String> base = kept.base(experiment);
        if (phase.filter(pass::includes).isEmpty() || base.isEmpty()) {
            kept.delete(key(experiment));
            kept.delete(experiment.left());
            return List.of();
        }
        kept.write(key(experiment), pass.after(phase.get()).toBytes());
        Instant at = Instant.ofEpochMilli(pass.atMillis());
        List<Regression> regressions = new ArrayList<>(withdrawn(experiment, base.get(), phase.get(), at));
        regressions.addAll(comparisons.look(experiment, base.get(), phase.get(), at));
        return regressions;
    }

    /** What stood of a phase against a base that is none any more. */
    private List<Regression> withdrawn(Experiment experiment, String base, String phase, Instant at) {
        Optional<byte[]> left = kept.bytes(experiment.left());
        if (left.isEmpty()) {
            return List.of();
        }
        WireReader in = new WireReader(left.get());
        in.version(VERSION);
        String earlier = in.text();
        String run = in.text();
        in.requireEnd();
        String why = "withdrawn: from run " + run + " on phases are compared with " + base;
        return comparisons.lastLook(experiment, earlier, phase, at).stream()
                .filter(stood -> !stood.getCandidateRuns().equals(List.of(run))) // it was never compared with that
                .map(stood -> RegressionEvents.withdrawn(stood, why))
                .toList();
    }

    private static String key(Experiment experiment) {
        return KeptResults.key(PREFIX, experiment.name(), experiment.workloadHash());
    }
}
