package io.tidemark.streams.explain;

import io.tidemark.analysis.signal.CorrelatedSignal;
import io.tidemark.analysis.signal.CorrelatedSignal.Stage;

/**
 * A mover that moved.
 *
 * @param before its median over the time before
 * @param during its mean while it was away from there
 * @param score how far, in spreads of the time before; negative if down
 * @param onsetSecond when it began to, epoch seconds
 */
record SignalMove(CorrelatedSignal mover, double before, double during, double score, long onsetSecond, Stage stage) {
    /** Whether in the direction that means trouble. */
    boolean isForTheWorse() {
        return stage != Stage.SYMPTOM && mover.rule().trouble().is(during - before);
    }

    SignalMove withStage(Stage other) {
        return new SignalMove(mover, before, during, score, onsetSecond, other);
    }

    /** How many times what it was. */
    double growth() {
        return during / before;
    }

    /** In least moves of its own: comparable between movers. */
    double size() {
        return Math.abs(during - before) / mover.rule().least(before);
    }

    String description() {
        return mover.describeMove(before, during);
    }
}
