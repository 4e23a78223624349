package io.tidemark.app.search;

import io.tidemark.analysis.search.LoadSearch;
import io.tidemark.analysis.search.NextProbe;
import io.tidemark.analysis.search.ProbeEnd;
import io.tidemark.analysis.search.ProbeResult;
import io.tidemark.app.search.SearchOutcome.Ended;
import io.tidemark.events.RunStatus;
import io.tidemark.producer.run.RunOutcome;
import io.tidemark.producer.tally.StepSummary;
import io.tidemark.schemas.ValueText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Tries loads until the search has what it wants, its budget is used up, or a run cannot be used. */
public final class CapacitySearch {
    /** What a budget leaves of a probe's measured part must be so long, or the probe is not begun: a shorter one has too few blocks for any evidence. */
    private static final Duration SHORTEST_PART = Duration.ofSeconds(30);

    private final SearchRequest order;
    private final ProbeEnvironment environment;
    private final SearchListener listener;
    private final ProbePlans plans;
    private final LimitUsage limits;
    private final Predicate<LoadSearch> pruned;
    private final List<RunOutcome> runs = new ArrayList<>();
    private volatile LoadSearch search;

    /** @param name what its runs are labelled with */
    public CapacitySearch(SearchRequest order, ProbeEnvironment environment, SearchListener listener, String name) {
        this(order, environment, listener, name, known -> false);
    }

    /**
     * @param name what its runs are labelled with
     * @param pruned asked after each probe: whether what is known is enough to look no further
     */
    public CapacitySearch(
            SearchRequest order,
            ProbeEnvironment environment,
            SearchListener listener,
            String name,
            Predicate<LoadSearch> pruned) {
        this.pruned = pruned;
        this.order = order;
        this.environment = environment;
        this.listener = listener;
        this.plans = new ProbePlans(order, name);
        this.limits = new LimitUsage(order.plan().objectives());
        this.search = LoadSearch.begin(order.range(), order.rules());
    }

    /** What is known so far; may be asked by any thread. */
    public LoadSearch state() {
        return search;
    }

    /**
     * Mean output tokens of the ok requests of all probes so far; empty if there are none. Called on the thread that runs the search only.
     */
    public OptionalDouble outputTokensPerRequest() {
        long requests = 0;
        long tokens = 0;
        for (RunOutcome run : runs) {
            for (StepSummary step : run.steps()) {
                requests += step.flow().output().requests();
                tokens += step.flow().output().tokens();
            }
        }
        return requests == 0 || tokens == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) tokens / requests);
    }

    /** To the end. */
    public SearchOutcome run() throws InterruptedException {
        BudgetForecast forecast = forecast();
        listener.forecastChanged(forecast);
        listener.idleWaitEnded(environment.awaitIdle());
        NextProbe next = search.next();
        while (next instanceof NextProbe.At at && leavesTimeForAProbe()) {
            Optional<Stop> stop = probe(at.load());
            if (stop.isPresent()) {
                return ended(stop.get());
            }
            if (pruned.test(search)) {
                return ended(new Stop(Ended.PRUNED, "what is known is enough"));
            }
            next = search.next();
            if (forecast.isGuess() && !search.results().isEmpty() && next instanceof NextProbe.At) {
                forecast = forecast();
                listener.forecastChanged(forecast);
            }
            listener.idleWaitEnded(environment.awaitIdle());
        }
        return next instanceof NextProbe.None none
                ? ended(new Stop(Ended.FINISHED, none.why()))
                : ended(new Stop(Ended.BUDGET, budgetExhausted()));
    }

    private BudgetForecast forecast() {
        return BudgetForecast.of(order, search, plans.warmUp(), environment.elapsed());
    }

    /** Why a search ends before it has found what it looks for. */
    private record Stop(Ended how, String why) {}

    private Optional<Stop> probe(double load) throws InterruptedException {
        listener.probeStarted(load);
        ProbeObserver feed = new ProbeObserver(search.probe(load), limits, plans.warmUp(), this::outOfBudget);
        ProbeEnvironment.ProbeRun played = environment.runPlan(plans.probe(load), feed.observers());
        runs.add(played.outcome());
        Optional<Stop> stop = unusable(played, feed);
        if (stop.isPresent()) {
            return stop;
        }
        Optional<Stop> withheld = withheld(played);
        if (withheld.isPresent()) {
            return withheld;
        }
        ProbeResult result = feed.result();
        LoadSearch after = search.with(result);
        search = result.isEmpty() ? search : after;
        listener.probeEnded(after, result, environment.elapsed());
        return result.end() == ProbeEnd.NOTHING_TO_JUDGE
                ? Optional.of(new Stop(Ended.NOTHING_JUDGED, nothingJudged(result)))
                : Optional.empty();
    }

    /** No verdict on one objective is none on the load: longer probes would not bring it. */
    private Optional<Stop> withheld(ProbeEnvironment.ProbeRun played) {
        return played.withheld(order.plan().objectives()).map(why -> new Stop(Ended.WITHHELD, why));
    }

    private String nothingJudged(ProbeResult result) {
        return "nothing to judge: no ended request of the last probe applies to the objective: "
                + result.unjudged().stream()
                        .map(index -> order.plan().objectives().get(index).getName())
                        .collect(Collectors.joining(", "));
    }

    private String budgetExhausted() {
        return "the budget of " + ValueText.estimate(order.budget())
                + (outOfBudget() ? " is used up" : " leaves no time for another probe");
    }

    /** The first one has what there is. */
    private boolean leavesTimeForAProbe() {
        Duration needed = runs.isEmpty() ? Duration.ZERO : plans.warmUp().plus(SHORTEST_PART);
        return environment.elapsed().plus(needed).compareTo(order.budget()) < 0;
    }

    private boolean outOfBudget() {
        return environment.elapsed().compareTo(order.budget()) >= 0;
    }

    /** A target that is not there makes a run INVALID besides, and so may a budget that ends one before its measured part. */
    private Optional<Stop> unusable(ProbeEnvironment.ProbeRun played, ProbeObserver feed) {
        RunStatus status = played.outcome().status();
        if (status != RunStatus.ENDED && status != RunStatus.INVALID) {
            return Optional.of(new Stop(Ended.STOPPED, "it was stopped"));
        }
        if (feed.targetFailure().isPresent()) {
            return Optional.of(new Stop(
                    Ended.UNANSWERED,
                    "the target does not answer: " + feed.targetFailure().get()));
        }
        if (status == RunStatus.ENDED) {
            return Optional.empty();
        }
        return Optional.of(
                feed.isCutShort()
                        ? new Stop(Ended.BUDGET, budgetExhausted())
                        : new Stop(
                                Ended.INVALID,
                                String.join("; ", played.outcome().invalidReasons())));
    }

    private SearchOutcome ended(Stop stop) {
        return new SearchOutcome(
                search,
                stop.how(),
                stop.why(),
                environment.elapsed(),
                runs.stream().map(RunOutcome::runId).toList());
    }
}
