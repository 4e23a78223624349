package io.tidemark.console.api;

import io.javalin.http.Context;
import io.tidemark.console.live.LiveTeams;
import io.tidemark.console.view.FeedView;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.RunPage;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.web.access.Caller;
import io.tidemark.web.access.Scope;
import io.tidemark.web.server.Callers;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a caller may read.
 *
 * @param caller of a route that needs a scope
 * @param asked the one team that is asked for
 */
record Visible(Caller caller, Optional<Team> asked) {
    /** @throws io.javalin.http.ForbiddenResponse if the team that is asked for is not the caller's */
    static Visible to(Context request) {
        return new Visible(Callers.of(request).orElseThrow(), Parameters.askedTeam(request));
    }

    boolean includes(Team team) {
        return caller.may(Scope.READ, team) && asked.map(team::equals).orElse(true);
    }

    List<FeedView> feeds(LiveTeams live) {
        return live.feeds().stream().filter(feed -> includes(feed.team())).toList();
    }

    /**
     * Runs of all these teams as one list.
     *
     * @param filter without a team
     */
    List<RunRow> runs(ResultReader results, RunFilter filter, RunPage page) {
        if (asked.isEmpty() && caller.mayForAllTeams(Scope.READ)) {
            return results.runs(filter, page);
        }
        return asked.map(Set::of).orElseGet(() -> caller.teams(Scope.READ)).stream()
                .flatMap(team -> results.runs(filter.ofTeam(team), page).stream())
                .sorted(RunRow.NEWEST_FIRST)
                .limit(page.limit())
                .toList();
    }
}
