package io.tidemark.streams.signal;

import io.tidemark.streams.signal.Mover.Stage;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What kind of move each is beside the others. Pure. */
final class Stages {
    private static final double HALF_FULL = 0.5;
    private static final double BEYOND_BATCH = 1.5;

    private final Map<Mover, Move> moves = new EnumMap<>(Mover.class);

    private Stages(Collection<Move> found) {
        found.forEach(move -> moves.put(move.mover(), move));
    }

    static List<Move> of(Collection<Move> found) {
        Stages stages = new Stages(found);
        return found.stream().map(stages::of).toList();
    }

    private Move of(Move move) {
        return switch (move.mover()) {
            case KV_USAGE, PREEMPTIONS -> isOfTheCache() ? move : move.as(Stage.BATCH);
            case FAILED -> follows(move, Mover.LOST_IN_FLIGHT) ? move.as(Stage.RESULT) : move;
            case OTHERS -> follows(move, Mover.FAILED) ? move.as(Stage.RESULT) : move;
            default -> move;
        };
    }

    /** Answers that never come fail in the end; and what was given up may still be in the server. */
    private boolean follows(Move move, Mover earlier) {
        return get(earlier)
                .filter(one -> one.onsetSecond() <= move.onsetSecond() + MoveOrder.TOGETHER_SECONDS)
                .isPresent();
    }

    /** A KV cache that fills because more requests run moves with the batch; one that fills by more is short by itself. */
    private boolean isOfTheCache() {
        Optional<Move> usage = get(Mover.KV_USAGE);
        double batch = get(Mover.RUNNING).map(Move::growth).orElse(1.0);
        return usage.isEmpty()
                || (usage.get().during() >= HALF_FULL && usage.get().growth() >= BEYOND_BATCH * batch);
    }

    private Optional<Move> get(Mover mover) {
        return Optional.ofNullable(moves.get(mover));
    }
}
