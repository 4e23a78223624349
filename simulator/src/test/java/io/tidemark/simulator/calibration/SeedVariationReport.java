package io.tidemark.simulator.calibration;

import io.tidemark.simulator.calibration.PublishedRateSweep.Configuration;
import io.tidemark.simulator.client.BenchServeMetric;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tables of the calibration's page that many seeds fill: how far luck goes, and how often the plan's claim holds. */
public final class SeedVariationReport {
    static final double CLAIMED_PER_SECOND = 2.0;
    private static final List<Double> SUSTAINED_PER_SECOND = List.of(1.5, 1.75, CLAIMED_PER_SECOND);
    private static final int ROUNDS = 12;
    private static final int SUSTAINED_SEEDS = 5;

    private final SimulatorCalibration calibration = new SimulatorCalibration();
    private final List<Long> others;
    private final Map<Long, Map<String, Map<Double, Map<BenchServeMetric, Double>>>> sweeps = new LinkedHashMap<>();

    /** @param others seeds beside the page's own */
    public SeedVariationReport(List<Long> others) {
        this.others = List.copyOf(others);
        Stream.concat(Stream.of(SimulatorCalibration.SEED), others.stream())
                .forEach(seed -> sweeps.put(seed, calibration.claimedSweeps(seed)));
    }

    /** Least, middle and greatest of each figure that has a limit, over the other seeds. */
    public String ranges() {
        Map<String, List<BenchmarkComparisonRow>> byRow = new LinkedHashMap<>();
        for (long seed : others) {
            List<BenchmarkComparisonRow> rows = new ArrayList<>(calibration.benchmarks(seed));
            rows.addAll(calibration.planRows(sweeps.getOrDefault(seed, Map.of())));
            rows.stream()
                    .filter(row -> row.limitPercent().isPresent())
                    .forEach(row -> byRow.computeIfAbsent(
                                    row.study() + " | " + row.experiment() + " | "
                                            + PublishedBenchmarkReport.description(row.figure()),
                                    key -> new ArrayList<>())
                            .add(row));
        }
        MarkdownTable table = new MarkdownTable(
                "study", "experiment", "figure", "published", "least", "median", "greatest", "in limit");
        byRow.forEach((key, rows) -> addRange(table, key, rows));
        return table.toString();
    }

    /** Of all seeds, how many hold the claimed rate in a run as short as the plan's, and what a long one shows. */
    public String capacities() {
        MarkdownTable table = new MarkdownTable(
                "configuration",
                "published req/s",
                "300 prompts: seeds that hold 2.0",
                "middle TPOT p99 at 2.0, ms",
                "sustained: TPOT p99 at 1.5 / 1.75 / 2.0, ms",
                "sustained capacity, req/s");
        for (Configuration configuration : calibration.plan().configurations()) {
            List<Sustained> sustained = SUSTAINED_PER_SECOND.stream()
                    .map(rate -> sustained(configuration, rate))
                    .toList();
            table.row(
                    configuration.name(),
                    "2.0",
                    holding(configuration.name()) + " of " + sweeps.size(),
                    MarkdownTable.number(median(tpots(configuration.name()))),
                    sustained.stream().map(Sustained::description).collect(Collectors.joining(" / ")),
                    sustained.stream()
                            .filter(Sustained::holds)
                            .map(Sustained::perSecond)
                            .max(Double::compare)
                            .map(rate -> String.format(Locale.ROOT, "%.2f", rate))
                            .orElse("below 1.50"));
        }
        return table.toString();
    }

    /** Seeds that hold the claimed rate. */
    public long holding(String configuration) {
        return sweeps.values().stream()
                .map(sweep -> at(sweep, configuration))
                .filter(calibration.plan().slo()::holds)
                .count();
    }

    private List<Double> tpots(String configuration) {
        return sweeps.values().stream()
                .map(sweep -> at(sweep, configuration).getOrDefault(BenchServeMetric.P99_TPOT, Double.NaN))
                .toList();
    }

    private static Map<BenchServeMetric, Double> at(
            Map<String, Map<Double, Map<BenchServeMetric, Double>>> sweep, String configuration) {
        return sweep.getOrDefault(configuration, Map.of()).getOrDefault(CLAIMED_PER_SECOND, Map.of());
    }

    private Sustained sustained(Configuration configuration, double rate) {
        PublishedRateSweep plan = calibration.plan();
        List<Map<BenchServeMetric, Double>> runs = Stream.iterate(SimulatorCalibration.SEED, seed -> seed + 1)
                .limit(SUSTAINED_SEEDS)
                .map(seed -> plan.sustained(configuration, rate, ROUNDS, seed))
                .toList();
        long held = runs.stream().filter(plan.slo()::holds).count();
        double tpot = median(runs.stream()
                .map(it -> it.getOrDefault(BenchServeMetric.P99_TPOT, Double.NaN))
                .toList());
        return new Sustained(rate, tpot, 2 * held > SUSTAINED_SEEDS);
    }

    private static void addRange(MarkdownTable table, String key, List<BenchmarkComparisonRow> rows) {
        List<Double> simulated =
                rows.stream().map(BenchmarkComparisonRow::simulated).sorted().toList();
        table.row(
                key,
                MarkdownTable.number(rows.get(0).published()),
                MarkdownTable.number(simulated.get(0)),
                MarkdownTable.number(median(simulated)),
                MarkdownTable.number(simulated.get(simulated.size() - 1)),
                rows.stream().filter(BenchmarkComparisonRow::withinLimit).count() + " of " + rows.size());
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
    }

    private record Sustained(double perSecond, double tpotMillis, boolean holds) {
        String description() {
            return MarkdownTable.number(tpotMillis);
        }
    }
}
