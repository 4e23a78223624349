package io.tidemark.streams.signal;

import io.tidemark.streams.signal.Mover.Stage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * The order in which moves are told. First those in the direction of trouble: what no server moves by the stage, then, of what moved at
 * about the same time, the earlier stage. Then what merely moved too, largest first. Pure.
 */
final class MoveOrder {
    /** Onsets are known to some seconds: what began within so many of each other began together. */
    static final long TOGETHER_SECONDS = 5;

    private static final Comparator<Move> BY_STAGE = Comparator.comparing(Move::stage)
            .thenComparing(Comparator.comparingDouble(Move::size).reversed());

    private MoveOrder() {}

    static List<Move> of(List<Move> moves) {
        List<Move> ordered = new ArrayList<>(moves.stream()
                .filter(move -> move.isTrouble() && move.stage().isGiven())
                .sorted(BY_STAGE)
                .toList());
        List<Move> left = new ArrayList<>(moves.stream()
                .filter(move -> move.isTrouble()
                        && !move.stage().isGiven()
                        && move.stage().compareTo(Stage.UNSEEN) < 0)
                .toList());
        while (!left.isEmpty()) {
            Move next = next(left);
            left.remove(next);
            ordered.add(next);
        }
        moves.stream()
                .filter(move ->
                        move.isTrouble() && Set.of(Stage.UNSEEN, Stage.RESULT).contains(move.stage()))
                .sorted(BY_STAGE)
                .forEach(ordered::add);
        moves.stream()
                .filter(move -> !move.isTrouble())
                .sorted(Comparator.comparingDouble(Move::size).reversed().thenComparing(Move::mover))
                .forEach(ordered::add);
        return List.copyOf(ordered);
    }

    private static Move next(List<Move> left) {
        long earliest = left.stream().mapToLong(Move::onsetSecond).min().orElseThrow();
        return left.stream()
                .filter(move -> move.onsetSecond() <= earliest + TOGETHER_SECONDS)
                .min(BY_STAGE)
                .orElseThrow();
    }
}
