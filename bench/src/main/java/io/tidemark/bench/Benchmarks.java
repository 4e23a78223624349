package io.tidemark.bench;

import io.tidemark.bench.accuracy.AccuracyBench;
import io.tidemark.bench.accuracy.AccuracyOptions;
import io.tidemark.bench.alerts.AlertsBench;
import io.tidemark.bench.alerts.BreachAlertRule;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.JsonResultFile;
import io.tidemark.bench.lag.HalfLoadBench;
import io.tidemark.bench.lag.LagBench;
import io.tidemark.bench.lane.LaneBench;
import io.tidemark.bench.report.ReportBench;
import io.tidemark.bench.scale.CatchUpBench;
import io.tidemark.bench.scale.IntakeBench;
import io.tidemark.bench.scale.SeriesBench;
import io.tidemark.bench.store.StoreBench;
import io.tidemark.bench.streams.StateBench;
import io.tidemark.bench.streams.StreamsBench;
import io.tidemark.bench.streams.StreamsSize;
import io.tidemark.bench.web.SlowCallersBench;
import io.tidemark.schemas.time.NanoClock;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

/** {@code bench/run}: makes the clocks and a folder, and runs the benchmarks that its arguments name. */
public final class Benchmarks {
    private static final List<String> NAMES = List.of(
            "lane", "streams", "half", "state", "series", "lag", "intake", "catchup", "report", "store", "http");
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
            out.println("usage: bench/run [json=FILE] " + String.join("|", NAMES)
                    + "|streams=THREADS,...|catchup=HOURS,...|alerts=FAULTS|all ..., or accuracy OPTION=VALUE...");
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
        return NAMES.contains(name) || name.matches("(streams|catchup)=\\d+(,\\d+)*|alerts=\\d+");
    }

    private static List<Integer> numbers(String name) {
        return Arrays.stream(name.substring(name.indexOf('=') + 1).split(",", -1))
                .map(Integer::valueOf)
                .toList();
    }

    private static void run(String name, BenchmarkContext bench)
            throws IOException, InterruptedException, ExecutionException, SQLException {
        if (name.startsWith("streams=")) {
            new StreamsBench(bench, StreamsSize.STANDARD.with(numbers(name))).run();
            return;
        }
        if (name.startsWith("catchup=")) {
            new CatchUpBench(bench, CatchUpBench.Size.ofHours(numbers(name))).run();
            return;
        }
        if (name.startsWith("alerts=")) {
            for (BreachAlertRule rule : BreachAlertRule.values()) {
                new AlertsBench(bench, AlertsBench.Size.ofFaults(numbers(name).get(0)), rule).run();
            }
            return;
        }
        switch (name) {
            case "streams" -> new StreamsBench(bench, StreamsSize.STANDARD).run();
            case "half" -> new HalfLoadBench(bench, StreamsSize.HALF, new LagBench.Size(20, 4, 10)).run();
            case "state" -> new StateBench(bench, StreamsSize.STATE, 30).run();
            case "lane" -> new LaneBench(bench, LaneBench.Size.STANDARD).run();
            case "lag" -> new LagBench(bench, LagBench.Size.STANDARD).run();
            case "series" -> new SeriesBench(bench, SeriesBench.Size.STANDARD).run();
            case "intake" -> new IntakeBench(bench, IntakeBench.Size.STANDARD).run();
            case "catchup" -> new CatchUpBench(bench, CatchUpBench.Size.STANDARD).run();
            case "report" -> new ReportBench(bench, ReportBench.Size.STANDARD).run();
            case "store" -> new StoreBench(bench, StoreBench.Size.STANDARD).run();
            case "http" -> new SlowCallersBench(bench, SlowCallersBench.Size.STANDARD).run();
            default -> throw new IllegalArgumentException("no benchmark is named " + name);
        }
    }

    /** What the figures depend on and do not show. */
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
