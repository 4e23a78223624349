package io.tidemark.console.view;

import java.util.List;
import java.util.Optional;

/** Parts of lists. */
public final class PageView {
    private PageView() {}

    /** @param next where the next part begins; empty for the last */
    public record Runs(List<RunSummaryView> runs, Optional<String> next) {
        public Runs {
            runs = List.copyOf(runs);
        }
    }

    /** @param next where the next part begins; empty for the last */
    public record Breaches(List<BreachView> breaches, Optional<String> next) {
        public Breaches {
            breaches = List.copyOf(breaches);
        }
    }
}
