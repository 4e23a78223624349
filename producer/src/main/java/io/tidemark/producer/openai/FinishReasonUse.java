package io.tidemark.producer.openai;

/** Whether a server gives the choices of whole answers a finish reason. Confined to the loop of its client. */
final class FinishReasonUse {
    private boolean known;

    /** @param finished whether each choice of the whole answer had a finish reason */
    void onWhole(boolean finished) {
        known |= finished;
    }

    boolean isKnown() {
        return known;
    }
}
