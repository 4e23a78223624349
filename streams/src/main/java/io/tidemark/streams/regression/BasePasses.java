package io.tidemark.streams.regression;

import io.tidemark.events.Regression;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    /** The same, and what stood before the base changed is withdrawn where it stands no more. */
    void begin(Experiment experiment, Instant at, BasePass.Earlier earlier) {
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
            pass.earlier().forEach(earlier -> kept.entries().drop(experiment.dropped(earlier.run())));
            kept.entries().delete(key(experiment));
            return List.of();
        }
        write(experiment, pass.after(phase.get()));
        return looked(experiment, pass, base.get(), phase.get());
    }

    /** What stands of a phase, and what stood and stands no more. */
    private List<Regression> looked(Experiment experiment, BasePass pass, String base, String phase) {
        Instant at = Instant.ofEpochMilli(pass.atMillis());
        Map<BasePass.Earlier, List<Regression>> before = new LinkedHashMap<>();
        pass.earlier().forEach(earlier -> before.put(earlier, comparisons.lastLook(experiment, earlier, phase, at)));
        List<Regression> after = comparisons.look(experiment, base, phase, at);
        List<Regression> regressions = new ArrayList<>();
        before.forEach((earlier, stood) ->
                regressions.addAll(Withdrawals.of(notOnlyOf(earlier, stood), after, why(earlier, base))));
        regressions.addAll(after);
        return regressions;
    }

    /** A run that made another phase the base was never compared with the earlier one. */
    private static List<Regression> notOnlyOf(BasePass.Earlier earlier, List<Regression> stood) {
        return stood.stream()
                .filter(it -> earlier.hadRun() || !it.getCandidateRuns().equals(List.of(earlier.run())))
                .toList();
    }

    private static String why(BasePass.Earlier earlier, String base) {
        return earlier.hadRun()
                ? Withdrawals.without(earlier.run(), earlier.status())
                : "withdrawn: from run " + earlier.run() + " on phases are compared with " + base;
    }

    private void write(Experiment experiment, BasePass pass) {
        kept.entries().write(key(experiment), pass.toBytes());
    }

    private static String key(Experiment experiment) {
        return KeptEntries.key(PREFIX, experiment.name(), experiment.workloadHash());
    }
}
