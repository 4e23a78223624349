package io.tidemark.reports.tune;

import io.tidemark.analysis.search.LoadInterval;
import io.tidemark.analysis.tune.TrialOutcome;
import io.tidemark.events.TrialStatus;
import io.tidemark.reports.run.MeasuredRun;
import io.tidemark.reports.run.MeasuredStep;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.tune.TrialRow;
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
public record TuneStart(TrialRow trial, Optional<MeasuredRun> measured, List<String> excluded) {
    /** Purpose of the starts of the final stage, as the journal writes it. */
    private static final String FINAL = "final";

    public TuneStart {
        excluded = List.copyOf(excluded);
    }

    /** The same start as its held-out workload saw it, without its runs; empty where nothing is known of that. */
    Optional<TuneStart> onHeldOut() {
        if (TrialFacts.heldOut(trial.facts()).isEmpty()) {
            return Optional.empty();
        }
        LoadInterval found = TrialFacts.interval(trial.facts(), TrialFacts.HELD_OUT);
        return Optional.of(new TuneStart(
                trial.withValue(found.heldUpTo(), found.failsFrom(), TrialFacts.ofHeldOut(trial.facts())),
                Optional.empty(),
                List.of()));
    }

    /** The value that a search gave, as its tuner takes it: its model's estimate, or the middle of its interval where there is no model. */
    OptionalDouble searched() {
        return TrialFacts.outcome(new LoadInterval(trial.heldUpTo(), trial.failsFrom(), true), trial.facts())
                .filter(TrialOutcome.Measured.class::isInstance)
                .map(outcome -> OptionalDouble.of(((TrialOutcome.Measured) outcome).value()))
                .orElse(OptionalDouble.empty());
    }

    /** Whether it is measured by the plan's steps, from the lowest load on. */
    public boolean isOfSweep() {
        return "sweep".equals(trial.purpose());
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

    /**
     * Part of the prompts' tokens that its prefix cache held, over all steps, 0 to 1; empty if the server does not report it. Repeats of a
     * configuration show whether a cache was warm.
     */
    public OptionalDouble prefixHitShare() {
        double hits = 0;
        double queries = 0;
        for (MeasuredStep step : steps()) {
            Map<String, Double> means = step.result().signalMeans();
            if (means.containsKey(Signal.PREFIX_HITS.id()) && means.containsKey(Signal.PREFIX_QUERIES.id())) {
                hits += means.get(Signal.PREFIX_HITS.id());
                queries += means.get(Signal.PREFIX_QUERIES.id());
            }
        }
        return queries > 0 ? OptionalDouble.of(hits / queries) : OptionalDouble.empty();
    }

    /** Version of its server; empty where neither the journal nor a run has it. */
    public String version() {
        String text = trial.facts().getOrDefault(TrialFacts.VERSION, "");
        return text.isEmpty() ? measured.map(MeasuredRun::serverVersion).orElse("") : text;
    }

    /** "404,944 tokens"; empty where neither the journal nor a run has it. */
    public String kvCapacity() {
        String tokens = trial.facts().getOrDefault(TrialFacts.KV_CAPACITY_TOKENS, "");
        return tokens.matches("\\d{1,15}")
                ? ValueText.count(Long.parseLong(tokens)) + " tokens"
                : measured.map(run -> run.serverInfo().kvCapacity()).orElse("");
    }

    /** Steps of all of its runs that count. */
    public List<MeasuredStep> steps() {
        return measured.map(MeasuredRun::steps).orElse(List.of());
    }
}
