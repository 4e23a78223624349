package io.tidemark.simulator.calibration;

import io.tidemark.simulator.calibration.TuningPlan.Configuration;
import io.tidemark.simulator.config.MemoryFlags;
import io.tidemark.simulator.config.Profile;
import io.tidemark.simulator.config.Profiles;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.virtual.Figure;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** The tables of the calibration's page that one seed fills. */
public final class Report {
    private static final List<Double> OVERLOADS = List.of(2.5, 3.5, 5.0);

    private final Calibration calibration = new Calibration();
    private final long seed;

    public Report(long seed) {
        this.seed = seed;
    }

    /** Every published figure of the benchmarks with a known workload. */
    public String benchmarks() {
        return rows(calibration.benchmarks(seed));
    }

    /** What the tuning plan publishes, and its configurations past saturation. */
    public String plan() {
        Map<String, Map<Double, Map<Figure, Double>>> sweeps = calibration.sweeps(seed);
        return rows(calibration.planRows(sweeps)) + "\n\n" + overloads(sweeps);
    }

    /** The KV caches that the tuning plan's flags leave. */
    public String caches() {
        Table table = new Table("configuration", "published GiB", "from memory and flags", "tokens");
        TuningPlan plan = calibration.plan();
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
        Map<Row.Key, Row> fitted = new HashMap<>();
        calibration.benchmarks(seed).forEach(row -> fitted.put(row.key(), row));
        calibration.publishedPlanRows(seed).forEach(row -> fitted.put(row.key(), row));
        Table table = new Table("study", "experiment", "figure", "published", "fitted profile", "generic");
        calibration.byDataSheet(seed).stream()
                .filter(row -> row.limitPercent().isPresent())
                .forEach(row -> table.row(
                        row.study(),
                        row.experiment(),
                        words(row.figure()),
                        Table.number(row.published()),
                        Table.percent(
                                Objects.requireNonNull(fitted.get(row.key())).errorPercent()),
                        Table.percent(row.errorPercent())));
        return table.toString();
    }

    private static String rows(List<Row> rows) {
        Table table = new Table("study", "experiment", "figure", "published", "simulated", "error", "limit");
        rows.forEach(row -> table.row(
                row.study(),
                row.experiment(),
                words(row.figure()),
                Table.number(row.published()),
                Table.number(row.simulated()),
                Table.percent(row.errorPercent()),
                row.limitPercent().isEmpty()
                        ? ""
                        : String.format(
                                Locale.ROOT, "%.0f %%", row.limitPercent().getAsDouble())));
        return table.toString();
    }

    private static String overloads(Map<String, Map<Double, Map<Figure, Double>>> sweeps) {
        Table table = new Table("configuration", "req/s", "TTFT p99 ms", "TPOT p99 ms", "ITL p99 ms", "peak in flight");
        sweeps.forEach((name, sweep) -> OVERLOADS.forEach(rate -> {
            Map<Figure, Double> figures = sweep.getOrDefault(rate, Map.of());
            table.row(
                    name,
                    String.valueOf(rate),
                    at(figures, Figure.P99_TTFT),
                    at(figures, Figure.P99_TPOT),
                    at(figures, Figure.P99_ITL),
                    at(figures, Figure.PEAK_CONCURRENT));
        }));
        return table.toString();
    }

    static String words(Figure figure) {
        return figure.unit().isEmpty() ? figure.label() : figure.label() + ", " + figure.unit();
    }

    private static String at(Map<Figure, Double> figures, Figure figure) {
        return Table.number(figures.getOrDefault(figure, Double.NaN));
    }

    private static String gib(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private static Profile profile(TuningPlan plan) {
        return new Profiles().read(plan.server().path("profile").asText());
    }
}
