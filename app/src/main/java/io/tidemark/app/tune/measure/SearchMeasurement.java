package io.tidemark.app.tune.measure;

import io.tidemark.analysis.search.LoadInterval;
import io.tidemark.analysis.search.LoadSearch;
import io.tidemark.analysis.search.ProbeResult;
import io.tidemark.analysis.tune.TrialOutcome;
import io.tidemark.app.run.RunObservers;
import io.tidemark.app.search.CapacitySearch;
import io.tidemark.app.search.ProbeEnvironment;
import io.tidemark.app.search.SearchFormat;
import io.tidemark.app.search.SearchOutcome;
import io.tidemark.app.search.SearchRequest;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.tune.TuneGoal;
import io.tidemark.producer.run.RunOutcome;
import io.tidemark.producer.tally.StepSummary;
import io.tidemark.producer.tally.StepThroughput;
import io.tidemark.reports.compare.TuneLabels;
import java.time.Duration;
import java.util.ArrayList;
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
        Recording recording = new Recording(setup.environment(phase));
        SearchFormat format = new SearchFormat(order);
        CapacitySearch search = new CapacitySearch(
                order,
                recording,
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
                        value(found, outcome, recording),
                        summary,
                        outcome.ended() != SearchOutcome.Ended.STOPPED)
                .withEstimate(estimate(outcome, recording));
    }

    /** A search that was left because it surely breaks at its first load shows only that: its model has seen one load. */
    private Optional<TrialOutcome.Measured> estimate(SearchOutcome outcome, Recording recording) {
        if (outcome.ended() == SearchOutcome.Ended.PRUNED) {
            return Optional.empty();
        }
        return outcome.search().estimate().flatMap(estimate -> {
            OptionalDouble load = OptionalDouble.of(estimate.load());
            OptionalDouble value = value(new LoadInterval(load, load, true), outcome, recording)
                    .low();
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

    private ValueInterval value(LoadInterval found, SearchOutcome outcome, Recording recording) {
        ValueInterval held = new ValueInterval(found.heldUpTo(), found.failsFrom());
        if (setup.tune().goal() == TuneGoal.HELD_LOAD) {
            return held;
        }
        OptionalDouble tokens = tokensPerSecondOfLoad(found, outcome, recording);
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
            LoadInterval found, SearchOutcome outcome, Recording recording) {
        double middle = found.isClosed()
                ? Math.sqrt(found.heldUpTo().getAsDouble() * found.failsFrom().getAsDouble())
                : found.heldUpTo().orElse(found.failsFrom().orElse(0));
        List<ProbeResult> probes = outcome.search().results();
        Optional<ProbeResult> nearest = probes.stream()
                .filter(probe -> probe.perSecond() > 0)
                .min(Comparator.comparingDouble(probe -> Math.abs(Math.log(probe.load() / middle))));
        OptionalDouble perRequest = recording.tokensPerRequest();
        return nearest.isEmpty() || perRequest.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(nearest.get().perSecond() / nearest.get().load() * perRequest.getAsDouble());
    }

    /** Keeps what became of the requests of each probe. */
    private static final class Recording implements ProbeEnvironment {
        private final ProbeEnvironment recording;
        private final List<RunOutcome> runs = new ArrayList<>();

        Recording(ProbeEnvironment recording) {
            this.recording = recording;
        }

        @Override
        public Duration elapsed() {
            return recording.elapsed();
        }

        @Override
        public ProbeRun runPlan(Plan plan, RunObservers observers) throws InterruptedException {
            ProbeRun run = recording.runPlan(plan, observers);
            runs.add(run.outcome());
            return run;
        }

        @Override
        public IdleWait awaitIdle() throws InterruptedException {
            return recording.awaitIdle();
        }

        /** Of all ok requests. */
        OptionalDouble tokensPerRequest() {
            long requests = 0;
            long tokens = 0;
            for (RunOutcome run : runs) {
                for (StepSummary step : run.steps()) {
                    StepThroughput.Output output = step.flow().output();
                    requests += output.requests();
                    tokens += output.tokens();
                }
            }
            return requests == 0 || tokens == 0
                    ? OptionalDouble.empty()
                    : OptionalDouble.of((double) tokens / requests);
        }
    }
}
