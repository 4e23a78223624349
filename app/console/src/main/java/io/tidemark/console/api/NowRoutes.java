package io.tidemark.console.api;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.tidemark.console.live.LiveTeams;
import io.tidemark.console.view.FeedView;
import io.tidemark.console.view.LiveRunView;
import io.tidemark.console.view.NowView;
import io.tidemark.console.view.TeamsView;
import io.tidemark.reports.model.RunSummary;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.web.access.Scope;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What is happening: teams, and runs that last or ended a short while ago. */
final class NowRoutes {
    /** Runs of the store that are shown beside those of the topics. */
    private static final int STORED_RUNS = 20;

    private final StoreReaders store;
    private final LiveTeams live;
    private final InstantSource clock;

    NowRoutes(StoreReaders store, LiveTeams live, InstantSource clock) {
        this.store = store;
        this.live = live;
        this.clock = clock;
    }

    void addTo(RoutesConfig routes) {
        routes.get(ConsoleApi.PREFIX + "/now", this::now, Scope.READ);
        routes.get(ConsoleApi.PREFIX + "/teams", this::teams, Scope.READ);
    }

    /** Live runs, those of them that the store took for lost as such, and the newest of the store that are not live. */
    private void now(Context request) {
        Visible visible = Visible.to(request);
        List<LiveRunView> runs = store.read(request, results -> {
            Map<RunKey, RunRow> stored = RunLists.newest(results, visible, STORED_RUNS).stream()
                    .collect(Collectors.toMap(RunRow::key, Function.identity()));
            List<LiveRunView> all = new ArrayList<>();
            live.runs()
                    .filter(run -> visible.includes(run.team()))
                    .forEach(run -> all.add(orLost(run, stored, results)));
            Set<RunKey> known =
                    all.stream().map(run -> new RunKey(run.team(), run.run())).collect(Collectors.toSet());
            stored.values().stream()
                    .filter(row -> !known.contains(row.key()))
                    .forEach(row -> all.add(StoredRun.view(results, row)));
            return all;
        });
        ApiResponse.json(
                request,
                new NowView(
                        clock.instant(),
                        live.feeds().stream()
                                .filter(feed -> visible.includes(feed.team()))
                                .toList(),
                        runs.stream()
                                .sorted(Comparator.comparing(LiveRunView::started)
                                        .reversed())
                                .toList()));
    }

    private static LiveRunView orLost(LiveRunView run, Map<RunKey, RunRow> stored, ResultReader results) {
        if (run.ended().isPresent()) {
            return run;
        }
        RunKey key = new RunKey(run.team(), run.run());
        Optional<RunRow> row = Optional.ofNullable(stored.get(key)).or(() -> results.run(key));
        return row.filter(RunRow::isLost)
                .map(lost ->
                        StoredRun.lost(run, LiveRunView.Held.of(RunSummary.of(lost, RunRoutes.verdicts(results, key)))))
                .orElse(run);
    }

    private void teams(Context request) {
        Visible visible = Visible.to(request);
        Set<Team> liveTeams = live.feeds().stream().map(FeedView::team).collect(Collectors.toSet());
        Set<Team> all = new TreeSet<>(Comparator.comparing(Team::name));
        all.addAll(liveTeams);
        all.addAll(store.read(request, ResultReader::teams));
        ApiResponse.json(
                request,
                new TeamsView(all.stream()
                        .filter(visible::includes)
                        .map(team -> new TeamsView.Entry(team, liveTeams.contains(team)))
                        .toList()));
    }
}
