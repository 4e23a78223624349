package io.tidemark.analysis.compare;

import io.tidemark.events.LoadKind;
import io.tidemark.schemas.Metric;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which of two sides' questions a comparison asks: those that its selection names, one TTFT per load, and latencies at loads that both hold.
 */
record Asked(Selection selection, HeldLoads held, Set<Question> answeredByBoth) {

    Set<Question> of(Set<Question> questions) {
        Set<Question> asked = new TreeSet<>(questions);
        asked.removeIf(question -> !asks(question));
        return asked;
    }

    boolean asks(Question question) {
        return selection.asks(question) && isTheTtft(question) && !isBeyondWhatIsHeld(question);
    }

    /** Whether it is a latency at a load that is not held, though there are some that are. */
    boolean isBeyondWhatIsHeld(Question question) {
        return selection.latencyLoads() == Selection.LatencyLoads.HELD
                && question.measure().family() == Family.LATENCY
                && held.anyIsHeld(question.loadKind())
                && !held.isHeld(question.loadKind(), question.load());
    }

    private boolean isTheTtft(Question question) {
        String name = question.measure().name();
        boolean isLatency = question.measure().family() == Family.LATENCY;
        if (selection.from() == Selection.From.SENT || !isLatency) {
            return true;
        }
        if (name.equals(Metric.TTFT.id())) {
            return question.loadKind() != LoadKind.RATE || !answeredByBoth.contains(fromDue(question));
        }
        boolean namedItself = selection.latencies().contains(Metric.TTFT_DUE.id())
                || selection.latencies().isEmpty();
        return !name.equals(Metric.TTFT_DUE.id())
                || namedItself
                || (question.loadKind() == LoadKind.RATE && answeredByBoth.contains(question));
    }

    private static Question fromDue(Question question) {
        Measure measure = new Measure(
                Family.LATENCY, Metric.TTFT_DUE.id(), question.measure().quantile());
        return new Question(measure, question.loadKind(), question.load(), question.requestClass());
    }
}
