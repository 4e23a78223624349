package io.tidemark.streams.run;

import io.tidemark.events.ObjectiveState;
import io.tidemark.events.StepState;
import io.tidemark.streams.pane.PaneDelta;
import io.tidemark.streams.step.SegmentBooks;
import io.tidemark.streams.step.SegmentSpan;
import io.tidemark.streams.step.StepBook;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The steps of a run with their segments. Not thread-safe. */
final class StepBooks {
    private final Definitions definitions;
    private final Map<Integer, StepBook> steps = new TreeMap<>();
    private final Map<Integer, SegmentBooks> segments = new TreeMap<>();

    StepBooks(Definitions definitions) {
        this.definitions = definitions;
    }

    Map<Integer, StepBook> steps() {
        return Collections.unmodifiableMap(steps);
    }

    /** The segments of each step that has any requests. */
    Map<Integer, SegmentBooks> segments() {
        return Collections.unmodifiableMap(segments);
    }

    /** The segments of a step; nothing if it has no requests. */
    Optional<SegmentBooks> segmentsOf(int step) {
        return Optional.ofNullable(segments.get(step));
    }

    boolean has(int step) {
        return steps.containsKey(step);
    }

    /** A step, begun with this if need be. */
    StepBook step(int step) {
        return steps.computeIfAbsent(step, unseen -> {
            StepBook book = new StepBook();
            book.judgeBy(definitions.objectives());
            return book;
        });
    }

    /** The segments of a step, begun with this if need be. */
    SegmentBooks segments(int step) {
        return segments.computeIfAbsent(step, unseen -> {
            SegmentBooks books = new SegmentBooks();
            books.judgeBy(definitions.objectives());
            return books;
        });
    }

    /** Counts a delta in; returns how many of its requests are in no segment, though their step is cut. */
    long add(PaneDelta delta) {
        StepBook step = step(delta.series().step());
        long unsegmented = segments(delta.series().step()).add(delta.pane(), step);
        step.add(delta.pane());
        return unsegmented;
    }

    /** What results of parts of a run's time show beside their requests has changed, where {@code isOf} says so. */
    void changed(Predicate<SegmentSpan> isOf) {
        steps.keySet().forEach(number -> definitions.step(number).ifPresent(state -> changed(state, isOf)));
    }

    /** Segments of whose time nothing changed say the same as before. */
    private void changed(StepState state, Predicate<SegmentSpan> isOf) {
        if (!isOf.test(SegmentSpan.whole(state))) {
            return;
        }
        step(state.getStep()).changed();
        segmentsOf(state.getStep())
                .ifPresent(cut -> cut.changed(
                        segment -> SegmentSpan.of(state, segment).filter(isOf).isPresent()));
    }

    /** Something that all results show has changed. */
    void changed() {
        steps.values().forEach(StepBook::changed);
        segments.values().forEach(SegmentBooks::changed);
    }

    /** From here on the bad requests of the objectives are counted. */
    void judge() {
        Collection<ObjectiveState> objectives = definitions.objectives();
        steps.values().forEach(book -> book.judgeBy(objectives));
        segments.values().forEach(books -> books.judgeBy(objectives));
    }
}
