package io.tidemark.simulator.calibration;

import io.tidemark.simulator.calibration.PublishedRateSweep.Configuration;
import io.tidemark.simulator.client.BenchServeMetric;
import io.tidemark.simulator.config.MemoryFlags;
import io.tidemark.simulator.config.Profile;
import io.tidemark.simulator.config.ProfileLoader;
import io.tidemark.simulator.config.ServerConfig;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** The tables of the calibration's page that one seed fills. */
public final class PublishedBenchmarkReport {
    private static final List<Double> OVERLOADS = List.of(2.5, 3.5, 5.0);

    private final SimulatorCalibration calibration = new SimulatorCalibration();
    private final long seed;

    public PublishedBenchmarkReport(long seed) {
        this.seed = seed;
    }

    /** Every published figure of the benchmarks with a known workload. */
    public String benchmarks() {
        return rows(calibration.benchmarks(seed));
    }

    /** What the tuning plan publishes, and its configurations past saturation. */
    public String plan() {
        Map<String, Map<Double, Map<BenchServeMetric, Double>>> sweeps = calibration.sweeps(seed);
        return rows(calibration.planRows(sweeps)) + "\n\n" + overloads(sweeps);
    }

    /** The KV caches that the tuning plan's flags leave. */
    public String caches() {
        MarkdownTable table = new MarkdownTable("configuration", "published GiB", "from memory and flags", "tokens");
        PublishedRateSweep plan = calibration.plan();
        for (Configuration configuration : plan.configurations()) {
            ServerConfig server = plan.server(configuration, seed);
            table.row(
                    configuration.name(),
                    gib(configuration.kvGib()),
                    gib(profile(plan).kvGib(MemoryFlags.of(server))),
                    String.format(Locale.ROOT, "%,d", server.kvCapacityTokens()));
        }
        return table.toString();
    }

    /** What is published of servers without drafts beside two profiles: the fitted one, and data sheets alone. */
    public String dataSheets() {
        Map<BenchmarkComparisonRow.Key, BenchmarkComparisonRow> fitted = new HashMap<>();
        calibration.benchmarks(seed).forEach(row -> fitted.put(row.key(), row));
        calibration.publishedPlanRows(seed).forEach(row -> fitted.put(row.key(), row));
        MarkdownTable table =
                new MarkdownTable("study", "experiment", "figure", "published", "fitted profile", "generic");
        calibration.datasheetRows(seed).stream()
                .filter(row -> row.limitPercent().isPresent())
                .forEach(row -> table.row(
                        row.study(),
                        row.experiment(),
                        description(row.figure()),
                        MarkdownTable.number(row.published()),
                        MarkdownTable.percent(
                                Objects.requireNonNull(fitted.get(row.key())).errorPercent()),
                        MarkdownTable.percent(row.errorPercent())));
        return table.toString();
    }

    private static String rows(List<BenchmarkComparisonRow> rows) {
        MarkdownTable table =
                new MarkdownTable("study", "experiment", "figure", "published", "simulated", "error", "limit");
        rows.forEach(row -> table.row(
                row.study(),
                row.experiment(),
                description(row.figure()),
                MarkdownTable.number(row.published()),
                MarkdownTable.number(row.simulated()),
                MarkdownTable.percent(row.errorPercent()),
                row.limitPercent().isEmpty()
                        ? ""
                        : String.format(
                                Locale.ROOT, "%.0f %%", row.limitPercent().getAsDouble())));
        return table.toString();
    }

    private static String overloads(Map<String, Map<Double, Map<BenchServeMetric, Double>>> sweeps) {
        MarkdownTable table = new MarkdownTable(
                "configuration", "req/s", "TTFT p99 ms", "TPOT p99 ms", "ITL p99 ms", "peak in flight");
        sweeps.forEach((name, sweep) -> OVERLOADS.forEach(rate -> {
            Map<BenchServeMetric, Double> figures = sweep.getOrDefault(rate, Map.of());
            table.row(
                    name,
                    String.valueOf(rate),
                    at(figures, BenchServeMetric.P99_TTFT),
                    at(figures, BenchServeMetric.P99_TPOT),
                    at(figures, BenchServeMetric.P99_ITL),
                    at(figures, BenchServeMetric.PEAK_CONCURRENT));
        }));
        return table.toString();
    }

    static String description(BenchServeMetric figure) {
        return figure.unit().isEmpty() ? figure.label() : figure.label() + ", " + figure.unit();
    }

    private static String at(Map<BenchServeMetric, Double> figures, BenchServeMetric figure) {
        return MarkdownTable.number(figures.getOrDefault(figure, Double.NaN));
    }

    private static String gib(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private static Profile profile(PublishedRateSweep plan) {
        return new ProfileLoader().read(plan.server().path("profile").asText());
    }
}
