package io.tidemark.streams.explain;

import io.tidemark.analysis.signal.CorrelatedSignal;
import io.tidemark.streams.signals.SignalSeries;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;

/**
 * Finds whether a mover left the range of its own baseline. Sliding means over some seconds of the time looked at are held against those of
 * the baseline: a move is at least three times as far from the baseline's median as nine in ten of the baseline's own means, further than some
 * of their spreads, and large enough to mean anything. Pure.
 */
final class SignalMoveDetector {
    private static final int[] LENGTHS_SECONDS = {3, 5, 10, 20};
    private static final double BEYOND_BASELINE = 3;
    private static final double MIN_SPREADS = 4;
    private static final double MIN_RELATIVE_SPREAD = 0.01;
    private static final double OUTER_SHARE = 0.1;
    private static final double OUTER_NORMAL_DEVIATIONS = 1.2816;

    private final BaselineTimes times;

    SignalMoveDetector(BaselineTimes times) {
        this.times = times;
    }

    /** Means of windows of one length over the time looked at, and what the baseline's say of them. */
    private record Windows(int length, Means later, double median, double spread, double least) {
        double away(int window) {
            return later.of(window) - median;
        }

        boolean isKnown() {
            return later.knownInOrder().length > 0;
        }

        boolean isAway(int window, double atLeast) {
            return atLeast > 0 ? away(window) >= atLeast : away(window) <= atLeast;
        }
    }

    /** By where their windows begin. */
    private static final class Means {
        private final double[] means;

        Means(SignalSeries course, int from, int windows, int length) {
            means = new double[Math.max(0, windows)];
            for (int i = 0; i < means.length; i++) {
                means[i] = course.mean(from + i, from + i + length);
            }
        }

        int size() {
            return means.length;
        }

        double of(int window) {
            return means[window];
        }

        double[] knownInOrder() {
            return Arrays.stream(means).filter(Double::isFinite).sorted().toArray();
        }
    }

    /** Whether a mover was known before and during, and how it moved. */
    record Inspection(CorrelatedSignal mover, boolean compared, Optional<SignalMove> move) {}

    /** The move in the direction of trouble that stands out most; without one, that in the other direction. */
    Inspection inspect(CorrelatedSignal mover, SignalSeries course) {
        List<Windows> all = Arrays.stream(LENGTHS_SECONDS)
                .filter(length -> length >= mover.shortestSeconds())
                .boxed()
                .flatMap(length -> windows(mover, course, length).stream())
                .toList();
        Optional<SignalMove> move =
                find(mover, course, all, mover.rule().trouble()::is).or(() -> find(mover, course, all, away -> true));
        return new Inspection(mover, all.stream().anyMatch(Windows::isKnown), move);
    }

    private Optional<SignalMove> find(
            CorrelatedSignal mover, SignalSeries course, List<Windows> all, DoublePredicate direction) {
        return all.stream()
                .flatMap(windows -> peak(windows, direction).stream()
                        .mapToObj(peak -> made(mover, course, new Peak(windows, peak, all.get(0)))))
                .max(Comparator.comparingDouble(move -> Math.abs(move.score())));
    }

    /** Where the signal is furthest away, and the shortest windows, which locate its onset best. */
    private record Peak(Windows windows, int at, Windows shortest) {
        /** Its beginning, as a place among the windows looked at, with half a window's blur. */
        int onset() {
            int within = Math.min(shortest.later.size() - 1, at + (windows.length - shortest.length) / 2);
            double away = windows.away(at);
            boolean shows = shortest.isAway(within, Math.copySign(shortest.least, away));
            Windows chosen = shows ? shortest : windows;
            int left = reach(chosen, shows ? within : at, Math.copySign(chosen.least, away), -1);
            return left + chosen.length / 2;
        }
    }

    private Optional<Windows> windows(CorrelatedSignal mover, SignalSeries course, int length) {
        int base = times.baseSeconds();
        double[] before = new Means(course, 0, base - length + 1, length).knownInOrder();
        if (before.length < length) {
            return Optional.empty();
        }
        Means later = new Means(course, base, times.span().seconds() - length - base + 1, length);
        if (later.size() == 0) {
            return Optional.empty();
        }
        double median = before[before.length / 2];
        double furthest = furthest(before, median);
        double spread = spread(before, mover);
        double meant = Math.max(mover.rule().least(median), mover.noiseBound(median, length));
        double unusual = times.caution() * Math.max(MIN_SPREADS * spread, BEYOND_BASELINE * furthest);
        double least = Math.max(meant, unusual);
        return Optional.of(new Windows(length, later, median, spread, least));
    }

    private static OptionalInt peak(Windows windows, DoublePredicate direction) {
        return IntStream.range(0, windows.later.size())
                .filter(window ->
                        Math.abs(windows.away(window)) >= windows.least && direction.test(windows.away(window)))
                .reduce((one, other) -> Math.abs(windows.away(other)) > Math.abs(windows.away(one)) ? other : one);
    }

    /**
     * Its value is that of the time around the peak in which it was at least half as far away. Where the seconds in the middle of these windows are
     * not so far away, or not known, it is that of the peak's window: a move never reads as none.
     */
    private SignalMove made(CorrelatedSignal mover, SignalSeries course, Peak peak) {
        Windows windows = peak.windows;
        double half = windows.away(peak.at) / 2;
        int middle = times.baseSeconds() + windows.length / 2;
        double mean =
                course.mean(middle + reach(windows, peak.at, half, -1), middle + reach(windows, peak.at, half, 1) + 1);
        boolean isAway = (mean - windows.median) / half >= 1;
        double during = isAway ? mean : windows.later.of(peak.at);
        return new SignalMove(
                mover,
                windows.median,
                during,
                (during - windows.median) / windows.spread,
                times.baseUntil() + peak.onset(),
                mover.rule().stage());
    }

    private static int reach(Windows windows, int from, double atLeast, int step) {
        int reached = from;
        while (reached + step >= 0
                && reached + step < windows.later.size()
                && windows.isAway(reached + step, atLeast)) {
            reached += step;
        }
        return reached;
    }

    /** How far all but the outermost tenth are from the median: the trouble may have begun in the baseline. */
    private static double furthest(double[] sorted, double median) {
        double[] away = Arrays.stream(sorted)
                .map(mean -> Math.abs(mean - median))
                .sorted()
                .toArray();
        return away[(int) ((1 - OUTER_SHARE) * (away.length - 1))];
    }

    private static double spread(double[] sorted, CorrelatedSignal mover) {
        int outer = (int) (OUTER_SHARE * sorted.length);
        double between = sorted[sorted.length - 1 - outer] - sorted[outer];
        double least = mover.rule().minMove() / MIN_SPREADS / 2;
        double relative = MIN_RELATIVE_SPREAD * Math.abs(sorted[sorted.length / 2]);
        return Math.max(between / (2 * OUTER_NORMAL_DEVIATIONS), Math.max(relative, least));
    }
}
