package io.tidemark.app.search;

import io.tidemark.analysis.search.Confirmation;
import io.tidemark.analysis.search.LoadSearch;
import io.tidemark.analysis.search.NextProbe;
import io.tidemark.analysis.search.ProbeResult;
import io.tidemark.app.search.SearchOutcome.Ended;
import io.tidemark.events.RunStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Tries loads until the search has what it wants, its budget is used up, or a run cannot be used. */
public final class CapacitySearch {
    private final SearchOrder order;
    private final Ground ground;
    private final SearchListener listener;
    private final ProbePlans plans;
    private final UsedLimits limits;
    private final List<String> runs = new ArrayList<>();
    private volatile LoadSearch search;

    /** @param name what its runs are labelled with */
    public CapacitySearch(SearchOrder order, Ground ground, SearchListener listener, String name) {
        this.order = order;
        this.ground = ground;
        this.listener = listener;
        this.plans = new ProbePlans(order, name);
        this.limits = new UsedLimits(order.plan().objectives());
        this.search = LoadSearch.begin(order.range(), order.rules());
    }

    /** What is known so far; may be asked by any thread. */
    public LoadSearch known() {
        return search;
    }

    /** To the end. */
    public SearchOutcome run() throws InterruptedException {
        Forecast forecast = new Forecast(order, plans.warmUp());
        listener.expected(forecast.probes(), forecast.confirmation());
        listener.rested(ground.rest());
        Optional<String> trouble = Optional.empty();
        NextProbe next = search.next();
        while (next instanceof NextProbe.At at && !outOfBudget()) {
            Ground.Played played = probe(at.load());
            trouble = unusable(played);
            if (trouble.isPresent()) {
                return ended(
                        played.outcome().status() == RunStatus.INVALID ? Ended.INVALID : Ended.STOPPED, trouble.get());
            }
            listener.rested(ground.rest());
            next = search.next();
        }
        if (next instanceof NextProbe.None none) {
            return confirmed(none.why());
        }
        return ended(Ended.BUDGET, "the budget of " + Hours.words(order.budget().orElseThrow()) + " is used up");
    }

    private Ground.Played probe(double load) throws InterruptedException {
        listener.trying(load);
        ProbeFeed feed = ProbeFeed.deciding(search.probe(load), limits, plans.warmUp(), this::outOfBudget);
        Ground.Played played = ground.play(plans.probe(load), feed.hooks());
        runs.add(played.outcome().runId());
        if (unusable(played).isEmpty()) {
            ProbeResult result = feed.result(0);
            LoadSearch after = search.with(result);
            search = result.isCutShort() ? search : after;
            listener.probed(after, result, ground.elapsed());
        }
        return played;
    }

    private SearchOutcome confirmed(String why) throws InterruptedException {
        ConfirmationRun run = new ConfirmationRun(search, order.repeats());
        if (run.isEmpty() || outOfBudget()) {
            return ended(Ended.FINISHED, why);
        }
        listener.confirming(run.loads(), run.requests());
        ProbeFeed feed = ProbeFeed.counting(run.probes(), limits, plans.warmUp(), this::outOfBudget);
        Ground.Played played = ground.play(plans.confirmation(run.steps()), feed.hooks());
        runs.add(played.outcome().runId());
        Optional<String> trouble = unusable(played);
        if (trouble.isPresent()) {
            boolean invalid = played.outcome().status() == RunStatus.INVALID;
            return ended(invalid ? Ended.INVALID : Ended.STOPPED, trouble.get());
        }
        Confirmation confirmation = run.verdict(played.verdicts(), feed::verdict);
        return new SearchOutcome(search, Optional.of(confirmation), Ended.FINISHED, why, ground.elapsed(), runs);
    }

    private boolean outOfBudget() {
        return order.budget()
                .filter(budget -> ground.elapsed().compareTo(budget) >= 0)
                .isPresent();
    }

    private static Optional<String> unusable(Ground.Played played) {
        return switch (played.outcome().status()) {
            case ENDED -> Optional.empty();
            case INVALID -> Optional.of(String.join("; ", played.outcome().invalidReasons()));
            default -> Optional.of("it was stopped");
        };
    }

    private SearchOutcome ended(Ended how, String why) {
        return new SearchOutcome(search, Optional.empty(), how, why, ground.elapsed(), runs);
    }
}
