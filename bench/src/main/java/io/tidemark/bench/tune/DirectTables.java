package io.tidemark.bench.tune;

import io.tidemark.analysis.tune.Candidate;
import io.tidemark.analysis.tune.TrialLengths;
import io.tidemark.analysis.tune.TrialOutcome;
import io.tidemark.analysis.tune.TrialPurpose;
import io.tidemark.analysis.tune.TrialRequest;
import io.tidemark.bench.harness.ResultTable;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.LongStream;

/** What searches and tuners come to on the simulator's engine itself, request by request. */
final class DirectTables {
    /** The shortest run of a final stage where nobody says otherwise. */
    private static final double SHORT_FINAL_SECONDS = 1_200;

    private final TuneSize size;

    DirectTables(TuneSize size) {
        this.size = size;
    }

    /** Searches of the default and of the best on the simulator itself, which begin near to what is held. */
    ResultTable searches(List<MeasuredSpace> spaces) {
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
                for (double seconds : List.of(
                        TrialLengths.DEFAULT.shortSeconds(), SHORT_FINAL_SECONDS, TrialLengths.DEFAULT.longSeconds())) {
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
    ResultTable tuners(List<MeasuredSpace> spaces) {
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
            TunerRun tuner = TunerRun.asShipped(space);
            List<Found> all = LongStream.rangeClosed(1, size.direct())
                    .parallel()
                    .mapToObj(seed -> tuner.run(space, new DirectStarts(space, machine, seed), seed))
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
                    score.share(space.bruteSeconds()));
        }
        return table;
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
