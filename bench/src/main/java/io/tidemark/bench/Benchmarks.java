package io.tidemark.bench;

import io.tidemark.bench.accuracy.AccuracyBench;
import io.tidemark.bench.accuracy.AccuracyOptions;
import io.tidemark.bench.alerts.AlertsBench;
import io.tidemark.bench.alerts.AlertsSize;
import io.tidemark.bench.alerts.BreachAlertRule;
import io.tidemark.bench.console.ConsoleStoreBench;
import io.tidemark.bench.console.ViewersBench;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.JsonResultFile;
import io.tidemark.bench.lag.HalfLoadBench;
import io.tidemark.bench.lag.LagBench;
import io.tidemark.bench.lag.LagSize;
import io.tidemark.bench.lag.NeighbourBench;
import io.tidemark.bench.lag.NeighbourSize;
import io.tidemark.bench.lane.LaneBench;
import io.tidemark.bench.lane.LaneSize;
import io.tidemark.bench.publish.PublishBench;
import io.tidemark.bench.report.ReportBench;
import io.tidemark.bench.report.ReportSize;
import io.tidemark.bench.report.RowSecurityBench;
import io.tidemark.bench.report.StoreQuarterBench;
import io.tidemark.bench.scale.CatchUpBench;
import io.tidemark.bench.scale.CatchUpSize;
import io.tidemark.bench.scale.IntakeBench;
import io.tidemark.bench.scale.IntakeSize;
import io.tidemark.bench.scale.TakeoverBench;
import io.tidemark.bench.scale.TakeoverSize;
import io.tidemark.bench.scale.TeamsBench;
import io.tidemark.bench.series.SeriesBench;
import io.tidemark.bench.series.SeriesSize;
import io.tidemark.bench.sketch.SketchBench;
import io.tidemark.bench.store.StoreBench;
import io.tidemark.bench.store.StoreSize;
import io.tidemark.bench.store.WindowTiersBench;
import io.tidemark.bench.streams.GuaranteeBench;
import io.tidemark.bench.streams.HoppingBench;
import io.tidemark.bench.streams.StateBench;
import io.tidemark.bench.streams.StreamsBench;
import io.tidemark.bench.streams.StreamsSize;
import io.tidemark.bench.tune.TuneBench;
import io.tidemark.bench.tune.TuneSize;
import io.tidemark.schemas.time.NanoClock;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.RunnerException;

/** {@code bench/run}: makes the clocks and a folder, and runs the benchmarks that it is told to. */
public final class Benchmarks {
    private static final List<String> NAMES = List.of(
            "sketch",
            "lane",
            "streams",
            "hopping",
            "guarantee",
            "half",
            "state",
            "series",
            "lag",
            "neighbours",
            "teams",
            "takeover",
            "intake",
            "catchup",
            "report",
            "store",
            "row-security",
            "store-quarter",
            "window-tiers",
            "console-store",
            "console-viewers",
            "publish");
    private static final int USAGE = 2;
    private static final String JSON = "json=";

    private Benchmarks() {}

    public static void main(String[] arguments) throws IOException {
        List<String> names = Stream.of(arguments)
                .filter(argument -> !argument.startsWith(JSON))
                .toList();
        boolean accuracy = !names.isEmpty() && names.get(0).equals("accuracy");
        List<String> wanted = names.contains("all") ? NAMES : accuracy ? List.of("accuracy") : names;
        PrintWriter out = new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8), true);
        if (!accuracy && (wanted.isEmpty() || !wanted.stream().allMatch(Benchmarks::known))) {
            out.println(
                    "usage: bench/run [json=FILE] " + String.join("|", NAMES)
                            + "|streams=THREADS,...|catchup=HOURS,...|alerts=FAULTS|tune=SURFACES|all ..., or accuracy OPTION=VALUE...");
            System.exit(USAGE);
        }
        Path folder = Files.createTempDirectory("tidemark-bench-");
        JsonResultFile tables = new JsonResultFile();
        int code = 1;
        try {
            BenchmarkContext bench =
                    new BenchmarkContext(NanoClock.SYSTEM, InstantSource.system(), out, tables, folder);
            for (String name : wanted) {
                bench.print("");
                bench.print(machine());
                BenchmarkContext own = bench.withSubfolder(name.split("=", -1)[0]);
                if (accuracy) {
                    new AccuracyBench(own, AccuracyOptions.of(names.subList(1, names.size()))).run();
                } else {
                    run(name, own);
                }
            }
            code = 0;
        } catch (Exception e) {
            e.printStackTrace(out);
        } finally {
            // What was measured before something failed is not lost.
            write(arguments, tables);
            clear(folder);
        }
        System.exit(code);
    }

    private static void write(String[] arguments, JsonResultFile tables) throws IOException {
        for (String file : arguments) {
            if (file.startsWith(JSON)) {
                tables.write(Path.of(file.substring(JSON.length())));
            }
        }
    }

    private static boolean known(String name) {
        return NAMES.contains(name) || name.matches("(streams|catchup)=\\d+(,\\d+)*|alerts=\\d+|tune=.+");
    }

    private static List<Integer> numbers(String name) {
        return Arrays.stream(name.substring(name.indexOf('=') + 1).split(",", -1))
                .map(Integer::valueOf)
                .toList();
    }

    private static void run(String name, BenchmarkContext bench)
            throws IOException, InterruptedException, ExecutionException, RunnerException, SQLException {
        if (name.startsWith("streams=")) {
            new StreamsBench(bench, StreamsSize.STANDARD.with(numbers(name))).run();
            return;
        }
        if (name.startsWith("catchup=")) {
            new CatchUpBench(bench, CatchUpSize.ofHours(numbers(name))).run();
            return;
        }
        if (name.startsWith("alerts=")) {
            for (BreachAlertRule rule : BreachAlertRule.values()) {
                new AlertsBench(bench, AlertsSize.ofFaults(numbers(name).get(0)), rule).run();
            }
            return;
        }
        if (name.startsWith("tune=")) {
            new TuneBench(bench, TuneSize.STANDARD, Path.of(name.substring(name.indexOf('=') + 1))).run();
            return;
        }
        switch (name) {
            case "streams" -> new StreamsBench(bench, StreamsSize.STANDARD).run();
            case "hopping" -> new HoppingBench(bench, StreamsSize.STANDARD.load(), StreamsSize.SMALL).run();
            case "half" -> new HalfLoadBench(bench, StreamsSize.HALF, new LagSize(20, 4, 10)).run();
            case "state" -> new StateBench(bench, StreamsSize.STATE, 30).run();
            case "guarantee" -> new GuaranteeBench(bench, StreamsSize.QUICK).run();
            case "lane" -> new LaneBench(bench, LaneSize.STANDARD).run();
            case "lag" -> new LagBench(bench, LagSize.STANDARD).run();
            case "neighbours" -> new NeighbourBench(bench, NeighbourSize.STANDARD).run();
            case "series" -> new SeriesBench(bench, SeriesSize.STANDARD).run();
            case "teams" -> new TeamsBench(bench, List.of(10, 100), Duration.ofSeconds(20)).run();
            case "takeover" -> new TakeoverBench(bench, TakeoverSize.STANDARD).run();
            case "intake" -> new IntakeBench(bench, IntakeSize.STANDARD).run();
            case "catchup" -> new CatchUpBench(bench, CatchUpSize.STANDARD).run();
            case "report" -> new ReportBench(bench, ReportSize.STANDARD).run();
            case "store" -> new StoreBench(bench, StoreSize.STANDARD).run();
            case "row-security" -> new RowSecurityBench(bench, new ReportSize(2, 2, 5_000), 100, 5).run();
            case "store-quarter" -> new StoreQuarterBench(bench, StoreQuarterBench.Size.STANDARD).run();
            case "window-tiers" -> new WindowTiersBench(bench, 3).run();
            case "console-store" -> new ConsoleStoreBench(bench, 1_000, 10_000).run();
            case "console-viewers" -> new ViewersBench(bench, List.of(1, 20, 200), 30).run();
            case "publish" -> new PublishBench(bench, 400_000, 7).run();
            case "sketch" -> new SketchBench(bench, SketchBench.Effort.STANDARD).run();
            default -> throw new IllegalArgumentException("no benchmark is named " + name);
        }
    }

    /** What the figures depend on and nobody can see from them. */
    private static String machine() {
        var system = ManagementFactory.getOperatingSystemMXBean();
        return String.format(
                Locale.ROOT,
                "machine: %d cores, load average %.1f before, Java %s; all parts on it",
                system.getAvailableProcessors(),
                system.getSystemLoadAverage(),
                System.getProperty("java.version"));
    }

    private static void clear(Path folder) throws IOException {
        try (Stream<Path> below = Files.walk(folder)) {
            for (Path path : below.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
