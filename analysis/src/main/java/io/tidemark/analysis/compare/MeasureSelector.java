package io.tidemark.analysis.compare;

import io.tidemark.analysis.measure.Measure;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.measure.MeasureFamily;
import io.tidemark.events.LoadKind;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which of two sides' questions a comparison asks: those that its selection names, one TTFT and one E2E per load, and latencies at loads that both hold.
 */
record MeasureSelector(MeasureSelection selection, HeldLoads held, Set<MeasureAtLoad> measuredByBoth) {

    Set<MeasureAtLoad> of(Set<MeasureAtLoad> questions) {
        Set<MeasureAtLoad> asked = new TreeSet<>(questions);
        asked.removeIf(question -> !selects(question));
        return asked;
    }

    boolean selects(MeasureAtLoad question) {
        return isWanted(question) && !isAtLoadNotHeld(question);
    }

    /** Whether only its load excludes it. */
    boolean isBeyondWhatIsHeld(MeasureAtLoad question) {
        return isWanted(question) && isAtLoadNotHeld(question);
    }

    private boolean isWanted(MeasureAtLoad question) {
        return selection.selects(question) && countsFromTheRightMoment(question);
    }

    /** Whether it is a latency at a load that is not held, though there are some that are. */
    private boolean isAtLoadNotHeld(MeasureAtLoad question) {
        return selection.latencyLoads() == MeasureSelection.LatencyLoads.HELD
                && question.measure().family() == MeasureFamily.LATENCY
                && held.anyIsHeld(question.loadKind())
                && !held.isHeld(question.loadKind(), question.load());
    }

    /** TTFT and E2E are asked from due at a rate where both sides know it, and else from sent. */
    private boolean countsFromTheRightMoment(MeasureAtLoad question) {
        String name = question.measure().name();
        if (selection.from() == MeasureSelection.From.SENT || question.measure().family() != MeasureFamily.LATENCY) {
            return true;
        }
        Optional<String> due = DueLatencies.of(name);
        if (due.isPresent()) {
            return question.loadKind() != LoadKind.RATE || !measuredByBoth.contains(named(due.get(), question));
        }
        boolean namedItself =
                selection.latencies().contains(name) || selection.latencies().isEmpty();
        return !DueLatencies.is(name)
                || namedItself
                || (question.loadKind() == LoadKind.RATE && measuredByBoth.contains(question));
    }

    private static MeasureAtLoad named(String latency, MeasureAtLoad question) {
        Measure measure =
                new Measure(MeasureFamily.LATENCY, latency, question.measure().quantile());
        return new MeasureAtLoad(measure, question.loadKind(), question.load(), question.requestClass());
    }
}
