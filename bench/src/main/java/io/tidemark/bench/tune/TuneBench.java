package io.tidemark.bench.tune;

import io.tidemark.analysis.tune.TrialLengths;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ResultTable;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

/**
 * {@code bench/run tune}: how near to the best of a space the product's tuner comes at a fifth of brute force's server time, how often it claims
 * falsely, and what random search and auto_tune's rule come to in the same time. All in virtual time.
 */
public final class TuneBench {
    private static final double DRIFT = 0.01;
    private static final double NEAR = 0.05;

    private static final TrialLengths LENGTHS = TrialLengths.DEFAULT;
    private static final double MIDDLE_SECONDS = 1_800;

    private final BenchmarkContext bench;
    private final TuneSize size;
    private final Path surfaces;

    /** @param surfaces file of the surfaces that were measured before; made where it is not there */
    public TuneBench(BenchmarkContext bench, TuneSize size, Path surfaces) {
        this.bench = bench;
        this.size = size;
        this.surfaces = surfaces;
    }

    /** Prints all tables; how many of the tuners on true surfaces came within 5 % of the best. */
    public int run() {
        bench.print("tune: " + size);
        SurfaceFile file = new SurfaceFile(surfaces);
        List<MeasuredSpace> spaces = TuneSpace.all().stream()
                .limit(size.spaces())
                .map(space -> MeasuredSpace.of(space, file, size))
                .toList();
        bench.table("tune spaces", spaceTable(spaces));
        Map<MeasuredSpace, Map<Double, SearchError>> errors = new LinkedHashMap<>();
        spaces.forEach(space -> errors.put(space, errors(space)));
        bench.table("tune searches", errorTable(errors));
        ResultTable found = new ResultTable(
                "within 5 % of the best",
                "noise",
                "drift",
                "tuner",
                "median of best",
                "lowest",
                "better claimed",
                "claimed falsely",
                "interval covers",
                "starts",
                "time of brute force",
                "random search",
                "auto_tune's rule");
        int near = 0;
        for (double noise : size.noises()) {
            for (double drift : List.of(0.0, DRIFT)) {
                for (MeasuredSpace space : spaces) {
                    near += addFound(
                            found, space, Objects.requireNonNull(errors.get(space)), new Machine(noise, drift));
                }
            }
        }
        bench.table("tune found", found);
        bench.table("tune equal", equal(errors));
        if (size.direct() > 0) {
            EngineTables engine = new EngineTables(bench, size.direct());
            double noise = size.noises().get(0);
            bench.table("tune engine", engine.found(spaces, new Machine(noise, 0)));
            bench.table(
                    "tune engine equal",
                    engine.equal(spaces, List.of(new Machine(noise, 0), new Machine(noise, DRIFT))));
        }
        return near;
    }

    private static ResultTable spaceTable(List<MeasuredSpace> spaces) {
        ResultTable table = new ResultTable(
                "space",
                "configurations",
                "that crash",
                "within 5 % of the best",
                "default, requests/s",
                "best, requests/s",
                "best over default",
                "brute force, h",
                "budget, h");
        for (MeasuredSpace space : spaces) {
            table.row(
                    space.space().profile(),
                    String.valueOf(space.candidates().size()),
                    String.valueOf(space.crashing()),
                    String.valueOf(space.within(NEAR)),
                    number("%.2f", space.capacity(space.standard())),
                    number("%.2f", space.best()),
                    number("%.3f", space.best() / space.capacity(space.standard())),
                    number("%.1f", space.bruteSeconds() / 3_600),
                    number("%.1f", space.budgetSeconds() / 3_600));
        }
        return table;
    }

    private static ResultTable errorTable(Map<MeasuredSpace, Map<Double, SearchError>> errors) {
        ResultTable table = new ResultTable(
                "search on the engine",
                "minutes",
                "searches",
                "its own error, %",
                "seen between searches, %",
                "without an estimate, %",
                "took, min");
        errors.forEach((space, byLength) -> byLength.forEach((seconds, error) -> table.row(
                space.space().profile(),
                number("%.0f", seconds / 60),
                String.valueOf(error.searches()),
                number("%.1f", 100 * error.stated()),
                number("%.1f", 100 * error.seen()),
                number("%.1f", 100 * error.open()),
                number("%.1f", error.seconds() / 60))));
        return table;
    }

    private Map<Double, SearchError> errors(MeasuredSpace space) {
        Map<Double, SearchError> errors = new TreeMap<>();
        for (double seconds :
                List.of(LENGTHS.shortSeconds(), 2 * LENGTHS.shortSeconds(), MIDDLE_SECONDS, LENGTHS.longSeconds())) {
            errors.put(seconds, SearchError.measured(space, seconds, size.searches()));
        }
        return errors;
    }

    private int addFound(ResultTable table, MeasuredSpace space, Map<Double, SearchError> errors, Machine machine) {
        Scores scores = new Scores(new TuneScore(), new TuneScore(), new TuneScore());
        add(scores, space, errors, machine, size.seeds());
        String[] cells = {
            space.space().profile(),
            number("%.0f %%", 100 * machine.noise()),
            number("%.0f %%", 100 * machine.drift()),
            scores.tuner().nearShare(),
            scores.tuner().medianOfBest(),
            scores.tuner().lowestOfBest(),
            scores.tuner().claims(),
            scores.tuner().falseClaimShare(),
            scores.tuner().coverage(),
            scores.tuner().meanStarts(),
            scores.tuner().share(space.bruteSeconds()),
            scores.random().nearShare(),
            scores.autoTune().nearShare()
        };
        table.row(cells);
        // Hours may lie between rows.
        bench.print(String.join(" | ", cells));
        return scores.tuner().near();
    }

    /** Every configuration as the default is, over all spaces: how often something better is claimed. */
    private ResultTable equal(Map<MeasuredSpace, Map<Double, SearchError>> errors) {
        ResultTable table = new ResultTable(
                "all equal: better is claimed", "drift", "tuners", "tuner", "random search", "auto_tune's rule");
        int each = Math.max(1, size.seeds() / errors.size());
        for (double noise : size.noises()) {
            for (double drift : List.of(0.0, DRIFT)) {
                Machine machine = new Machine(noise, drift);
                Scores scores = new Scores(new TuneScore(), new TuneScore(), new TuneScore());
                errors.forEach((space, ofSpace) -> add(scores, space.allAsDefault(), ofSpace, machine, each));
                table.row(
                        "noise " + number("%.0f %%", 100 * noise),
                        number("%.0f %%", 100 * drift),
                        String.valueOf(scores.tuner().tuners()),
                        scores.tuner().falseClaimShare(),
                        scores.random().falseClaimShare(),
                        scores.autoTune().falseClaimShare());
            }
        }
        return table;
    }

    private record Scores(TuneScore tuner, TuneScore random, TuneScore autoTune) {}

    private record OneSeed(Found tuner, Found random, Found autoTune) {}

    /** Seeds do not know each other, so all cores share them; they are counted in their order. */
    private static void add(
            Scores scores, MeasuredSpace space, Map<Double, SearchError> errors, Machine machine, int seeds) {
        double budget = space.budgetSeconds();
        TunerRun tuner = TunerRun.asShipped(space);
        double standard = space.capacity(space.standard());
        double best = space.best();
        ToDoubleFunction<Found> truth = found -> space.capacity(found.best());
        List<OneSeed> all = LongStream.rangeClosed(1, seeds)
                .parallel()
                .mapToObj(seed -> new OneSeed(
                        tuner.run(space, new DrawnStarts(space, machine, errors, seed), seed),
                        OtherRules.randomSearch(
                                space,
                                new DrawnStarts(space, machine, errors, seed),
                                budget,
                                tuner.finals().seconds(),
                                seed),
                        OtherRules.autoTune(space, machine, budget, seed)))
                .toList();
        for (OneSeed one : all) {
            scores.tuner().add(one.tuner(), truth.applyAsDouble(one.tuner()), standard, best);
            scores.random().add(one.random(), truth.applyAsDouble(one.random()), standard, best);
            scores.autoTune().add(one.autoTune(), truth.applyAsDouble(one.autoTune()), standard, best);
        }
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
