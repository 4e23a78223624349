package io.tidemark.analysis.compare;

import io.tidemark.events.LoadKind;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which of two sides' questions a comparison asks: those that its selection names, one TTFT and one E2E per load, and latencies at loads that both hold.
 */
record Asked(Selection selection, HeldLoads held, Set<Question> answeredByBoth) {

    Set<Question> of(Set<Question> questions) {
        Set<Question> asked = new TreeSet<>(questions);
        asked.removeIf(question -> !asks(question));
        return asked;
    }

    boolean asks(Question question) {
        return selection.asks(question) && countsFromTheRightMoment(question) && !isBeyondWhatIsHeld(question);
    }

    /** Whether it is a latency at a load that is not held, though there are some that are. */
    boolean isBeyondWhatIsHeld(Question question) {
        return selection.latencyLoads() == Selection.LatencyLoads.HELD
                && question.measure().family() == Family.LATENCY
                && held.anyIsHeld(question.loadKind())
                && !held.isHeld(question.loadKind(), question.load());
    }

    /** TTFT and E2E are asked from due at a rate where both sides know it, and else from sent. */
    private boolean countsFromTheRightMoment(Question question) {
        String name = question.measure().name();
        if (selection.from() == Selection.From.SENT || question.measure().family() != Family.LATENCY) {
            return true;
        }
        Optional<String> due = FromDue.of(name);
        if (due.isPresent()) {
            return question.loadKind() != LoadKind.RATE || !answeredByBoth.contains(named(due.get(), question));
        }
        boolean namedItself =
                selection.latencies().contains(name) || selection.latencies().isEmpty();
        return !FromDue.is(name)
                || namedItself
                || (question.loadKind() == LoadKind.RATE && answeredByBoth.contains(question));
    }

    private static Question named(String latency, Question question) {
        Measure measure =
                new Measure(Family.LATENCY, latency, question.measure().quantile());
        return new Question(measure, question.loadKind(), question.load(), question.requestClass());
    }
}
