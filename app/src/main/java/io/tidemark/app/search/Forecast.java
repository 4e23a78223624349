package io.tidemark.app.search;

import io.tidemark.analysis.search.Confirmation;
import io.tidemark.analysis.search.ProbeRules;
import io.tidemark.analysis.search.SearchCost;
import io.tidemark.events.LoadKind;
import java.time.Duration;
import java.util.Comparator;

/** What a search is expected to take, before anything is known of the server. */
record Forecast(SearchOrder order, Duration warmUp) {
    /** Requests of a server of which nothing is known: a concurrency gives so many per second for each in flight. */
    private static final double USUAL_ANSWER_SECONDS = 10;

    /** Drain, final results and the wait for an idle server. */
    private static final Duration BESIDES = Duration.ofSeconds(20);

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
        double usual = order.kind() == LoadKind.CONCURRENCY
                ? order.range().from() / USUAL_ANSWER_SECONDS
                : order.range().from();
        return SearchCost.Beforehand.unknown(usual, warmUp.plus(BESIDES), order.bounded());
    }
}
