package io.tidemark.console.api;

import io.javalin.config.RoutesConfig;
import io.javalin.http.BadRequestResponse;
import io.javalin.http.Context;
import io.tidemark.console.series.MinMaxThinning;
import io.tidemark.console.series.StepTails;
import io.tidemark.console.view.WindowPoint;
import io.tidemark.reports.format.CsvFormat;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.TargetGroup;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.WindowQuery;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.web.access.Scope;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Rolling windows of a run, by end. */
record SeriesRoutes(StoreReaders store) {
    private static final Set<Integer> LENGTHS = Set.of(10, 60, 300);
    private static final int SHORTEST = 10;
    private static final int POINTS = 1_000;
    private static final int MIN_POINTS = 10;
    private static final int MAX_POINTS = 5_000;

    /**
     * Windows of one metric by end.
     *
     * @param total windows before thinning
     * @param gapNanos time between two of them beyond which a line must be broken
     */
    private record WindowsView(String metric, int windowSeconds, int total, long gapNanos, List<WindowPoint> windows) {}

    void addTo(RoutesConfig routes) {
        routes.get(ConsoleApi.RUN + "/windows", this::windows, Scope.READ);
    }

    private void windows(Context request) {
        RunKey key = Parameters.run(request);
        int seconds = Parameters.integer(request, "seconds", SHORTEST, 1, Integer.MAX_VALUE);
        if (!LENGTHS.contains(seconds)) {
            throw new BadRequestResponse("seconds must be 10, 60 or 300 but was " + seconds);
        }
        WindowQuery asked = WindowQuery.of(key, Parameters.metric(request), seconds)
                .requestClass(Parameters.text(request, "class").orElse(RequestClass.ALL))
                .between(Parameters.instant(request, "from"), Parameters.instant(request, "until"));
        Optional<String> target = Parameters.text(request, "target");
        int points = Parameters.integer(request, "points", POINTS, MIN_POINTS, MAX_POINTS);
        WindowsView view = store.read(
                request, results -> view(results, ofTarget(asked, RunRoutes.found(results, key), target), points));
        @Nullable String accepted = request.header("Accept");
        if (accepted != null && accepted.contains("text/csv")) {
            ApiResponse.send(request, "text/csv", csv(view));
        } else {
            ApiResponse.json(request, view);
        }
    }

    /** The windows of one of several targets have a class of their own. */
    private static WindowQuery ofTarget(WindowQuery asked, RunRow run, Optional<String> target) {
        if (target.isEmpty()
                || target.get().equals(TargetGroup.ALL)
                || run.targets().size() == 1) {
            return asked;
        }
        return asked.target(target.get()).requestClass(RequestClass.ONE_TARGET);
    }

    /** The signals are most of a window, so only those of the windows that are kept are read. */
    private static WindowsView view(ResultReader results, WindowQuery query, int points) {
        MinMaxThinning thinned = MinMaxThinning.of(StepTails.removed(results.windows(query.withoutSignals())), points);
        List<WindowPoint> kept = StepTails.removed(results.windowsAt(query, thinned.kept())).stream()
                .map(WindowPoint::of)
                .toList();
        return new WindowsView(
                query.metric().id(),
                query.windowSeconds(),
                thinned.total(),
                thinned.gap().toNanos(),
                kept);
    }

    private static String csv(WindowsView view) {
        return CsvFormat.line(WindowPoint.COLUMNS)
                + view.windows().stream()
                        .map(WindowPoint::cells)
                        .map(CsvFormat::line)
                        .collect(Collectors.joining());
    }
}
