package io.tidemark.streams.compare;

import io.tidemark.events.Regression;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compares all phases of experiments whose base has a new result, in parts, so that no experiment holds the thread of its stream. */
final class BaselinePasses {
    /** Comparisons in one part. */
    static final int PART = 8;

    private static final String PREFIX = "pass";

    private final ComparisonStore kept;
    private final ExperimentBaseline bases;
    private final PhaseComparisons comparisons;

    BaselinePasses(ComparisonStore kept, ExperimentBaseline bases, PhaseComparisons comparisons) {
        this.kept = kept;
        this.bases = bases;
        this.comparisons = comparisons;
    }

    /** All phases of the experiment are to be compared with its base. */
    void start(ExperimentKey experiment, Instant at) {
        write(experiment, begun(experiment, at));
    }

    /** The same, and what stood before the base changed is withdrawn where it stands no more. */
    void start(ExperimentKey experiment, Instant at, BaselinePass.Earlier earlier) {
        write(experiment, begun(experiment, at).from(earlier));
    }

    private BaselinePass begun(ExperimentKey experiment, Instant at) {
        return kept.entries()
                .bytes(key(experiment))
                .map(bytes -> BaselinePass.of(bytes).again(at.toEpochMilli()))
                .orElseGet(() -> BaselinePass.begun(at.toEpochMilli()));
    }

    /** The next part of what is to be compared; empty where nothing is. */
    List<Regression> nextPart() {
        List<Regression> regressions = new ArrayList<>();
        for (int done = 0; done < PART; done++) {
            Optional<String> next = kept.entries().firstUnder(CompositeKeyStore.key(PREFIX));
            if (next.isEmpty()) {
                return regressions;
            }
            List<String> parts = CompositeKeyStore.parts(next.get());
            regressions.addAll(one(new ExperimentKey(parts.get(1), parts.get(2))));
        }
        return regressions;
    }

    /** Gives up the pass that is next. */
    void dropNext() {
        kept.entries().firstUnder(CompositeKeyStore.key(PREFIX)).ifPresent(kept.entries()::delete);
    }

    private List<Regression> one(ExperimentKey experiment) {
        BaselinePass pass =
                BaselinePass.of(kept.entries().bytes(key(experiment)).orElseThrow());
        Optional<String> phase = kept.phaseAfter(experiment, pass.done());
        if (phase.isEmpty() && pass.isSecondRound()) {
            pass = pass.fromStart();
            phase = kept.phaseAfter(experiment, "");
        }
        Optional<String> base = bases.of(experiment);
        if (phase.filter(pass::includes).isEmpty() || base.isEmpty()) {
            pass.earlier().forEach(earlier -> kept.entries().drop(experiment.dropped(earlier.run())));
            kept.entries().delete(key(experiment));
            return List.of();
        }
        write(experiment, pass.after(phase.get()));
        return compareNext(experiment, pass, base.get(), phase.get());
    }

    /** What stands of a phase, and what stood and stands no more. */
    private List<Regression> compareNext(ExperimentKey experiment, BaselinePass pass, String base, String phase) {
        Instant at = Instant.ofEpochMilli(pass.atMillis());
        Map<BaselinePass.Earlier, List<Regression>> before = new LinkedHashMap<>();
        pass.earlier().forEach(earlier -> before.put(earlier, comparisons.lastLook(experiment, earlier, phase, at)));
        List<Regression> after = comparisons.look(experiment, base, phase, at);
        List<Regression> regressions = new ArrayList<>();
        before.forEach((earlier, stood) ->
                regressions.addAll(Withdrawals.of(notOnlyOf(earlier, stood), after, why(earlier, base))));
        regressions.addAll(after);
        return regressions;
    }

    /** A run that made another phase the base was never compared with the earlier one. */
    private static List<Regression> notOnlyOf(BaselinePass.Earlier earlier, List<Regression> stood) {
        return stood.stream()
                .filter(it -> earlier.hadRun() || !it.getCandidateRuns().equals(List.of(earlier.run())))
                .toList();
    }

    private static String why(BaselinePass.Earlier earlier, String base) {
        return earlier.hadRun()
                ? Withdrawals.without(earlier.run(), earlier.status())
                : "withdrawn: since run " + earlier.run() + " phases are compared with " + base;
    }

    private void write(ExperimentKey experiment, BaselinePass pass) {
        kept.entries().write(key(experiment), pass.toBytes());
    }

    private static String key(ExperimentKey experiment) {
        return CompositeKeyStore.key(PREFIX, experiment.name(), experiment.workloadHash());
    }
}
