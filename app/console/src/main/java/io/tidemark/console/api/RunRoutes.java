package io.tidemark.console.api;

import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import io.tidemark.console.detail.SoakFigures;
import io.tidemark.console.detail.SoakView;
import io.tidemark.console.view.BreachView;
import io.tidemark.console.view.ObjectiveView;
import io.tidemark.console.view.RunHead;
import io.tidemark.console.view.RunSummaryView;
import io.tidemark.console.view.RunView;
import io.tidemark.console.view.StepView;
import io.tidemark.events.BreachState;
import io.tidemark.reports.model.RunSummary;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Signal;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.read.BreachRow;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.RunPage;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.run.SloRow;
import io.tidemark.sinks.store.read.step.StepRow;
import io.tidemark.sinks.store.read.step.StepVerdictRow;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Runs of the store: a list, one of them, its breaches, the requests that broke an objective, the figures of a soak. */
record RunRoutes(AlertStore alerts) {
    private static final int RUNS = 50;
    private static final int MAX_RUNS = 200;
    private static final int BREACHES = 200;
    private static final int MAX_BREACHES = 1_000;
    private static final int REQUESTS = 20;
    private static final int MAX_REQUESTS = 200;
    /** Alerts of the team that a soak looks at. */
    private static final int MAX_ALERTS = 500;

    private static final List<RunView.SignalView> SIGNALS = Arrays.stream(Signal.values())
            .map(signal -> new RunView.SignalView(signal.id(), signal.meaning(), signal.unit()))
            .toList();

    /** @param next where the next part of the list begins; empty for the last */
    private record RunsView(List<RunSummaryView> runs, Optional<String> next) {}

    /** @param next where the next part of the list begins; empty for the last */
    private record BreachesView(List<BreachView> breaches, Optional<String> next) {}

    void addTo(StoreRoutes routes) {
        routes.get(ConsoleApi.PREFIX + "/runs", RunRoutes::list);
        routes.get(ConsoleApi.RUN, RunRoutes::show);
        routes.get(ConsoleApi.RUN + "/breaches", RunRoutes::breaches);
        routes.get(ConsoleApi.RUN + "/requests", RunRoutes::requests);
        routes.get(ConsoleApi.RUN + "/soak", this::soak);
    }

    private static Function<ResultReader, Object> list(Context request) {
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
        return results -> {
            List<RunRow> rows = visible.runs(results, filter, page);
            Map<RunKey, List<StepVerdictRow>> verdicts =
                    results.verdicts(rows.stream().map(RunRow::key).toList());
            return new RunsView(
                    rows.stream()
                            .map(row -> summary(results, row, verdicts.getOrDefault(row.key(), List.of())))
                            .toList(),
                    rows.size() < limit
                            ? Optional.empty()
                            : Optional.of(rows.get(rows.size() - 1))
                                    .map(last -> PageCursor.of(new RunPage.Place(
                                            last.started(), last.key().run()))));
        };
    }

    private static RunSummaryView summary(ResultReader results, RunRow row, List<StepVerdictRow> verdicts) {
        RunSummary summary = RunSummary.of(row, verdicts);
        return new RunSummaryView(
                RunHead.of(row),
                summary.verdict(),
                StoredRun.held(row, summary, () -> results.steps(row.key())),
                row.origin().labels());
    }

    private static Function<ResultReader, Object> show(Context request) {
        RunKey key = Parameters.run(request);
        return results -> view(results, found(results, key));
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
                RunHead.of(row),
                row.invalidReasons(),
                row.lost().map(lost -> lost.reason()),
                row.targets(),
                results.objectives(key).stream()
                        .map(objective -> ObjectiveView.of(objective.toEvent()))
                        .toList(),
                steps.stream().map(StepView::of).toList(),
                StoredRun.held(row, RunSummary.of(row, verdicts(results, key)), () -> steps),
                results.breaches(key).stream()
                        .filter(breach -> breach.state() != BreachState.RETRACTED)
                        .count(),
                ConfigurationChanges.of(results, row),
                row.notes().allRemarks(),
                row.origin().command(),
                row.origin().toolVersion(),
                SIGNALS);
    }

    /** Of the steps of one run. */
    static List<StepVerdictRow> verdicts(ResultReader results, RunKey run) {
        return results.verdicts(List.of(run)).getOrDefault(run, List.of());
    }

    private static Function<ResultReader, Object> breaches(Context request) {
        RunKey key = Parameters.run(request);
        int from = PageCursor.index(request);
        int limit = Parameters.integer(request, "limit", BREACHES, 1, MAX_BREACHES);
        return results -> {
            found(results, key);
            List<BreachRow> all = results.breaches(key);
            int until = Math.min(all.size(), from + limit);
            return new BreachesView(
                    all.subList(Math.min(from, until), until).stream()
                            .map(BreachView::of)
                            .toList(),
                    until < all.size() ? Optional.of(PageCursor.of(until)) : Optional.empty());
        };
    }

    private static Function<ResultReader, Object> requests(Context request) {
        RunKey key = Parameters.run(request);
        String name = Parameters.required(request, "objective");
        Optional<Instant> from = Parameters.instant(request, "from");
        Optional<Instant> until = Parameters.instant(request, "until");
        int limit = Parameters.integer(request, "limit", REQUESTS, 1, MAX_REQUESTS);
        return results -> {
            found(results, key);
            SloRow objective = results.objectives(key).stream()
                    .filter(row -> row.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new NotFoundResponse("run " + key.run() + " has no objective \"" + name + "\""));
            WorstRequests worst = new WorstRequests(objective, from, until, limit);
            results.scanRequests(key, worst);
            return worst.view();
        };
    }

    private Function<ResultReader, Object> soak(Context request) {
        RunKey key = Parameters.run(request);
        Metric metric = Parameters.metric(request);
        return results -> new SoakView.Answer(
                new SoakFigures(results, found(results, key)).view(metric, alerts.newest(key.team(), MAX_ALERTS)));
    }
}
