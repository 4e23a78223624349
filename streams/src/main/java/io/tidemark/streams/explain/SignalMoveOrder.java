package io.tidemark.streams.explain;

import io.tidemark.analysis.signal.CorrelatedSignal.Stage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * The order in which moves are listed. First those in the direction of trouble: what no server moves by the stage, then, of what moved at
 * about the same time, the earlier stage. Then what merely moved too, largest first. Pure.
 */
final class SignalMoveOrder {
    /** Onsets are known to some seconds: what began within so many of each other began together. */
    static final long TOGETHER_SECONDS = 5;

    private static final Comparator<SignalMove> BY_STAGE = Comparator.comparing(SignalMove::stage)
            .thenComparing(Comparator.comparingDouble(SignalMove::size).reversed());

    private SignalMoveOrder() {}

    static List<SignalMove> of(List<SignalMove> moves) {
        List<SignalMove> ordered = new ArrayList<>(moves.stream()
                .filter(move -> move.isForTheWorse() && move.stage().isGiven())
                .sorted(BY_STAGE)
                .toList());
        List<SignalMove> left = new ArrayList<>(moves.stream()
                .filter(move -> move.isForTheWorse()
                        && !move.stage().isGiven()
                        && move.stage().compareTo(Stage.UNSEEN) < 0)
                .toList());
        while (!left.isEmpty()) {
            SignalMove next = next(left);
            left.remove(next);
            ordered.add(next);
        }
        moves.stream()
                .filter(move -> move.isForTheWorse()
                        && Set.of(Stage.UNSEEN, Stage.RESULT).contains(move.stage()))
                .sorted(BY_STAGE)
                .forEach(ordered::add);
        moves.stream()
                .filter(move -> !move.isForTheWorse())
                .sorted(Comparator.comparingDouble(SignalMove::size).reversed().thenComparing(SignalMove::mover))
                .forEach(ordered::add);
        return List.copyOf(ordered);
    }

    private static SignalMove next(List<SignalMove> left) {
        long earliest = left.stream().mapToLong(SignalMove::onsetSecond).min().orElseThrow();
        return left.stream()
                .filter(move -> move.onsetSecond() <= earliest + TOGETHER_SECONDS)
                .min(BY_STAGE)
                .orElseThrow();
    }
}
