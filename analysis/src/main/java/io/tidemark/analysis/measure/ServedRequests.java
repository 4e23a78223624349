package io.tidemark.analysis.measure;

import io.tidemark.events.LoadKind;
import io.tidemark.schemas.FigureDoubt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * What became of the requests of a step, or of one of its segments, and the figures that it gives: the share that was not ok, goodput, and
 * throughput where the server sets the pace (at a fixed rate it says what was asked). The topic of regressions and the verbs both take
 * theirs from here, of an event and of stored rows.
 *
 * @param good requests that kept all limits of its objective on good requests; empty without one, and where it has no value: then facts of the
 *     step leave them unknown
 * @param measured length of the measured part; empty where it is not known
 * @param untilServed time from its start until its last request had ended, where the server sets the pace though a rate was asked
 */
public record ServedRequests(
        LoadKind loadKind,
        double load,
        String requestClass,
        Counts counts,
        Optional<Long> good,
        Optional<Duration> measured,
        Optional<Duration> untilServed) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** Requests, and output tokens of the ok ones; 0 where they are not known. */
    public record Counts(long due, long ok, long outputTokens) {
        /** Those of a step, whose flags may leave its output tokens unknown. */
        public static Counts of(long due, long ok, long outputTokens, Collection<String> flags) {
            return new Counts(due, ok, FigureDoubt.leavesTokensUnknown(flags) ? 0 : outputTokens);
        }
    }

    /** None where no request was due: nothing was asked. */
    public List<MeasuredValue> figures() {
        List<MeasuredValue> figures = new ArrayList<>();
        if (counts.due() <= 0) {
            return figures;
        }
        double failed = (double) (counts.due() - counts.ok()) / counts.due();
        figures.add(new MeasuredValue(question(Measure.errorShare()), failed, counts.due()));
        Optional<Duration> paced = loadKind == LoadKind.CONCURRENCY ? measured : untilServed;
        seconds(paced).ifPresent(seconds -> {
            figures.add(new MeasuredValue(question(Measure.requests()), counts.ok() / seconds, counts.ok()));
            boolean tokensAreKnown = counts.outputTokens() > 0 || counts.ok() == 0;
            if (tokensAreKnown) {
                figures.add(new MeasuredValue(
                        question(Measure.outputTokens()), counts.outputTokens() / seconds, counts.ok()));
            }
        });
        seconds(measured)
                .flatMap(seconds -> good.map(requests -> requests / seconds))
                .ifPresent(perSecond ->
                        figures.add(new MeasuredValue(question(Measure.goodput()), perSecond, counts.due())));
        return figures;
    }

    private MeasureAtLoad question(Measure measure) {
        return new MeasureAtLoad(measure, loadKind, load, requestClass);
    }

    private static Optional<Double> seconds(Optional<Duration> length) {
        return length.map(time -> time.toNanos() / NANOS_PER_SECOND).filter(seconds -> seconds > 0);
    }
}
