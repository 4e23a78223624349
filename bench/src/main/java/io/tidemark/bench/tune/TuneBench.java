package io.tidemark.bench.tune;

import io.tidemark.analysis.tune.Candidate;
import io.tidemark.analysis.tune.FinalStage;
import io.tidemark.analysis.tune.TrialLengths;
import io.tidemark.analysis.tune.TrialOutcome;
import io.tidemark.analysis.tune.TrialPurpose;
import io.tidemark.analysis.tune.TrialRequest;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ResultTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

/**
 * {@code bench/run tune}: how near to the best of a space the product's tuner comes at a fifth of brute force's server time, how often it claims
 * falsely, and what random search and auto_tune's rule come to in the same time. All in virtual time.
 */
public final class TuneBench {
    /** A capacity search of brute force, one for each configuration: as long as the product's is by default. */
    private static final double BRUTE_SEARCH_SECONDS = 3_600;

    private static final double BUDGET_SHARE = 0.2;
    private static final double DRIFT = 0.01;
    private static final double NEAR = 0.05;
    private static final int SEARCHES = 60;

    private static final TrialLengths LENGTHS = TrialLengths.DEFAULT;
    private static final double MIDDLE_SECONDS = 1_800;
    /** The shortest run of a final stage where nobody says otherwise. */
    private static final double SHORT_FINAL_SECONDS = 1_200;

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
            bench.table("tune direct searches", directSearches(spaces));
            bench.table("tune direct", direct(spaces));
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
                    number("%.1f", bruteSeconds(space) / 3_600),
                    number("%.1f", budgetSeconds(space) / 3_600));
        }
        return table;
    }

    private static ResultTable errorTable(Map<MeasuredSpace, Map<Double, SearchError>> errors) {
        ResultTable table = new ResultTable(
                "search of",
                "minutes",
                "its own error, %",
                "seen against the truth, %",
                "one end only, %",
                "took, min");
        errors.forEach((space, byLength) -> byLength.forEach((seconds, error) -> table.row(
                space.space().profile(),
                number("%.0f", seconds / 60),
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
            errors.put(seconds, SearchError.measured(space, seconds, Math.min(SEARCHES, 4 * size.seeds()), 17));
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
            scores.tuner().share(bruteSeconds(space)),
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
        double budget = budgetSeconds(space);
        double standard = space.capacity(space.standard());
        double best = space.best();
        ToDoubleFunction<Found> truth = found -> space.capacity(found.best());
        List<OneSeed> all = LongStream.rangeClosed(1, seeds)
                .parallel()
                .mapToObj(seed -> new OneSeed(
                        new TunerRun(LENGTHS, finals(budget), budget)
                                .run(space, new DrawnStarts(space, machine, errors, seed), seed),
                        OtherRules.randomSearch(
                                space,
                                new DrawnStarts(space, machine, errors, seed),
                                budget,
                                finals(budget).seconds(),
                                seed),
                        OtherRules.autoTune(space, machine, budget, seed)))
                .toList();
        for (OneSeed one : all) {
            scores.tuner().add(one.tuner(), truth.applyAsDouble(one.tuner()), standard, best);
            scores.random().add(one.random(), truth.applyAsDouble(one.random()), standard, best);
            scores.autoTune().add(one.autoTune(), truth.applyAsDouble(one.autoTune()), standard, best);
        }
    }

    /** Searches of the default and of the best on the simulator itself, which begin near to what is held. */
    private ResultTable directSearches(List<MeasuredSpace> spaces) {
        ResultTable table = new ResultTable(
                "on the simulator itself",
                "held, requests/s",
                "minutes",
                "searches",
                "with a value",
                "its own error, %",
                "seen against the mean, %");
        for (MeasuredSpace space : spaces) {
            for (Candidate candidate : List.of(space.standard(), space.bestCandidate())) {
                for (double seconds : List.of(LENGTHS.shortSeconds(), SHORT_FINAL_SECONDS, LENGTHS.longSeconds())) {
                    List<TrialOutcome.Measured> found = LongStream.rangeClosed(1, size.direct())
                            .parallel()
                            .mapToObj(seed -> searched(space, candidate, seconds, seed))
                            .flatMap(Optional::stream)
                            .toList();
                    DoubleSummaryStatistics logs = found.stream()
                            .mapToDouble(one -> Math.log(one.value()))
                            .summaryStatistics();
                    double squares = found.stream()
                            .mapToDouble(one -> Math.pow(Math.log(one.value()) - logs.getAverage(), 2))
                            .sum();
                    double stated = found.stream()
                            .mapToDouble(TrialOutcome.Measured::relativeError)
                            .average()
                            .orElse(Double.NaN);
                    table.row(
                            space.space().profile(),
                            number("%.2f", space.capacity(candidate)),
                            number("%.0f", seconds / 60),
                            String.valueOf(size.direct()),
                            String.valueOf(found.size()),
                            number("%.1f", 100 * stated),
                            number("%.1f", 100 * Math.sqrt(squares / Math.max(1, found.size() - 1))));
                }
            }
        }
        return table;
    }

    private static Optional<TrialOutcome.Measured> searched(
            MeasuredSpace space, Candidate candidate, double seconds, long seed) {
        TrialRequest request = new TrialRequest(
                1,
                candidate,
                TrialPurpose.FINAL,
                OptionalDouble.empty(),
                OptionalDouble.of(space.capacity(candidate)),
                seconds);
        TrialOutcome found =
                new DirectStarts(space, new Machine(0, 0), seed).start(request).outcome();
        return found instanceof TrialOutcome.Measured measured ? Optional.of(measured) : Optional.empty();
    }

    /** The same tuner on the simulator itself. */
    private ResultTable direct(List<MeasuredSpace> spaces) {
        ResultTable table = new ResultTable(
                "on the simulator itself",
                "noise",
                "tuners",
                "within 5 %",
                "better claimed",
                "claimed falsely",
                "interval covers",
                "each over the best",
                "time of brute force");
        for (MeasuredSpace space : spaces) {
            TuneScore score = new TuneScore();
            List<String> each = new ArrayList<>();
            Machine machine = new Machine(size.noises().get(0), 0);
            List<Found> all = LongStream.rangeClosed(1, size.direct())
                    .parallel()
                    .mapToObj(seed -> new TunerRun(LENGTHS, finals(budgetSeconds(space)), budgetSeconds(space))
                            .run(space, new DirectStarts(space, machine, seed), seed))
                    .toList();
            SteadyCapacity steady = new SteadyCapacity(space);
            double highest = all.stream()
                    .map(Found::best)
                    .mapToDouble(steady::of)
                    .reduce(steady.of(space.bestCandidate()), Math::max);
            for (Found found : all) {
                score.add(found, steady.of(found.best()), steady.of(space.standard()), highest);
                each.add(number("%.3f", steady.of(found.best()) / highest));
            }
            table.row(
                    space.space().profile(),
                    number("%.0f %%", 100 * machine.noise()),
                    String.valueOf(score.tuners()),
                    String.valueOf(score.near()),
                    score.claims(),
                    score.falseClaimShare(),
                    score.coverage(),
                    String.join(" ", each),
                    score.share(bruteSeconds(space)));
        }
        return table;
    }

    /** One capacity search of each configuration, and a start of each that crashes. */
    private static double bruteSeconds(MeasuredSpace space) {
        return space.crashing() * Machine.CRASH_SECONDS
                + (space.candidates().size() - space.crashing()) * (Machine.START_SECONDS + BRUTE_SEARCH_SECONDS);
    }

    /** As the product's where a plan says nothing. */
    private static FinalStage finals(double budgetSeconds) {
        return FinalStage.ofBudget(2, 5, 1, budgetSeconds, Machine.START_SECONDS);
    }

    private static double budgetSeconds(MeasuredSpace space) {
        return BUDGET_SHARE * bruteSeconds(space);
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
