package io.tidemark.simulator.calibration;

import io.tidemark.simulator.calibration.PublishedRateSweep.Configuration;
import io.tidemark.simulator.client.BenchServeMetric;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * All that is published beside all that is simulated. Everything is computed anew by each call, in virtual time, and depends
 * on the seed only.
 */
public final class SimulatorCalibration {
    /** Of every row; it was chosen before anything was run, and no parameter was fitted on it. */
    public static final long SEED = 1;

    private static final int OTHER_SEEDS = 20;
    private static final double USUAL_LIMIT_PERCENT = 5;

    private final PublishedRateSweep plan = PublishedRateSweep.read();

    /** The seeds that show how far luck goes. */
    public static List<Long> otherSeeds() {
        return LongStream.rangeClosed(SEED + 1, SEED + OTHER_SEEDS).boxed().toList();
    }

    /** The benchmarks whose workloads are published whole. */
    public List<BenchmarkComparisonRow> benchmarks(long seed) {
        List<BenchmarkComparisonRow> rows = new ArrayList<>();
        experiments().forEach(it -> rows.addAll(rows(it, seed)));
        return rows;
    }

    /**
     * All that is published of servers without drafts, simulated with what data sheets alone say of accelerator and model: how
     * far a profile is off that nobody fitted.
     */
    public List<BenchmarkComparisonRow> datasheetRows(long seed) {
        DatasheetServers sheets = new DatasheetServers();
        List<BenchmarkComparisonRow> rows = new ArrayList<>();
        experiments().stream()
                .filter(it -> !it.drafts())
                .forEach(it -> rows.addAll(rows(
                        it.with(sheets.computedFor(it.server(), new BenchmarkReplay().server(it, seed))), seed)));
        PublishedRateSweep shorter = published();
        PublishedRateSweep computed = shorter.with(shorter.configurations().stream()
                .map(it -> it.with(sheets.computedFor(shorter.flags(it), shorter.server(it, seed))))
                .toList());
        rows.addAll(planRows(sweeps(computed, seed), computed));
        return rows;
    }

    /** What the plan publishes, of its configurations with figures alone. */
    List<BenchmarkComparisonRow> publishedPlanRows(long seed) {
        return planRows(sweeps(published(), seed));
    }

    private PublishedRateSweep published() {
        PublishedRateSweep shorter = plan.upTo(SeedVariationReport.CLAIMED_PER_SECOND);
        return shorter.with(shorter.configurations().stream()
                .filter(it -> !it.published().isEmpty())
                .toList());
    }

    private static List<PublishedBenchmark> experiments() {
        return PublishedBenchmarkReader.FILES.stream()
                .flatMap(file -> new PublishedBenchmarkReader().experiments(file).stream())
                .toList();
    }

    private static List<BenchmarkComparisonRow> rows(PublishedBenchmark experiment, long seed) {
        Map<BenchServeMetric, Double> simulated = new BenchmarkReplay().figures(experiment, seed);
        List<BenchmarkComparisonRow> rows = new ArrayList<>();
        experiment
                .published()
                .forEach((figure, published) -> rows.add(BenchmarkComparisonRow.of(
                        experiment.study(),
                        experiment.name(),
                        figure,
                        new BenchmarkComparisonRow.Pair(published, simulated.getOrDefault(figure, Double.NaN)),
                        experiment.throughputLimitPercent())));
        return rows;
    }

    /** Figures of the tuning plan's configurations, by name and rate. */
    public Map<String, Map<Double, Map<BenchServeMetric, Double>>> sweeps(long seed) {
        return sweeps(plan, seed);
    }

    /** The same up to the rate that the plan claims. */
    Map<String, Map<Double, Map<BenchServeMetric, Double>>> claimedSweeps(long seed) {
        return sweeps(plan.upTo(SeedVariationReport.CLAIMED_PER_SECOND), seed);
    }

    private static Map<String, Map<Double, Map<BenchServeMetric, Double>>> sweeps(PublishedRateSweep plan, long seed) {
        Map<String, Map<Double, Map<BenchServeMetric, Double>>> sweeps = new LinkedHashMap<>();
        plan.configurations().forEach(it -> sweeps.put(it.name(), plan.sweep(it, seed)));
        return sweeps;
    }

    /** What the plan publishes of some of its rates, beside {@code sweeps}. */
    public List<BenchmarkComparisonRow> planRows(Map<String, Map<Double, Map<BenchServeMetric, Double>>> sweeps) {
        return planRows(sweeps, plan);
    }

    private static List<BenchmarkComparisonRow> planRows(
            Map<String, Map<Double, Map<BenchServeMetric, Double>>> sweeps, PublishedRateSweep plan) {
        List<BenchmarkComparisonRow> rows = new ArrayList<>();
        for (Configuration configuration : plan.configurations()) {
            Map<Double, Map<BenchServeMetric, Double>> sweep = sweeps.getOrDefault(configuration.name(), Map.of());
            configuration
                    .published()
                    .forEach((rate, figures) -> figures.forEach((key, published) -> {
                        BenchServeMetric figure = BenchServeMetric.of(key).orElseThrow();
                        double simulated = sweep.getOrDefault(rate, Map.of()).getOrDefault(figure, Double.NaN);
                        rows.add(BenchmarkComparisonRow.of(
                                plan.name(),
                                configuration.name() + " at " + rate + " req/s",
                                figure,
                                new BenchmarkComparisonRow.Pair(published, simulated),
                                USUAL_LIMIT_PERCENT));
                    }));
        }
        return rows;
    }

    PublishedRateSweep plan() {
        return plan;
    }
}
