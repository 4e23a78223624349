package io.tidemark.app.tune.measure;

import io.tidemark.analysis.search.LoadInterval;
import io.tidemark.analysis.search.LoadSearch;
import io.tidemark.analysis.search.ProbeResult;
import io.tidemark.analysis.tune.TrialOutcome;
import io.tidemark.app.search.CapacitySearch;
import io.tidemark.app.search.SearchFormat;
import io.tidemark.app.search.SearchOutcome;
import io.tidemark.app.search.SearchRequest;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.tune.TuneGoal;
import io.tidemark.reports.compare.TuneLabels;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Measures a server by a search for the highest load that it holds, and the value of what is tuned at that load. */
public final class SearchMeasurement implements Measurement {
    private static final double SECONDS_PER_HOUR = 3600;
    private static final double TOKENS_OF_A_PRICE = 1e6;

    private final TuneSearchSetup setup;
    private final Bounds bounds;

    SearchMeasurement(TuneSearchSetup setup, Bounds bounds) {
        this.setup = setup;
        this.bounds = bounds;
    }

    /**
     * How far the search goes.
     *
     * @param checkLoad first load; if it surely breaks there the search ends. Empty without a check
     * @param from where it begins without a check; empty for the plan's lowest
     * @param seconds at most
     * @param isFinal whether it is one of those that decide, which measure the held-out workload too, each with half the time
     * @param draw of arrivals and lengths: starts with the same number get the same ones, others get others
     */
    public record Bounds(OptionalDouble checkLoad, OptionalDouble from, double seconds, boolean isFinal, long draw) {}

    @Override
    public Result measure(PhasePlan phase, Map<String, String> labels) throws InterruptedException {
        SearchRequest order = setup.request(
                labels, bounds.checkLoad().isPresent() ? bounds.checkLoad() : bounds.from(), bounds.seconds());
        SearchFormat format = new SearchFormat(order);
        CapacitySearch search = new CapacitySearch(
                order,
                setup.environment(phase),
                setup.searches().apply(format),
                labels.getOrDefault(TuneLabels.TUNE, "") + "/" + labels.getOrDefault(TuneLabels.START, ""),
                this::surelyBreaks);
        SearchOutcome outcome = search.run();
        LoadInterval found = outcome.interval();
        String summary = switch (outcome.ended()) {
            case INVALID, UNANSWERED, NOTHING_JUDGED, WITHHELD -> outcome.endReason();
            default -> format.interval(found);
        };
        return new Result(
                        outcome.runs(),
                        value(found, outcome, search),
                        summary,
                        outcome.ended() != SearchOutcome.Ended.STOPPED)
                .withEstimate(estimate(outcome, search));
    }

    /** A search that was left because it surely breaks at its first load shows only that: its model has seen one load. */
    private Optional<TrialOutcome.Measured> estimate(SearchOutcome outcome, CapacitySearch search) {
        if (outcome.ended() == SearchOutcome.Ended.PRUNED) {
            return Optional.empty();
        }
        return outcome.search().estimate().flatMap(estimate -> {
            OptionalDouble load = OptionalDouble.of(estimate.load());
            OptionalDouble value =
                    value(new LoadInterval(load, load, true), outcome, search).low();
            return value.isPresent()
                    ? Optional.of(new TrialOutcome.Measured(value.getAsDouble(), estimate.relativeError()))
                    : Optional.empty();
        });
    }

    private boolean surelyBreaks(LoadSearch known) {
        OptionalDouble breaks = known.interval().failsFrom();
        return bounds.checkLoad().isPresent()
                && breaks.isPresent()
                && breaks.getAsDouble() <= bounds.checkLoad().getAsDouble();
    }

    private ValueInterval value(LoadInterval found, SearchOutcome outcome, CapacitySearch search) {
        ValueInterval held = new ValueInterval(found.heldUpTo(), found.failsFrom());
        if (setup.tune().goal() == TuneGoal.HELD_LOAD) {
            return held;
        }
        OptionalDouble tokens = tokensPerSecondOfLoad(found, outcome, search);
        if (tokens.isEmpty()) {
            return ValueInterval.UNKNOWN;
        }
        ValueInterval perSecond = held.times(tokens.getAsDouble());
        return setup.tune().goal() == TuneGoal.OUTPUT_TOKENS
                ? perSecond
                : perSecond.under(setup.tune().pricePerHour().orElseThrow() / SECONDS_PER_HOUR * TOKENS_OF_A_PRICE);
    }

    /** Output tokens per second that one unit of load gives, by the probe that is nearest to the middle of the interval. */
    private static OptionalDouble tokensPerSecondOfLoad(
            LoadInterval found, SearchOutcome outcome, CapacitySearch search) {
        double middle = found.isClosed()
                ? Math.sqrt(found.heldUpTo().getAsDouble() * found.failsFrom().getAsDouble())
                : found.heldUpTo().orElse(found.failsFrom().orElse(0));
        List<ProbeResult> probes = outcome.search().results();
        Optional<ProbeResult> nearest = probes.stream()
                .filter(probe -> probe.perSecond() > 0)
                .min(Comparator.comparingDouble(probe -> Math.abs(Math.log(probe.load() / middle))));
        OptionalDouble perRequest = search.outputTokensPerRequest();
        return nearest.isEmpty() || perRequest.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(nearest.get().perSecond() / nearest.get().load() * perRequest.getAsDouble());
    }
}
