package io.tidemark.streams.signal;

import io.tidemark.streams.pane.Pane;
import io.tidemark.streams.pane.RequestFact;
import java.util.List;

/** What became of requests, by the second in which they ended. Filled once for a span. Not thread-safe. */
public final class Ended {
    private final Strand promptTokens;
    private final Strand outputTokens;
    private final Strand cachedTokens;
    private final Strand failed;
    private final int seconds;
    private boolean tellsCached;

    Ended(Span span) {
        promptTokens = new Strand(span);
        outputTokens = new Strand(span);
        cachedTokens = new Strand(span);
        failed = new Strand(span);
        seconds = span.seconds();
    }

    public static Ended over(Times times) {
        return new Ended(times.span());
    }

    public void add(long second, Pane pane) {
        for (RequestFact fact : pane.ended()) {
            failed.add(second, fact.ok() ? 0 : 1, 1);
            if (fact.ok()) {
                add(second, fact.tokens());
            }
        }
    }

    /** Where a server tells of cached tokens at all, an answer without them had none: vLLM leaves zero out. */
    private void add(long second, RequestFact.Tokens tokens) {
        length(promptTokens, second, tokens.prompt());
        length(outputTokens, second, tokens.output());
        tellsCached |= tokens.cached() >= 0;
        cachedTokens.add(second, (double) Math.max(0, tokens.cached()), (double) tokens.prompt());
    }

    private static void length(Strand strand, long second, long tokens) {
        if (tokens >= 0) {
            strand.add(second, (double) tokens, 1);
        }
    }

    Course promptTokens() {
        return Course.ofMany(List.of(promptTokens), seconds);
    }

    Course outputTokens() {
        return Course.ofMany(List.of(outputTokens), seconds);
    }

    /** Of all prompt tokens; not known where no answer told of any. */
    Course cachedShare() {
        return tellsCached ? Course.ofMany(List.of(cachedTokens), seconds) : Course.UNKNOWN;
    }

    Course failed() {
        return failed::mean;
    }
}
