package io.tidemark.producer.openai;

import io.tidemark.events.FinishReason;
import java.util.BitSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Which choices of an answer came to their end, and whether the end is that of a whole answer. */
final class AnswerEnd {
    private static final int MAX_CHOICES = 4_096;

    private final Set<String> finishReasons;
    private final FinishReasonUse finishReasonUse;
    private final BitSet choices = new BitSet();
    private final BitSet finished = new BitSet();
    private final BitSet resumed = new BitSet();
    /** By choice: a finish reason that does not say that the answer is whole. */
    private final Map<Integer, String> unknownReasons = new TreeMap<>();

    private FinishReason finishReason = FinishReason.UNKNOWN;
    private String aborted = "";
    private String interim = "";
    private boolean isAnnounced;
    private boolean usageIsLast;
    private String unknown = "";

    /** @param finishReasons of whole answers, besides those that are known */
    AnswerEnd(Set<String> finishReasons, FinishReasonUse finishReasonUse) {
        this.finishReasons = finishReasons;
        this.finishReasonUse = finishReasonUse;
    }

    /** A choice had output, before a finish reason of the same message. A finish reason before it that is not known was one of the answer so far. */
    void output(int choice) {
        choices.set(bounded(choice));
        String before = unknownReasons.isEmpty() ? null : unknownReasons.remove(bounded(choice));
        if (before != null) {
            interim = before;
            isAnnounced = true;
            finished.clear(bounded(choice));
            finishReason = FinishReason.UNKNOWN;
        } else if (finished.get(bounded(choice))) {
            resumed.set(bounded(choice));
        }
        usageIsLast = false;
        unknown = "";
    }

    /** Of several choices one that was broken off is kept, else the last one's. */
    void finished(int choice, String written) {
        FinishReason reason = FinishReasonParser.parse(written);
        boolean isKnown = reason != FinishReason.OTHER || finishReasons.contains(written);
        boolean isInterim = !isKnown && written.equals(interim);
        if (isInterim || FinishReasonParser.isOfLimit(written, finishReason)) {
            return;
        }
        finished.set(bounded(choice));
        resumed.clear(bounded(choice));
        unknownReasons.remove(bounded(choice));
        if (isIncomplete()) {
            return;
        }
        finishReason = reason;
        if (reason == FinishReason.ABORT || reason == FinishReason.ERROR) {
            aborted = "the server aborted the answer: finish_reason is " + DeltaClassifier.name(written);
        } else if (!isKnown) {
            unknownReasons.put(bounded(choice), written);
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

    /** A number of a choice within the limits of what is kept of choices. */
    static int bounded(int choice) {
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
        return !aborted.isEmpty() || !unknownReasons.isEmpty();
    }

    /** Why; empty if it is not incomplete. */
    String incomplete() {
        return unknownReasons.values().stream()
                .findFirst()
                .map(written -> "finish_reason is " + DeltaClassifier.name(written)
                        + ", which does not say that the answer is whole (if it does: request.finish_reasons)")
                .orElse(aborted);
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
