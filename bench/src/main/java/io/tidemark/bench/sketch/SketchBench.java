package io.tidemark.bench.sketch;

import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ResultTable;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Nanoseconds per operation of the sketch and of DDSketch, measured by JMH in a JVM of their own. */
public final class SketchBench {
    private static final List<String> OPERATIONS = List.of("add", "merge", "encode", "decode", "quantile");
    private static final List<Integer> VALUES = List.of(20, 1000);

    private final BenchmarkContext bench;
    private final Effort effort;

    /**
     * How long each operation is measured.
     *
     * @param forks JVMs per operation; 0 measures in this one, which is quick and says little
     */
    public record Effort(int forks, int warmUps, int measurements, Duration each) {
        public static final Effort STANDARD = new Effort(1, 2, 3, Duration.ofMillis(500));
    }

    /** An operation over sketches of so many values. */
    private record Cell(String operation, int values) {}

    public SketchBench(BenchmarkContext bench, Effort effort) {
        this.bench = bench;
        this.effort = effort;
    }

    /** Measures all, prints the table, returns how many figures there were. */
    public int run() throws RunnerException, IOException {
        bench.print("sketch: JMH, " + effort);
        Map<Cell, Double> nanosPerOperation = measure();
        ResultTable table = new ResultTable("operation, values", "LogHistogram ns/op", "DDSketch ns/op", "ratio");
        for (String operation : OPERATIONS) {
            for (int values : VALUES) {
                double ours = nanosPerOperation.getOrDefault(new Cell(operation + "Ours", values), Double.NaN);
                double theirs = nanosPerOperation.getOrDefault(new Cell(operation + "Theirs", values), Double.NaN);
                table.row(operation + ", " + values, figure(ours), figure(theirs), ratio(ours, theirs));
            }
        }
        for (int values : VALUES) {
            sizes(table, values);
        }
        bench.print("");
        bench.table("sketch", table);
        return nanosPerOperation.size();
    }

    private static void sizes(ResultTable table, int values) throws IOException {
        SketchBenchmark filled = new SketchBenchmark();
        filled.values = values;
        filled.fill();
        int[] bytes = filled.sizesBytes();
        table.row(
                "encoded bytes, " + values,
                String.valueOf(bytes[0]),
                String.valueOf(bytes[1]),
                ratio(bytes[0], bytes[1]));
    }

    private Map<Cell, Double> measure() throws RunnerException {
        TimeValue each = TimeValue.milliseconds(effort.each().toMillis());
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(SketchBenchmark.class.getName())
                .forks(effort.forks())
                .warmupIterations(effort.warmUps())
                .warmupTime(each)
                .measurementIterations(effort.measurements())
                .measurementTime(each)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
        Map<Cell, Double> figures = new HashMap<>();
        for (RunResult result : new Runner(options.build()).run()) {
            String method = result.getParams().getBenchmark();
            int values = Integer.parseInt(result.getParams().getParam("values"));
            figures.put(
                    new Cell(method.substring(method.lastIndexOf('.') + 1), values),
                    result.getPrimaryResult().getScore());
        }
        return figures;
    }

    private static String figure(double nanos) {
        return String.format(Locale.ROOT, "%,.1f", nanos);
    }

    private static String ratio(double ours, double theirs) {
        return String.format(Locale.ROOT, "%.2f", ours / theirs);
    }
}
