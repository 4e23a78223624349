package io.tidemark.streams.explain;

import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.RequestMeasurement;
import io.tidemark.streams.signals.SecondRange;
import io.tidemark.streams.signals.SecondSeries;
import io.tidemark.streams.signals.SignalSeries;
import java.util.List;

/** What became of requests, by the second in which they ended. Filled once for a span. Not thread-safe. */
public final class EndedRequests {
    private final SecondSeries promptTokens;
    private final SecondSeries outputTokens;
    private final SecondSeries cachedTokens;
    private final SecondSeries failed;
    private final int seconds;
    private boolean hasCached;

    EndedRequests(SecondRange span) {
        promptTokens = new SecondSeries(span);
        outputTokens = new SecondSeries(span);
        cachedTokens = new SecondSeries(span);
        failed = new SecondSeries(span);
        seconds = span.seconds();
    }

    public static EndedRequests during(BaselineTimes times) {
        return new EndedRequests(times.span());
    }

    public void add(long second, Pane pane) {
        for (RequestMeasurement fact : pane.ended()) {
            failed.add(second, fact.ok() ? 0 : 1, 1);
            if (fact.ok()) {
                add(second, fact.tokens());
            }
        }
    }

    /** Where a server reports cached tokens at all, an answer without them had none: vLLM leaves zero out. More than the prompt has say nothing. */
    private void add(long second, RequestMeasurement.Tokens tokens) {
        length(promptTokens, second, tokens.prompt());
        length(outputTokens, second, tokens.output());
        if (tokens.cached() > tokens.prompt()) {
            return;
        }
        hasCached |= tokens.cached() >= 0;
        cachedTokens.add(second, (double) Math.max(0, tokens.cached()), (double) tokens.prompt());
    }

    private static void length(SecondSeries strand, long second, long tokens) {
        if (tokens >= 0) {
            strand.add(second, (double) tokens, 1);
        }
    }

    SignalSeries promptTokens() {
        return SignalSeries.ofMany(List.of(promptTokens), seconds);
    }

    SignalSeries outputTokens() {
        return SignalSeries.ofMany(List.of(outputTokens), seconds);
    }

    /** The share of all prompt tokens; not known where no answer reported cached tokens. */
    SignalSeries cachedShare() {
        return hasCached ? SignalSeries.ofMany(List.of(cachedTokens), seconds) : SignalSeries.UNKNOWN;
    }

    SignalSeries failed() {
        return failed::mean;
    }
}
