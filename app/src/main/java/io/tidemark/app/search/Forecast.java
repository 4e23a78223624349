package io.tidemark.app.search;

import io.tidemark.analysis.search.Confirmation;
import io.tidemark.analysis.search.ProbeResult;
import io.tidemark.analysis.search.ProbeRules;
import io.tidemark.analysis.search.SearchCost;
import io.tidemark.events.LoadKind;
import java.time.Duration;
import java.util.Comparator;

/**
 * What a search is expected to take.
 *
 * @param requestsPerSecond at the load that is searched around
 * @param isGuess whether nothing but a probe can tell how many requests a second that is: of a concurrency
 */
record Forecast(SearchOrder order, Duration warmUp, double requestsPerSecond, boolean isGuess) {
    /** Of a server of which nothing is known: a concurrency gives so many requests per second for each in flight. */
    static final int USUAL_ANSWER_SECONDS = 10;

    /** Drain, final results and the wait for an idle server. */
    private static final Duration BESIDES = Duration.ofSeconds(20);

    /** Before anything is known of the server. */
    static Forecast unknown(SearchOrder order, Duration warmUp) {
        boolean guess = order.kind() == LoadKind.CONCURRENCY;
        double from = order.range().from();
        return new Forecast(order, warmUp, guess ? from / USUAL_ANSWER_SECONDS : from, guess);
    }

    /** By what the first probe showed. */
    Forecast after(ProbeResult first) {
        return new Forecast(order, warmUp, Math.max(first.perSecond(), Double.MIN_NORMAL), false);
    }

    SearchCost probes() {
        return SearchCost.of(order.range(), order.rules(), beforehand());
    }

    /** Of both its loads. */
    Duration confirmation() {
        double limit =
                order.rules().limits().stream().min(Comparator.naturalOrder()).orElseThrow();
        SearchCost.Beforehand known = beforehand();
        double seconds = Math.max(
                ConfirmationRun.LEAST_BLOCKS * ProbeRules.BLOCK_SECONDS,
                Confirmation.effectiveRequests(limit) * known.designEffect() / known.requestsPerSecond());
        double longest = (double) order.rules().mostBlocks() * ProbeRules.BLOCK_SECONDS;
        return Duration.ofSeconds(Math.round(Math.min(longest, seconds)))
                .plus(warmUp)
                .multipliedBy(2L * order.repeats());
    }

    private SearchCost.Beforehand beforehand() {
        return SearchCost.Beforehand.unknown(requestsPerSecond, warmUp.plus(BESIDES), order.bounded());
    }
}
