package io.tidemark.simulator.calibration;

import io.tidemark.simulator.calibration.TuningPlan.Configuration;
import io.tidemark.simulator.virtual.Figure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * All that is published beside all that is simulated. Everything is computed anew by each call, in virtual time, and depends
 * on the seed only.
 */
public final class Calibration {
    /** Of every row; it was chosen before anything was run, and no parameter was fitted on it. */
    public static final long SEED = 1;

    private static final int OTHER_SEEDS = 20;
    private static final double USUAL_LIMIT_PERCENT = 5;

    private final TuningPlan plan = TuningPlan.read();

    /** The seeds that show how far luck goes. */
    public static List<Long> otherSeeds() {
        return LongStream.rangeClosed(SEED + 1, SEED + OTHER_SEEDS).boxed().toList();
    }

    /** The benchmarks whose workloads are published whole. */
    public List<Row> benchmarks(long seed) {
        List<Row> rows = new ArrayList<>();
        experiments().forEach(it -> rows.addAll(rows(it, seed)));
        return rows;
    }

    /**
     * All that is published of servers without drafts, simulated with what data sheets alone say of accelerator and model: how
     * far a profile is off that nobody fitted.
     */
    public List<Row> byDataSheet(long seed) {
        DataSheets sheets = new DataSheets();
        List<Row> rows = new ArrayList<>();
        experiments().stream()
                .filter(it -> !it.drafts())
                .forEach(it ->
                        rows.addAll(rows(it.with(sheets.over(it.server(), new Replay().server(it, seed))), seed)));
        TuningPlan shorter = published();
        TuningPlan computed = shorter.with(shorter.configurations().stream()
                .map(it -> it.with(sheets.over(shorter.flags(it), shorter.server(it, seed))))
                .toList());
        rows.addAll(planRows(sweeps(computed, seed), computed));
        return rows;
    }

    /** What the plan publishes, of its configurations with figures alone. */
    List<Row> publishedPlanRows(long seed) {
        return planRows(sweeps(published(), seed));
    }

    private TuningPlan published() {
        TuningPlan shorter = plan.upTo(SeedReport.CLAIMED_PER_SECOND);
        return shorter.with(shorter.configurations().stream()
                .filter(it -> !it.published().isEmpty())
                .toList());
    }

    private static List<Experiment> experiments() {
        return Studies.FILES.stream()
                .flatMap(file -> new Studies().experiments(file).stream())
                .toList();
    }

    private static List<Row> rows(Experiment experiment, long seed) {
        Map<Figure, Double> simulated = new Replay().figures(experiment, seed);
        List<Row> rows = new ArrayList<>();
        experiment
                .published()
                .forEach((figure, published) -> rows.add(Row.of(
                        experiment.study(),
                        experiment.name(),
                        figure,
                        new Row.Pair(published, simulated.getOrDefault(figure, Double.NaN)),
                        experiment.throughputLimitPercent())));
        return rows;
    }

    /** Figures of the tuning plan's configurations, by name and rate. */
    public Map<String, Map<Double, Map<Figure, Double>>> sweeps(long seed) {
        return sweeps(plan, seed);
    }

    /** The same up to the rate that the plan claims. */
    Map<String, Map<Double, Map<Figure, Double>>> claimedSweeps(long seed) {
        return sweeps(plan.upTo(SeedReport.CLAIMED_PER_SECOND), seed);
    }

    private static Map<String, Map<Double, Map<Figure, Double>>> sweeps(TuningPlan plan, long seed) {
        Map<String, Map<Double, Map<Figure, Double>>> sweeps = new LinkedHashMap<>();
        plan.configurations().forEach(it -> sweeps.put(it.name(), plan.sweep(it, seed)));
        return sweeps;
    }

    /** What the plan publishes of some of its rates, beside {@code sweeps}. */
    public List<Row> planRows(Map<String, Map<Double, Map<Figure, Double>>> sweeps) {
        return planRows(sweeps, plan);
    }

    private static List<Row> planRows(Map<String, Map<Double, Map<Figure, Double>>> sweeps, TuningPlan plan) {
        List<Row> rows = new ArrayList<>();
        for (Configuration configuration : plan.configurations()) {
            Map<Double, Map<Figure, Double>> sweep = sweeps.getOrDefault(configuration.name(), Map.of());
            configuration
                    .published()
                    .forEach((rate, figures) -> figures.forEach((key, published) -> {
                        Figure figure = Figure.of(key).orElseThrow();
                        double simulated = sweep.getOrDefault(rate, Map.of()).getOrDefault(figure, Double.NaN);
                        rows.add(Row.of(
                                plan.name(),
                                configuration.name() + " at " + rate + " req/s",
                                figure,
                                new Row.Pair(published, simulated),
                                USUAL_LIMIT_PERCENT));
                    }));
        }
        return rows;
    }

    TuningPlan plan() {
        return plan;
    }
}
