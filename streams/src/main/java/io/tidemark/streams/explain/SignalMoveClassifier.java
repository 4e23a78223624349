package io.tidemark.streams.explain;

import io.tidemark.analysis.signal.CorrelatedSignal;
import io.tidemark.analysis.signal.CorrelatedSignal.Stage;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What kind of move each is beside the others. Pure. */
final class SignalMoveClassifier {
    private static final double HALF_FULL = 0.5;
    private static final double BEYOND_BATCH = 1.5;

    private final Map<CorrelatedSignal, SignalMove> moves = new EnumMap<>(CorrelatedSignal.class);

    private SignalMoveClassifier(Collection<SignalMove> found) {
        found.forEach(move -> moves.put(move.mover(), move));
    }

    static List<SignalMove> of(Collection<SignalMove> found) {
        SignalMoveClassifier stages = new SignalMoveClassifier(found);
        return found.stream().map(stages::of).toList();
    }

    private SignalMove of(SignalMove move) {
        return switch (move.mover()) {
            case KV_USAGE, PREEMPTIONS -> isOfTheCache() ? move : move.withStage(Stage.BATCH);
            case FAILED -> follows(move, CorrelatedSignal.LOST_IN_FLIGHT) ? move.withStage(Stage.RESULT) : move;
            case OTHERS -> follows(move, CorrelatedSignal.FAILED) ? move.withStage(Stage.RESULT) : move;
            default -> move;
        };
    }

    /** Answers that never come fail in the end; and what was given up may still be in the server. */
    private boolean follows(SignalMove move, CorrelatedSignal earlier) {
        return get(earlier)
                .filter(one -> one.onsetSecond() <= move.onsetSecond() + SignalMoveOrder.TOGETHER_SECONDS)
                .isPresent();
    }

    /** A KV cache that fills because more requests run moves with the batch; one that fills by more is short by itself. */
    private boolean isOfTheCache() {
        Optional<SignalMove> usage = get(CorrelatedSignal.KV_USAGE);
        double batch = get(CorrelatedSignal.RUNNING).map(SignalMove::growth).orElse(1.0);
        return usage.isEmpty()
                || (usage.get().during() >= HALF_FULL && usage.get().growth() >= BEYOND_BATCH * batch);
    }

    private Optional<SignalMove> get(CorrelatedSignal mover) {
        return Optional.ofNullable(moves.get(mover));
    }
}
