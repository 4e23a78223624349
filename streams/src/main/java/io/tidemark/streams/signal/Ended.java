package io.tidemark.streams.signal;

import io.tidemark.streams.pane.Pane;
import io.tidemark.streams.pane.RequestFact;
import java.util.List;

/** What became of requests, by the second in which they ended. Filled once for a span. Not thread-safe. */
public final class Ended {
    private final Strand promptTokens;
    private final Strand outputTokens;
    private final Strand failed;
    private final int seconds;

    Ended(Span span) {
        promptTokens = new Strand(span);
        outputTokens = new Strand(span);
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
                length(promptTokens, second, fact.promptTokens());
                length(outputTokens, second, fact.outputTokens());
            }
        }
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

    Course failed() {
        return failed::mean;
    }
}
