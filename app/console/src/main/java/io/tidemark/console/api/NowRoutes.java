package io.tidemark.console.api;

import io.javalin.http.Context;
import io.tidemark.console.live.LiveTeams;
import io.tidemark.console.view.FeedView;
import io.tidemark.console.view.LiveRunView;
import io.tidemark.reports.model.RunSummary;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.RunPage;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.RunRow;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is happening: teams, and runs that last or ended a short while ago. */
record NowRoutes(LiveTeams live, InstantSource clock) {
    /** Runs of the store that are shown beside those of the topics. */
    private static final int STORED_RUNS = 20;

    /** Runs that last, and those that ended a short while ago, newest first. */
    private record NowView(Instant now, List<FeedView> feeds, List<LiveRunView> runs) {}

    /** @param live whether its topics are read */
    private record TeamView(Team team, boolean live) {}

    void addTo(StoreRoutes routes) {
        routes.get(ConsoleApi.PREFIX + "/now", this::now);
        routes.get(ConsoleApi.PREFIX + "/teams", this::teams);
    }

    /** Live runs, those of them that the store took for lost as such, and the newest of the store that are not live. */
    private Function<ResultReader, Object> now(Context request) {
        Visible visible = Visible.to(request);
        return results -> {
            Map<RunKey, RunRow> stored =
                    visible.runs(results, RunFilter.all(), new RunPage(Optional.empty(), STORED_RUNS)).stream()
                            .collect(Collectors.toMap(RunRow::key, Function.identity()));
            List<LiveRunView> all = new ArrayList<>();
            live.runs()
                    .filter(run -> visible.includes(run.head().team()))
                    .forEach(run -> all.add(orLost(run, stored, results)));
            Set<RunKey> known = all.stream().map(run -> run.head().key()).collect(Collectors.toSet());
            stored.values().stream()
                    .filter(row -> !known.contains(row.key()))
                    .forEach(row -> all.add(StoredRun.view(results, row)));
            all.sort(LiveRunView.NEWEST_FIRST);
            return new NowView(clock.instant(), visible.feeds(live), all);
        };
    }

    private static LiveRunView orLost(LiveRunView run, Map<RunKey, RunRow> stored, ResultReader results) {
        if (run.head().ended().isPresent()) {
            return run;
        }
        RunKey key = run.head().key();
        Optional<RunRow> row = Optional.ofNullable(stored.get(key)).or(() -> results.run(key));
        return row.filter(RunRow::isLost)
                .map(lost ->
                        StoredRun.lost(run, LiveRunView.Held.of(RunSummary.of(lost, RunRoutes.verdicts(results, key)))))
                .orElse(run);
    }

    private Function<ResultReader, Object> teams(Context request) {
        Visible visible = Visible.to(request);
        Set<Team> liveTeams = live.feeds().stream().map(FeedView::team).collect(Collectors.toSet());
        return results -> Map.of(
                "teams",
                Stream.concat(liveTeams.stream(), results.teams().stream())
                        .distinct()
                        .filter(visible::includes)
                        .sorted(Comparator.comparing(Team::name))
                        .map(team -> new TeamView(team, liveTeams.contains(team)))
                        .toList());
    }
}
