package io.tidemark.streams.step;

import io.tidemark.events.ObjectiveState;
import io.tidemark.streams.pane.Pane;
import io.tidemark.streams.pane.RequestFact;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * A book for each segment of a step by when requests were due. While all of a step's requests are of its first segment it has none:
 * the step's own book says it all. A segment that was let go of is not begun again. Not thread-safe.
 */
public final class SegmentBooks {
    /** Segments open at once; requests of further ones count in the step alone, whose result says so. */
    static final int MOST_OPEN = 2_000;

    private static final int VERSION = 1;
    private static final String GONE = "gone";

    private final NavigableMap<Integer, StepBook> books = new TreeMap<>();
    private final List<String> letGo = new ArrayList<>();
    private Collection<ObjectiveState> objectives = List.of();
    private int goneBefore;

    /** The open ones by number. */
    public NavigableMap<Integer, StepBook> books() {
        return Collections.unmodifiableNavigableMap(books);
    }

    /**
     * Adds the measured requests of a delta, before it is added to the step's own book.
     *
     * @return how many are in no segment: theirs is gone, or there are too many
     */
    public long add(Pane delta, StepBook whole) {
        if (!isCut() && !cuts(delta)) {
            return 0;
        }
        if (!isCut() && whole.columns().rows() > 0) {
            books.put(0, whole.copyOfRequests());
        }
        long leftOut = delta.ended().stream()
                .filter(RequestFact::measured)
                .filter(fact -> !add(fact))
                .count();
        delta.measuredItl()
                .byPlace()
                .forEach(
                        (place, gaps) -> book(place.segment()).ifPresent(book -> book.addItl(place.dueSecond(), gaps)));
        whole.leftOutOfSegments(leftOut);
        return leftOut;
    }

    private boolean add(RequestFact fact) {
        Optional<StepBook> book = book(fact.segment());
        book.ifPresent(found -> found.add(fact));
        return book.isPresent();
    }

    private boolean isCut() {
        return goneBefore > 0 || !books.isEmpty();
    }

    private static boolean cuts(Pane delta) {
        return delta.ended().stream().anyMatch(fact -> fact.measured() && fact.segment() > 0);
    }

    private Optional<StepBook> book(int segment) {
        boolean known = books.containsKey(segment);
        if (!known && (segment < goneBefore || books.size() >= MOST_OPEN)) {
            return Optional.empty();
        }
        return Optional.of(books.computeIfAbsent(segment, unseen -> {
            StepBook book = new StepBook();
            book.judgeBy(objectives);
            return book;
        }));
    }

    /** The objectives of the run: from here on their bad requests are counted. */
    public void judgeBy(Collection<ObjectiveState> current) {
        objectives = List.copyOf(current);
        books.values().forEach(book -> book.judgeBy(objectives));
    }

    /** Something that the results of all of them show has changed. */
    public void changed() {
        books.values().forEach(StepBook::changed);
    }

    /** Something that the results of those segments show has changed. */
    public void changed(IntPredicate isOf) {
        books.forEach((number, book) -> {
            if (isOf.test(number)) {
                book.changed();
            }
        });
    }

    /** Forgets a segment, and with it those before: nothing more is expected of them. */
    public void letGo(int segment) {
        NavigableMap<Integer, StepBook> gone = books.headMap(segment, true);
        gone.forEach((number, book) -> book.parts().forEach(part -> letGo.add(number + "/" + part)));
        gone.clear();
        goneBefore = Math.max(goneBefore, segment + 1);
    }

    /** What changed since the last call, by name. */
    public Map<String, byte[]> takeUnsaved() {
        Map<String, byte[]> parts = new TreeMap<>();
        books.forEach(
                (number, book) -> book.takeUnsaved().forEach((part, bytes) -> parts.put(number + "/" + part, bytes)));
        if (!letGo.isEmpty()) {
            parts.put(GONE, new WireWriter().raw(VERSION).count(goneBefore).toBytes());
        }
        return parts;
    }

    /** Names of what is saved of segments that were let go of since the last call. */
    public List<String> takeLetGo() {
        List<String> taken = List.copyOf(letGo);
        letGo.clear();
        return taken;
    }

    /** Puts a saved part back, in any order. */
    public void restore(String name, byte[] bytes) {
        if (name.equals(GONE)) {
            WireReader in = new WireReader(bytes);
            in.version(VERSION);
            goneBefore = in.integer();
            in.requireEnd();
            return;
        }
        String[] numberAndPart = name.split("/", 2);
        books.computeIfAbsent(Integer.valueOf(numberAndPart[0]), unseen -> new StepBook())
                .restore(numberAndPart[1], bytes);
    }
}
