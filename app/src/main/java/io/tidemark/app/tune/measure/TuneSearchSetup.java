package io.tidemark.app.tune.measure;

import com.fasterxml.jackson.databind.node.TextNode;
import io.tidemark.analysis.search.ProbeRules;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.search.PlanFactory;
import io.tidemark.app.search.ProbeEnvironment;
import io.tidemark.app.search.SearchFormat;
import io.tidemark.app.search.SearchListener;
import io.tidemark.app.search.SearchRequest;
import io.tidemark.events.LoadKind;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.tune.TuneGoal;
import io.tidemark.producer.plan.tune.TunePlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Searches on the servers of a tune.
 *
 * @param request whose plan and phase are replaced
 * @param plans the plan with other values
 * @param searches gets the progress of a search
 */
public record TuneSearchSetup(
        TuneEnvironment environment,
        RunRequest request,
        TunePlan tune,
        PlanFactory plans,
        Function<SearchFormat, SearchListener> searches) {
    /** Follows the name of the experiment. */
    private static final String HELD_OUT = ", held-out workload";

    /** More than a search has probes, each of which has a seed of its own. */
    private static final long SEEDS_OF_A_DRAW = 1_000;

    private static final double RESOLUTION = 0.05;
    private static final int PROBES_OF_A_SEARCH = 5;

    /** What one start measures: the search within such bounds; goodput with the plan's steps. */
    public Measurement measurement(SearchMeasurement.Bounds bounds) {
        long seed = request.plan().seed() + SEEDS_OF_A_DRAW * bounds.draw();
        TuneSearchSetup drawn = changed(List.of("seed=" + seed));
        if (!bounds.isFinal() || tune.heldOut().isEmpty()) {
            return drawn.alone(bounds);
        }
        double half = bounds.seconds() / 2;
        Measurement own =
                drawn.alone(new SearchMeasurement.Bounds(bounds.checkLoad(), bounds.from(), half, true, bounds.draw()));
        Measurement heldOut = drawn.heldOut(tune.heldOut().get())
                .alone(new SearchMeasurement.Bounds(OptionalDouble.empty(), tune.from(), half, true, bounds.draw()));
        // The plan's workload, then on the same server one that nothing was chosen by.
        return (phase, labels) -> {
            Measurement.Result first = own.measure(phase, labels);
            return first.complete() ? first.withHeldOut(heldOut.measure(phase, labels)) : first;
        };
    }

    /** The same with the held-out workload. Its runs are of an experiment of their own, so that nothing compares them with the others. */
    private TuneSearchSetup heldOut(TunePlan.HeldOut other) {
        return changed(List.of(
                "tune.held_out=",
                "workload=" + other.workloadJson(),
                "experiment=" + new TextNode(request.plan().experiment() + HELD_OUT)));
    }

    private TuneSearchSetup changed(List<String> changes) {
        PlanFactory changed = overrides -> plans.planWith(
                Stream.concat(changes.stream(), overrides.stream()).toList());
        return new TuneSearchSetup(environment, request.withPlan(changed.planWith(List.of())), tune, changed, searches);
    }

    private Measurement alone(SearchMeasurement.Bounds bounds) {
        return tune.goal() == TuneGoal.GOODPUT
                ? new GoodputMeasurement(environment, request)
                : new SearchMeasurement(this, bounds);
    }

    /** Where loads are tried on the server that is ready. */
    ProbeEnvironment environment(PhasePlan phase) throws InterruptedException {
        return environment.loads().of(request.withPlan(request.plan(), phase.name()));
    }

    /** The search of a phase from a first load, within so many seconds. */
    SearchRequest request(Map<String, String> labels, OptionalDouble from, double seconds) {
        Plan plan = request.plan();
        LoadKind kind = plan.steps().get(0).loadKind();
        double given = from.isPresent()
                ? from.getAsDouble()
                : SearchRequest.lowestLoad(plan, kind).orElse(1);
        double first = kind == LoadKind.CONCURRENCY ? Math.max(1, given) : given;
        int longest = (int) Math.max(ProbeRules.MIN_SECONDS, seconds / PROBES_OF_A_SEARCH);
        return new SearchRequest(
                plan,
                overrides -> plans.planWith(with(labels, overrides)),
                kind,
                SearchRequest.range(plan, kind, first, first * SearchRequest.WIDE, RESOLUTION),
                false,
                SearchRequest.rules(plan, kind, longest),
                Duration.ofMillis(Math.round(seconds * 1e3)));
    }

    private static List<String> with(Map<String, String> labels, List<String> overrides) {
        List<String> all = new ArrayList<>(overrides);
        labels.forEach((name, value) -> all.add("labels.\"" + name + "\"=" + value));
        return all;
    }
}
