package io.tidemark.console.api;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import io.tidemark.console.view.BreachView;
import io.tidemark.console.view.ObjectiveView;
import io.tidemark.console.view.PageView;
import io.tidemark.console.view.RunSummaryView;
import io.tidemark.console.view.RunView;
import io.tidemark.console.view.StepView;
import io.tidemark.events.BreachState;
import io.tidemark.reports.model.RunSummary;
import io.tidemark.schemas.Signal;
import io.tidemark.sinks.store.read.BreachRow;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.RunPage;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.step.StepRow;
import io.tidemark.sinks.store.read.step.StepVerdictRow;
import io.tidemark.web.access.Scope;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs of the store: a list, one of them, its breaches. */
final class RunRoutes {
    private static final int RUNS = 50;
    private static final int MAX_RUNS = 200;
    private static final int BREACHES = 200;
    private static final int MAX_BREACHES = 1_000;

    private static final List<RunView.SignalView> SIGNALS = Arrays.stream(Signal.values())
            .map(signal -> new RunView.SignalView(signal.id(), signal.meaning(), signal.unit()))
            .toList();

    private final StoreReaders store;

    RunRoutes(StoreReaders store) {
        this.store = store;
    }

    void addTo(RoutesConfig routes) {
        routes.get(ConsoleApi.PREFIX + "/runs", this::list, Scope.READ);
        routes.get(ConsoleApi.RUN, this::show, Scope.READ);
        routes.get(ConsoleApi.RUN + "/breaches", this::breaches, Scope.READ);
    }

    private void list(Context request) {
        Visible visible = Visible.to(request);
        RunFilter filter = new RunFilter(
                Optional.empty(),
                Parameters.text(request, "experiment"),
                Parameters.text(request, "phase"),
                Parameters.text(request, "text"),
                Parameters.instant(request, "from"),
                Parameters.instant(request, "until"));
        int limit = Parameters.integer(request, "limit", RUNS, 1, MAX_RUNS);
        RunPage page = new RunPage(PageCursor.place(request), limit);
        PageView.Runs shown = store.read(request, results -> {
            List<RunRow> rows = RunLists.page(results, visible, filter, page);
            Map<RunKey, List<StepVerdictRow>> verdicts =
                    results.verdicts(rows.stream().map(RunRow::key).toList());
            return new PageView.Runs(
                    rows.stream()
                            .map(row -> summary(results, row, verdicts.getOrDefault(row.key(), List.of())))
                            .toList(),
                    rows.size() < limit
                            ? Optional.empty()
                            : Optional.of(rows.get(rows.size() - 1))
                                    .map(last -> PageCursor.of(new RunPage.Place(
                                            last.started(), last.key().run()))));
        });
        ApiResponse.json(request, shown);
    }

    private static RunSummaryView summary(ResultReader results, RunRow row, List<StepVerdictRow> verdicts) {
        RunSummary summary = RunSummary.of(row, verdicts);
        return RunSummaryView.of(row, summary, StoredRun.held(row, summary, () -> results.steps(row.key())));
    }

    private void show(Context request) {
        RunKey key = Parameters.run(request);
        ApiResponse.json(request, store.read(request, results -> view(results, found(results, key))));
    }

    /** @throws NotFoundResponse if the store does not know the run */
    static RunRow found(ResultReader results, RunKey key) {
        return results.run(key)
                .orElseThrow(
                        () -> new NotFoundResponse("the store has no run " + key.run() + " of team " + key.team()));
    }

    private static RunView view(ResultReader results, RunRow row) {
        RunKey key = row.key();
        List<StepRow> steps = results.steps(key);
        return new RunView(
                key.team(),
                key.run(),
                row.experiment(),
                row.phase(),
                row.isProbe(),
                row.standing(),
                row.started(),
                row.ended(),
                row.invalidReasons(),
                row.lost().map(lost -> lost.reason()),
                row.targets().stream()
                        .map(target ->
                                new RunView.Target(target.name(), target.url(), target.model(), target.serverVersion()))
                        .toList(),
                results.objectives(key).stream().map(ObjectiveView::of).toList(),
                steps.stream().map(StepView::of).toList(),
                StoredRun.held(row, RunSummary.of(row, verdicts(results, key)), () -> steps),
                results.breaches(key).stream()
                        .filter(breach -> breach.state() != BreachState.RETRACTED)
                        .count(),
                ConfigurationChanges.of(results, row),
                row.notes().remarks(),
                row.origin().command(),
                row.origin().toolVersion(),
                SIGNALS);
    }

    /** Of the steps of one run. */
    static List<StepVerdictRow> verdicts(ResultReader results, RunKey run) {
        return results.verdicts(List.of(run)).getOrDefault(run, List.of());
    }

    private void breaches(Context request) {
        RunKey key = Parameters.run(request);
        int from = PageCursor.index(request);
        int limit = Parameters.integer(request, "limit", BREACHES, 1, MAX_BREACHES);
        List<BreachRow> all = store.read(request, results -> {
            found(results, key);
            return results.breaches(key);
        });
        int until = Math.min(all.size(), from + limit);
        ApiResponse.json(
                request,
                new PageView.Breaches(
                        all.subList(Math.min(from, until), until).stream()
                                .map(BreachView::of)
                                .toList(),
                        until < all.size() ? Optional.of(PageCursor.of(until)) : Optional.empty()));
    }
}
