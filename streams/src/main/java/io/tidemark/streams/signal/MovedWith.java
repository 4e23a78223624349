package io.tidemark.streams.signal;

import io.tidemark.events.MovedSignal;
import io.tidemark.schemas.Signal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The signals that moved with a breach: their mean in it against the time before it, in standard deviations of that time,
 * largest first. Moved with, not caused by. Pure.
 */
public final class MovedWith {
    private static final int MOST = 8;
    private static final int FEWEST_POINTS_BEFORE = 3;
    private static final double LEAST_SCORE = 1;

    /** A signal that hardly varied still has some noise: a hundredth of its mean. */
    private static final double LEAST_RELATIVE_DEVIATION = 0.01;

    private MovedWith() {}

    /** The times to compare, epoch microseconds. */
    public record Times(long baseFrom, long breachFrom, long breachTo) {}

    public static List<MovedSignal> of(Samples samples, ClientLag lag, String target, Times times) {
        List<MovedSignal> moved = new ArrayList<>();
        for (Signal signal : Signal.values()) {
            moved(
                            signal.id(),
                            samples.spread(target, signal, times.baseFrom, times.breachFrom),
                            samples.spread(target, signal, times.breachFrom, times.breachTo))
                    .ifPresent(moved::add);
        }
        moved(ClientLag.ID, lag.spread(times.baseFrom, times.breachFrom), lag.spread(times.breachFrom, times.breachTo))
                .ifPresent(moved::add);
        moved.sort(Comparator.comparingDouble((MovedSignal signal) -> -Math.abs(signal.getScore()))
                .thenComparing(MovedSignal::getSignal));
        return List.copyOf(moved.subList(0, Math.min(MOST, moved.size())));
    }

    private static Optional<MovedSignal> moved(String id, Optional<Spread> before, Optional<Spread> during) {
        if (before.isEmpty() || during.isEmpty() || before.get().points() < FEWEST_POINTS_BEFORE) {
            return Optional.empty();
        }
        double base = before.get().mean();
        double noise = Math.max(before.get().deviation(), LEAST_RELATIVE_DEVIATION * Math.abs(base));
        double move = during.get().mean() - base;
        if (move == 0) {
            return Optional.empty();
        }
        double score = noise == 0 ? Math.signum(move) * Double.MAX_VALUE : move / noise;
        return Math.abs(score) < LEAST_SCORE
                ? Optional.empty()
                : Optional.of(new MovedSignal(id, base, during.get().mean(), score));
    }
}
