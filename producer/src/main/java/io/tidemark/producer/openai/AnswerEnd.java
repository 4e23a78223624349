package io.tidemark.producer.openai;

import io.tidemark.events.FinishReason;
import java.util.BitSet;
import java.util.Set;

/** Which choices of an answer came to their end, and whether the end is that of a whole answer. */
final class AnswerEnd {
    private static final int MAX_CHOICES = 4_096;

    private final Set<String> finishReasons;
    private final FinishReasonUse finishReasonUse;
    private final BitSet choices = new BitSet();
    private final BitSet finished = new BitSet();
    private final BitSet resumed = new BitSet();
    private FinishReason finishReason = FinishReason.UNKNOWN;
    private String incomplete = "";
    private boolean isAnnounced;
    private boolean usageIsLast;
    private String unknown = "";

    /** @param finishReasons of whole answers, besides those that are known */
    AnswerEnd(Set<String> finishReasons, FinishReasonUse finishReasonUse) {
        this.finishReasons = finishReasons;
        this.finishReasonUse = finishReasonUse;
    }

    /** A choice had output, in a message with or without its finish reason. */
    void output(int choice, boolean hasFinish) {
        choices.set(bounded(choice));
        if (!hasFinish && finished.get(bounded(choice))) {
            resumed.set(bounded(choice));
        }
        usageIsLast = false;
        unknown = "";
    }

    /** Of several choices one that was broken off is kept, else the last one's. */
    void finished(int choice, String written) {
        finished.set(bounded(choice));
        resumed.clear(bounded(choice));
        if (isIncomplete()) {
            return;
        }
        finishReason = FinishReasonParser.parse(written);
        boolean isKnown = finishReason != FinishReason.OTHER || finishReasons.contains(written);
        if (finishReason == FinishReason.ABORT || finishReason == FinishReason.ERROR) {
            incomplete = "the server aborted the answer: finish_reason is " + DeltaClassifier.name(written);
        } else if (!isKnown) {
            incomplete = "finish_reason is " + DeltaClassifier.name(written)
                    + ", which does not say that the answer is whole (if it does: request.finish_reasons)";
        }
    }

    /** Whether a choice has a finish reason without a value: then its end will have one. */
    void announced(boolean isNull) {
        isAnnounced |= isNull;
    }

    /** A message with usage alone, which counts output or does not. */
    void usage(boolean countsOutput) {
        usageIsLast = countsOutput;
    }

    /** A message that is no chunk and is not known. */
    void unknown(String description) {
        unknown = choices.isEmpty() ? "" : description;
    }

    /** The last message after the output that is not known; empty if there is none. */
    String unknown() {
        return unknown;
    }

    private static int bounded(int choice) {
        return Math.min(Math.max(choice, 0), MAX_CHOICES);
    }

    FinishReason finishReason() {
        return finishReason;
    }

    /** Whether output followed the last finish reason of a choice. */
    boolean hasResumed() {
        return !resumed.isEmpty();
    }

    /** Choices that came to their end with a finish reason: one before further output was none of the end. */
    int finishes() {
        return finished.cardinality() - resumed.cardinality();
    }

    /** Whether the server's own finish reason leaves open that it completed the answer. */
    boolean isIncomplete() {
        return !incomplete.isEmpty();
    }

    /** Why; empty if it is not incomplete. */
    String incomplete() {
        return incomplete;
    }

    /**
     * Whether an answer that was ended lacks its end: its server writes finish reasons, and a choice got none. A count of the whole
     * answer after its output stands for its end only while no answer has had a finish reason: some servers write none at all. Without a finish
     * reason, a message that is not known may have ended the answer.
     */
    boolean isLacking() {
        BitSet open = (BitSet) choices.clone();
        open.andNot(finished);
        boolean writesFinish = finishReasonUse.isKnown() || !finished.isEmpty();
        return !open.isEmpty() && (writesFinish || (isAnnounced && !usageIsLast) || !unknown.isEmpty());
    }

    /** The answer is whole. */
    void whole() {
        finishReasonUse.onWhole(!choices.isEmpty() && choices.cardinality() == finished.cardinality());
    }

    /** That had output or came to their end. */
    int choices() {
        BitSet seen = (BitSet) choices.clone();
        seen.or(finished);
        return seen.cardinality();
    }

    /** Whether a count of the whole answer followed its output. */
    boolean usageIsLast() {
        return usageIsLast && !choices.isEmpty();
    }
}
