package io.tidemark.reports.model;

import io.tidemark.events.Finality;
import io.tidemark.schemas.ValueText;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.read.SketchRow;
import io.tidemark.sinks.store.read.SketchVisitor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Merges minutes and hours to windows of one length, which begin at multiples of it since 1970 (UTC). An hour whose minutes are gone, and that is longer
 * than these windows, is a window of its own. It takes the sketches of a store by step, target and end, and keeps one at a time. Not thread-safe.
 */
public final class WindowRecomputation implements SketchVisitor {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private final Optional<Duration> every;
    private final List<RecomputedWindow> done = new ArrayList<>();
    private Optional<OpenWindow> open = Optional.empty();
    private int hoursWithoutMinutes;

    /**
     * @param every length of the windows; empty for one of all sketches
     * @throws IllegalArgumentException if minutes or hours would be cut
     */
    public WindowRecomputation(Optional<Duration> every) {
        every.ifPresent(WindowRecomputation::requireWhole);
        this.every = every;
    }

    private static void requireWhole(Duration every) {
        boolean ofMinutes = every.compareTo(MINUTE) >= 0 && HOUR.toMillis() % every.toMillis() == 0;
        boolean ofHours = every.compareTo(HOUR) >= 0 && every.toMillis() % HOUR.toMillis() == 0;
        boolean cutsMinutes = every.toMillis() % MINUTE.toMillis() != 0;
        if (cutsMinutes || !(ofMinutes || ofHours)) {
            throw new IllegalArgumentException(
                    "must be minutes that divide an hour, such as 1m, 5m or 30m, or whole hours or days, but was "
                            + ValueText.duration(every));
        }
    }

    /** One that still takes sketches: of one step and target, from a beginning on. */
    private static final class OpenWindow {
        private final SketchRow first;
        private final Instant from;
        private final LogHistogram sum = new LogHistogram();
        private Instant end;
        private boolean isFinal = true;

        OpenWindow(SketchRow first, Instant from) {
            this.first = first;
            this.from = from;
            this.end = first.end();
        }

        boolean takes(SketchRow row, Instant begin) {
            return row.step() == first.step() && row.target().equals(first.target()) && begin.equals(from);
        }

        void add(SketchRow row) {
            sum.merge(row.sketch());
            end = row.end();
            isFinal &= row.finality() == Finality.FINAL;
        }

        RecomputedWindow close() {
            return new RecomputedWindow(
                    first.step(),
                    first.target(),
                    first.start(),
                    end,
                    isFinal ? Finality.FINAL : Finality.INCOMPLETE,
                    sum);
        }
    }

    @Override
    public void sketch(SketchRow row) {
        Instant begin = begin(row);
        OpenWindow window = open.filter(current -> current.takes(row, begin)).orElseGet(() -> next(row, begin));
        window.add(row);
        hoursWithoutMinutes += row.isHour() && every.isPresent() && every.get().compareTo(HOUR) < 0 ? 1 : 0;
    }

    private OpenWindow next(SketchRow row, Instant begin) {
        open.ifPresent(current -> done.add(current.close()));
        OpenWindow window = new OpenWindow(row, begin);
        open = Optional.of(window);
        return window;
    }

    private Instant begin(SketchRow row) {
        if (every.isEmpty()) {
            return Instant.EPOCH;
        }
        long millis = every.get().toMillis();
        return Instant.ofEpochMilli(Math.floorDiv(row.start().toEpochMilli(), millis) * millis);
    }

    /** By step, target and time; those without values are left out. */
    public List<RecomputedWindow> windows() {
        List<RecomputedWindow> all = new ArrayList<>(done);
        open.ifPresent(current -> all.add(current.close()));
        return all;
    }

    /** Hours that are windows of their own because their minutes are gone. */
    public int hoursWithoutMinutes() {
        return hoursWithoutMinutes;
    }
}
