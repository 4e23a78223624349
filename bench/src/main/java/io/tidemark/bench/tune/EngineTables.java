package io.tidemark.bench.tune;

import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ResultTable;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/** What tuners come to on the simulator's engine, request by request. */
final class EngineTables {
    private static final String[] COLUMNS = {
        "on the engine",
        "noise",
        "drift",
        "tuners",
        "within 5 %",
        "median of best",
        "lowest",
        "better claimed",
        "claimed falsely",
        "interval covers",
        "time of brute force"
    };

    private final BenchmarkContext bench;
    private final int tuners;

    /** @param tuners of each row */
    EngineTables(BenchmarkContext bench, int tuners) {
        this.bench = bench;
        this.tuners = tuners;
    }

    /** Each space by itself. */
    ResultTable found(List<MeasuredSpace> spaces, Machine machine) {
        ResultTable table = new ResultTable(COLUMNS);
        for (MeasuredSpace space : spaces) {
            TuneScore score = new TuneScore();
            add(score, space, machine, tuners);
            row(table, space.space().profile(), machine, score, score.share(space.bruteSeconds()));
        }
        return table;
    }

    /** Every configuration is the default, over all spaces: how often something better is claimed. */
    ResultTable equal(List<MeasuredSpace> spaces, List<Machine> machines) {
        ResultTable table = new ResultTable(COLUMNS);
        int each = Math.max(1, tuners / spaces.size());
        for (Machine machine : machines) {
            TuneScore score = new TuneScore();
            for (MeasuredSpace space : spaces) {
                add(score, space.allAsDefault(), machine, each);
            }
            row(table, "all equal", machine, score, "");
        }
        return table;
    }

    /** Seeds do not know each other, so all cores share them; they are counted in their order. */
    private static void add(TuneScore score, MeasuredSpace space, Machine machine, int seeds) {
        SteadyCapacity steady = new SteadyCapacity(space);
        TunerRun tuner = TunerRun.asShipped(space);
        List<Found> all = LongStream.rangeClosed(1, seeds)
                .parallel()
                .mapToObj(seed -> tuner.run(space, new DirectStarts(space, machine, seed), seed))
                .toList();
        double best = all.stream()
                .map(Found::best)
                .mapToDouble(steady::of)
                .reduce(steady.of(space.bestCandidate()), Math::max);
        for (Found found : all) {
            score.add(found, steady.of(found.best()), steady.of(space.standard()), best);
        }
    }

    private void row(ResultTable table, String name, Machine machine, TuneScore score, String share) {
        String[] cells = {
            name,
            percent(machine.noise()),
            percent(machine.drift()),
            String.valueOf(score.tuners()),
            String.valueOf(score.near()),
            score.medianOfBest(),
            score.lowestOfBest(),
            score.claims(),
            score.falseClaimShare(),
            score.coverage(),
            share
        };
        table.row(cells);
        // Minutes may lie between rows.
        bench.print(String.join(" | ", cells));
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }
}
