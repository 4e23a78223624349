package io.tidemark.console.api;

import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.RunPage;
import io.tidemark.sinks.store.read.run.RunRow;
import java.util.List;
import java.util.Optional;

/** Runs of all teams that a caller may read, as one list. */
final class RunLists {
    private RunLists() {}

    static List<RunRow> newest(ResultReader results, Visible visible, int count) {
        return page(results, visible, RunFilter.all(), new RunPage(Optional.empty(), count));
    }

    /** @param filter without a team */
    static List<RunRow> page(ResultReader results, Visible visible, RunFilter filter, RunPage page) {
        if (visible.teams().isEmpty()) {
            return results.runs(filter, page);
        }
        return visible.teams().get().stream()
                .flatMap(team -> results.runs(filter.ofTeam(team), page).stream())
                .sorted(RunRow.NEWEST_FIRST)
                .limit(page.limit())
                .toList();
    }
}
