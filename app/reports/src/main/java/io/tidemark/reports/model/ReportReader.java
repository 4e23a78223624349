package io.tidemark.reports.model;

import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.SideSelector;
import io.tidemark.reports.model.StepDetail.ServerShare;
import io.tidemark.reports.requests.RequestSummary;
import io.tidemark.reports.requests.RunScan;
import io.tidemark.reports.run.MeasuredRun;
import io.tidemark.reports.run.MeasuredStep;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.BreachRow;
import io.tidemark.sinks.store.read.RegressionRow;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.ServerQuery;
import io.tidemark.sinks.store.read.WindowQuery;
import io.tidemark.sinks.store.read.WindowRow;
import io.tidemark.sinks.store.read.run.ImportRow;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.run.SloRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import io.tidemark.sinks.store.read.step.StepRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reads what a report needs, also while the pipeline writes: each run, and what is reported of all, from one state of the store. */
public final class ReportReader {
    private static final int SHORTEST_WINDOW_SECONDS = 10;

    /** Of a number that surely is an int. */
    private static final int MAX_DIGITS = 9;

    /** As they were made; imported ones of one moment, such as a table's rows of one day, as their file has them. */
    private static final Comparator<RunReport> IN_ORDER = Comparator.comparing(
                    (RunReport run) -> run.run().made())
            .thenComparing(run -> run.run().started())
            .thenComparing(ReportReader::file)
            .thenComparingInt(ReportReader::line);

    private final ResultReader results;

    public ReportReader(ResultReader results) {
        this.results = results;
    }

    /**
     * The newest run of each phase of an experiment that counts, and beside it the newest imported one of each tool and workload: an evaluation or
     * another load is no newer state of the same. Where none of a phase counts, its newest; a phase of probes alone is left out, unless there is nothing
     * else. The base comes first. Empty when the experiment has no run.
     */
    public Optional<ReportModel> experiment(Team team, String experiment, Instant madeAt) {
        RunFilter filter = RunFilter.team(team).experiment(experiment);
        List<RunRow> all = results.runs(filter);
        if (all.isEmpty()) {
            return Optional.empty();
        }
        List<RunRow> runs = all.stream().filter(row -> !row.isProbe()).toList();
        Collection<List<RunRow>> groups = (runs.isEmpty() ? all : runs)
                .stream().collect(Collectors.groupingBy(ReportReader::replaced)).values();
        List<RunKey> shown = new ArrayList<>();
        List<String> excluded = new ArrayList<>();
        for (List<RunRow> newestFirst : groups) {
            RunRow chosen = newestFirst.stream()
                    .filter(row -> row.whyNotCounted().isEmpty())
                    .findFirst()
                    .orElse(newestFirst.get(0));
            shown.add(chosen.key());
            newestFirst.stream()
                    .takeWhile(row -> !row.equals(chosen))
                    .map(row -> "run " + row.key().run() + " of " + row.phase() + " is left out: "
                            + row.whyNotUsable().orElse(""))
                    .forEach(excluded::add);
        }
        ReportModel newest = runs(shown, madeAt, baseFirst(SideSelector.base(results, team, experiment, all), all));
        return Optional.of(newest.decidedBy(counted(newest, groups), excluded));
    }

    /** Phases after the base in the order in which they first ran. */
    private static Comparator<RunReport> baseFirst(Optional<String> base, List<RunRow> newestFirst) {
        Map<String, RunRow> first = newestFirst.stream()
                .collect(Collectors.toMap(RunRow::phase, Function.identity(), (newer, older) -> older));
        return Comparator.comparing(
                        (RunReport run) -> base.filter(run.phase()::equals).isEmpty())
                .thenComparing(
                        run -> Objects.requireNonNull(first.get(run.phase())),
                        Comparator.comparing(RunRow::made).thenComparing(RunRow::started))
                .thenComparing(IN_ORDER);
    }

    /** Of each phase, all runs that count and have the workload and the objectives of those that are shown. */
    private List<ComparedSide> counted(ReportModel newest, Collection<List<RunRow>> groups) {
        if (!newest.comparable()) {
            return List.of();
        }
        return newest.phases().stream()
                .map(phase -> SideSelector.ofRuns(
                        phase.phase(),
                        results,
                        groups.stream()
                                .flatMap(List::stream)
                                .filter(row -> row.phase().equals(phase.phase()))
                                .filter(row -> row.whyNotCounted().isEmpty())
                                .filter(row -> phase.runs().stream().anyMatch(shown -> shown.isAlike(row, results)))
                                .map(RunRow::key)
                                .toList()))
                .toList();
    }

    /** What a newer run takes the place of. */
    private static List<String> replaced(RunRow run) {
        return run.imported()
                .map(imported ->
                        List.of(run.phase(), imported.tool(), run.origin().workloadHash()))
                .orElseGet(() -> List.of(run.phase()));
    }

    /**
     * These runs, by phase in the order in which they were made.
     *
     * @throws IllegalArgumentException if the store does not know a run
     */
    public ReportModel runs(List<RunKey> keys, Instant madeAt) {
        return runs(keys, madeAt, IN_ORDER);
    }

    private ReportModel runs(List<RunKey> keys, Instant madeAt, Comparator<RunReport> order) {
        List<RunReport> runs = ParallelRunReader.read(results, keys, ReportReader::run).stream()
                .sorted(order)
                .toList();
        String experiment = runs.isEmpty() ? "" : runs.get(0).run().experiment();
        List<RegressionRow> regressions = results.inSnapshot(snapshot -> keys.stream()
                .map(RunKey::team)
                .distinct()
                .flatMap(team -> snapshot.regressions(team, experiment).stream())
                .toList());
        return new ReportModel(experiment, madeAt, phases(runs), regressions, false);
    }

    private static String file(RunReport run) {
        return source(run).map(ImportRow.SourceRow::file).orElse("");
    }

    /** The number in "line 12"; 0 where a place has none. */
    private static int line(RunReport run) {
        String digits =
                source(run).map(source -> source.place().replaceAll("\\D", "")).orElse("");
        return digits.isEmpty() || digits.length() > MAX_DIGITS ? 0 : Integer.parseInt(digits);
    }

    private static Optional<ImportRow.SourceRow> source(RunReport run) {
        return run.run()
                .imported()
                .flatMap(imported -> imported.steps().stream().findFirst());
    }

    private static List<PhaseReport> phases(List<RunReport> runs) {
        return runs.stream()
                .map(run -> run.phase())
                .distinct()
                .map(phase -> phase(phase, runs))
                .toList();
    }

    private static PhaseReport phase(String phase, List<RunReport> runs) {
        return new PhaseReport(
                phase, runs.stream().filter(run -> run.phase().equals(phase)).toList());
    }

    private static RunReport run(ResultReader store, RunKey key) {
        RunRow row = store.run(key)
                .orElseThrow(() -> new IllegalArgumentException("run " + key.run() + " of team "
                        + key.team().name() + " is not in the store; \"tidemark report\" lists those that are"));
        MeasuredRun run = MeasuredRun.of(store, row);
        List<BreachRow> breaches = store.breaches(key);
        RunScan scan = RunScan.of(store, key, run.slo(), breaches);
        RunReport report = new RunReport(
                run,
                run.steps().stream().map(step -> detail(store, row, step, scan)).toList(),
                breaches,
                scan.breachExamples(),
                Map.of());
        return report.with(windows(store, report));
    }

    private static StepDetail detail(ResultReader store, RunRow run, MeasuredStep measured, RunScan scan) {
        StepRow step = measured.row();
        RequestSummary requests = scan.step(step.step());
        return new StepDetail(
                requests.classes().stream().map(measured.result()::of).toList(),
                TargetShare.of(run, step),
                servers(store, run, measured.result()),
                store.segments(step.run(), step.step(), RequestClass.ALL),
                requests);
    }

    /** Of the targets that have several pages. */
    private static List<ServerShare> servers(ResultReader store, RunRow run, StepResultRow result) {
        Optional<Instant> until = result.measureUntil();
        if (until.isEmpty()) {
            return List.of();
        }
        return run.targets().stream()
                .filter(target -> target.scrapeUrls().size() > 1)
                .map(target -> new ServerQuery(run.key().team(), target.name(), result.measureFrom(), until.get()))
                .flatMap(query -> ServerShare.of(store.servers(query)).stream())
                .toList();
    }

    /** Of the metrics that are shown over time; the server's signals are those beside the first. */
    private static Map<Metric, List<WindowRow>> windows(ResultReader store, RunReport report) {
        Map<Metric, List<WindowRow>> windows = new EnumMap<>(Metric.class);
        windows.put(Metric.TPOT, store.windows(shown(report, Metric.TPOT).withoutSignals()));
        windows.put(report.firstTokenMetric(), store.windows(shown(report, report.firstTokenMetric())));
        return windows;
    }

    /** Windows as long as the objective's on the metric, so that its limit is comparable; else the shortest. */
    private static WindowQuery shown(RunReport report, Metric metric) {
        int seconds = report.slo().stream()
                .filter(row -> row.metric().filter(metric::equals).isPresent())
                .mapToInt(SloRow::windowSeconds)
                .min()
                .orElse(SHORTEST_WINDOW_SECONDS);
        return WindowQuery.of(report.run().key(), metric, seconds);
    }

    /**
     * Reads runs next to each other, as many at a time as there are cores, each from one state of the store over a reader of its own: the
     * requests of a run are most of a report's time, and the runs of a report have nothing to do with each other.
     */
    static final class ParallelRunReader {
        private ParallelRunReader() {}

        /** What {@code read} makes of each run, in the order of {@code runs}. The first that fails, by that order, fails all. */
        static <T> List<T> read(ResultReader store, List<RunKey> runs, BiFunction<ResultReader, RunKey, T> read) {
            if (runs.size() < 2) {
                return store.inSnapshot(snapshot ->
                        runs.stream().map(run -> read.apply(snapshot, run)).toList());
            }
            int threads = Math.min(runs.size(), Runtime.getRuntime().availableProcessors());
            ExecutorService workers = Executors.newFixedThreadPool(threads);
            try {
                List<Future<T>> answers = runs.stream()
                        .map(run -> workers.submit(() -> alone(store, run, read)))
                        .toList();
                List<T> all = new ArrayList<>();
                for (Future<T> answer : answers) {
                    all.add(answer.get());
                }
                return all;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while the runs were read", e);
            } catch (ExecutionException e) {
                throw unwrapped(e);
            } finally {
                workers.shutdownNow();
            }
        }

        private static <T> T alone(ResultReader store, RunKey run, BiFunction<ResultReader, RunKey, T> read) {
            try (ResultReader own = store.newReader()) {
                return own.inSnapshot(snapshot -> read.apply(snapshot, run));
            }
        }

        private static RuntimeException unwrapped(ExecutionException failure) {
            if (failure.getCause() instanceof RuntimeException e) {
                return e;
            }
            if (failure.getCause() instanceof Error e) {
                throw e;
            }
            return new IllegalStateException(failure.getCause());
        }
    }
}
