package io.tidemark.console.view;

import java.time.Instant;
import java.util.List;

/** Runs that last, and those that ended a short while ago, newest first. */
public record NowView(Instant now, List<FeedView> feeds, List<LiveRunView> runs) {
    public NowView {
        feeds = List.copyOf(feeds);
        runs = List.copyOf(runs);
    }
}
