package io.tidemark.reports.tune;

import io.tidemark.analysis.search.LoadInterval;
import io.tidemark.analysis.tune.TrialOutcome;
import io.tidemark.events.TrialStatus;
import io.tidemark.reports.compare.ComparedRun;
import io.tidemark.reports.compare.ComparedStep;
import io.tidemark.schemas.Signal;
import io.tidemark.sinks.store.read.tune.TrialRow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One server start of a tune. It is the unit of every comparison: several runs on one server count as one.
 *
 * @param trial as the journal holds it
 * @param measured its runs as one; empty if none counts
 * @param excluded why runs of it do not count, in sentences
 */
public record TuneStart(TrialRow trial, Optional<ComparedRun> measured, List<String> excluded) {
    /** The fact that names the load that a start was measured under, where phases have loads of their own. */
    public static final String LOAD = "load";

    /** Purpose of the starts of the final stage, as the journal writes it. */
    private static final String FINAL = "final";

    /** Facts of a start, as the journal names them: the value on the held-out workload. */
    private static final String HELD_OUT_LOW = "held_out.low";

    private static final String HELD_OUT_HIGH = "held_out.high";

    /** Where the search's model expects the value, also beyond what was tried; the same of the held-out workload behind the prefix. */
    private static final String EXPECTED_LOW = "expected.low";

    private static final String EXPECTED_HIGH = "expected.high";
    private static final String HELD_OUT = "held_out.";

    public TuneStart {
        excluded = List.copyOf(excluded);
    }

    /** The same start as its held-out workload saw it, without its runs; empty where none was measured. */
    Optional<TuneStart> onHeldOut() {
        OptionalDouble low = fact(HELD_OUT_LOW);
        OptionalDouble high = fact(HELD_OUT_HIGH);
        return low.isEmpty() && high.isEmpty()
                ? Optional.empty()
                : Optional.of(new TuneStart(trial.withValue(low, high, heldOutFacts()), Optional.empty(), List.of()));
    }

    private Map<String, String> heldOutFacts() {
        Map<String, String> facts = new HashMap<>(trial.facts());
        for (String name : List.of(EXPECTED_LOW, EXPECTED_HIGH)) {
            facts.remove(name);
            Optional.ofNullable(trial.facts().get(HELD_OUT + name)).ifPresent(text -> facts.put(name, text));
        }
        return facts;
    }

    /** The value that a search gave, as its tuner takes it: the middle of its interval, or of its estimate where an end is not known. */
    OptionalDouble searched() {
        LoadInterval found = new LoadInterval(trial.heldUpTo(), trial.failsFrom(), true);
        LoadInterval expected = new LoadInterval(fact(EXPECTED_LOW), fact(EXPECTED_HIGH), true);
        return TrialOutcome.isKnown(found, expected)
                        && TrialOutcome.of(found, expected) instanceof TrialOutcome.Measured measured
                ? OptionalDouble.of(measured.value())
                : OptionalDouble.empty();
    }

    private OptionalDouble fact(String name) {
        String text = trial.facts().getOrDefault(name, "");
        return text.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text));
    }

    /** "start 7". */
    public String name() {
        return "start " + trial.number();
    }

    public boolean isMeasured() {
        return trial.status() == TrialStatus.MEASURED;
    }

    public boolean isInfeasible() {
        return trial.status() == TrialStatus.INFEASIBLE;
    }

    /** Whether it is one of those that decide a search. */
    public boolean isFinal() {
        return trial.purpose().startsWith(FINAL);
    }

    /** Part of the prompts' tokens that its prefix cache held, over all steps, 0 to 1; empty if the server does not say. Repeats of a configuration tell whether a cache was warm. */
    public OptionalDouble prefixHitShare() {
        double hits = 0;
        double queries = 0;
        for (ComparedStep step : steps()) {
            Map<String, Double> means = step.result().signalMeans();
            if (means.containsKey(Signal.PREFIX_HITS.id()) && means.containsKey(Signal.PREFIX_QUERIES.id())) {
                hits += means.get(Signal.PREFIX_HITS.id());
                queries += means.get(Signal.PREFIX_QUERIES.id());
            }
        }
        return queries > 0 ? OptionalDouble.of(hits / queries) : OptionalDouble.empty();
    }

    /** Steps of all of its runs that count. */
    public List<ComparedStep> steps() {
        return measured.map(ComparedRun::steps).orElse(List.of());
    }
}
