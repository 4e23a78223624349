package io.tidemark.app.search;

import io.tidemark.analysis.search.LoadSearch;
import io.tidemark.analysis.search.SearchForecast;
import io.tidemark.events.LoadKind;
import java.time.Duration;
import java.util.Optional;

/**
 * What the budget is expected to buy.
 *
 * @param forecast of what is left of it
 * @param isGuess whether only a probe can show how many requests a second the load is: of a concurrency
 */
public record BudgetForecast(SearchForecast forecast, boolean isGuess) {
    /** Of a server of which nothing is known: a concurrency gives so many requests per second for each in flight. */
    static final int USUAL_ANSWER_SECONDS = 10;

    /** Drain, final results and the wait for an idle server. */
    private static final Duration BESIDES = Duration.ofSeconds(10);

    /**
     * Of what is left of the budget.
     *
     * @param known so far; without a probe, before anything is known of the server
     */
    static BudgetForecast of(SearchRequest order, LoadSearch known, Duration warmUp, Duration spent) {
        boolean guess = order.kind() == LoadKind.CONCURRENCY && known.results().isEmpty();
        SearchForecast forecast = SearchForecast.of(
                known,
                order.range(),
                order.hasUpperBound(),
                warmUp.plus(BESIDES),
                order.budget().minus(spent));
        return new BudgetForecast(forecast, guess);
    }

    /** Of a search with a closed interval: the whole budget with which it is expected to be within a factor. */
    static Optional<Duration> budgetUntil(double factor, SearchRequest order, SearchOutcome outcome) {
        return SearchForecast.until(
                        factor, outcome.search(), ProbePlans.warmUp(order).plus(BESIDES))
                .map(outcome.duration()::plus);
    }
}
