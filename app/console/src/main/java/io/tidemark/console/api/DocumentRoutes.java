package io.tidemark.console.api;

import io.javalin.config.RoutesConfig;
import io.javalin.http.BadRequestResponse;
import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.analysis.difference.RunVariance;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.Comparison;
import io.tidemark.reports.compare.Comparison.MismatchPolicy;
import io.tidemark.reports.compare.MultiPhaseComparison;
import io.tidemark.reports.compare.SideSelector;
import io.tidemark.reports.compare.SideSelector.SideFilter;
import io.tidemark.reports.compare.document.ComparisonDocument;
import io.tidemark.reports.compare.document.ComparisonDocument.Detail;
import io.tidemark.reports.compare.document.MultiPhaseDocument;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Document;
import io.tidemark.reports.model.ReportReader;
import io.tidemark.reports.output.DocumentWriter;
import io.tidemark.reports.output.ReportDocument;
import io.tidemark.reports.tune.document.TuneDocument;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.web.access.Scope;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** Reports, comparisons and tunes in the words of the commands: as JSON for a page, and with {@code .html} behind the path as one file. */
record DocumentRoutes(StoreReaders store, InstantSource clock) {
    private static final int MIN_SIDES = 2;
    private static final int MAX_SIDES = 8;

    /** A report as pages show it. */
    private record DocumentView(
            String title, String subtitle, List<Block> summary, List<Document.DocumentSection> sections) {}

    void addTo(RoutesConfig routes) {
        add(routes, ConsoleApi.RUN + "/report", this::run);
        add(routes, ConsoleApi.TEAM + "/experiments/{experiment}/report", this::experiment);
        add(routes, ConsoleApi.TEAM + "/comparison", this::comparison);
        add(routes, ConsoleApi.TEAM + "/tunes/{tune}/report", this::tune);
    }

    private void add(RoutesConfig routes, String path, BiFunction<Context, ResultReader, Document> made) {
        routes.get(path, request -> page(request, read(request, made)), Scope.READ);
        routes.get(path + ".html", request -> file(request, read(request, made)), Scope.READ);
    }

    private Document read(Context request, BiFunction<Context, ResultReader, Document> made) {
        return store.use(request, results -> made.apply(request, results));
    }

    private static void page(Context request, Document document) {
        ApiResponse.json(
                request,
                new DocumentView(document.title(), document.subtitle(), document.verdict(), document.sections()));
    }

    /** A file to keep: its styles are in it, which the pages of this server may not have. */
    private static void file(Context request, Document document) {
        String name = document.title().replaceAll("[^A-Za-z0-9._-]+", "-") + ".html";
        request.header("Content-Disposition", "attachment; filename=\"" + name + "\"");
        request.contentType("text/html; charset=utf-8").result(new DocumentWriter().html(document));
    }

    private Document run(Context request, ResultReader results) {
        RunKey key = Parameters.run(request);
        RunRoutes.found(results, key);
        return ReportDocument.of(new ReportReader(results).runs(List.of(key), clock.instant()));
    }

    private Document experiment(Context request, ResultReader results) {
        Team team = Parameters.team(request);
        String experiment = request.pathParam("experiment");
        return ReportDocument.of(new ReportReader(results)
                .experiment(team, experiment, clock.instant())
                .orElseThrow(() ->
                        new NotFoundResponse("the store has no experiment \"" + experiment + "\" of team " + team)));
    }

    /** Two sides are compared figure by figure, more of them as a table. */
    private Document comparison(Context request, ResultReader results) {
        Team team = Parameters.team(request);
        List<String> named = request.queryParams("side");
        if (named.size() < MIN_SIDES || named.size() > MAX_SIDES) {
            throw new BadRequestResponse(
                    "side must be given " + MIN_SIDES + " to " + MAX_SIDES + " times but was given " + named.size());
        }
        MismatchPolicy allowed =
                Parameters.text(request, "allowMismatch").isPresent() ? MismatchPolicy.ALLOWED : MismatchPolicy.REFUSED;
        SideFilter filter =
                new SideFilter(Optional.of(team), Parameters.text(request, "experiment"), Integer.MAX_VALUE);
        return results.inSnapshot(snapshot -> {
            SideSelector selector = new SideSelector(snapshot, filter);
            List<ComparedSide> sides = named.stream().map(selector::side).toList();
            ComparisonPolicy policy = ComparisonPolicy.DEFAULT;
            if (sides.size() > MIN_SIDES) {
                return MultiPhaseDocument.of(MultiPhaseComparison.of(sides, policy, allowed, clock.instant()));
            }
            RunVariance variance = selector.runVariance(sides, policy);
            return ComparisonDocument.of(
                    Comparison.of(sides, policy, allowed, variance, clock.instant()), Detail.SIGNIFICANT);
        });
    }

    private Document tune(Context request, ResultReader results) {
        Team team = Parameters.team(request);
        String id = request.pathParam("tune");
        return TuneDocument.of(TuneRoutes.report(results, team, id, clock.instant()));
    }
}
