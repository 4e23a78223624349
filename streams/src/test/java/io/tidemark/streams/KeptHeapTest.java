package io.tidemark.streams;

import static io.tidemark.streams.Given.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.poison.MultipliedEvents;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is kept in the heap of events that ask for much, each of another thing: little, or what the limits of a team allow. */
class KeptHeapTest {
    /** Before the heap is first looked at: what is kept once for all events. */
    private static final int WARM_UP = 10;

    private static final int EVENTS = 50;
    private static final int EVENTS_PER_SECOND = 10;
    private static final int COLLECTIONS = 4;
    private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)");

    @TempDir
    private Path folder;

    private int second;

    /** A kind of them, and the bytes of the heap that one takes at most. */
    @SuppressWarnings("ImmutableEnumChecker") // method references
    private enum Kind {
        SECONDS(MultipliedEvents::seconds, 64 << 10),
        SKETCHES(MultipliedEvents::sketches, 16 << 10),
        SPARSE_NUMBERS(MultipliedEvents::sparseNumber, 8 << 10),
        PHASES(MultipliedEvents::phase, 128 << 10),
        NAMES(MultipliedEvents::name, 8 << 10),
        SKEW(MultipliedEvents::skew, 8 << 10);

        private final Function<MultipliedEvents, List<SpecificRecord>> next;
        private final long mostBytes;

        Kind(Function<MultipliedEvents, List<SpecificRecord>> next, long mostBytes) {
            this.next = next;
            this.mostBytes = mostBytes;
        }
    }

    static {
        TrustedEventClasses.trust();
    }

    @ParameterizedTest
    @EnumSource
    void isBoundedForEachOfThem(Kind kind) {
        try (TeamDriver team = new TeamDriver(folder)) {
            assertThat(heapBytes()).isPositive(); // collects what earlier tests left
            MultipliedEvents events = new MultipliedEvents(() -> at(second), new SplittableRandom(46));
            send(team, kind, events, WARM_UP);
            long before = heapBytes();
            send(team, kind, events, EVENTS);
            long each = (heapBytes() - before) / EVENTS;
            System.out.println("KeptHeapTest: " + kind + " " + each + " bytes");

            assertThat(each).as("bytes that are kept of each").isLessThan(kind.mostBytes);
        }
    }

    private void send(TeamDriver team, Kind kind, MultipliedEvents events, int count) {
        for (int i = 1; i <= count; i++) {
            kind.next.apply(events).forEach(team::sendCounted);
            if (i % EVENTS_PER_SECOND == 0) {
                team.pass(Duration.ofSeconds(1));
                second++;
            }
        }
        team.discardOutputs();
    }

    /**
     * Bytes of the objects that are alive, of which the last collection counts each: some of what an earlier driver had is free only after a collection
     * has run its cleaners. What a collector calls used has the rest of its regions in it, more than all of the events take.
     */
    private static long heapBytes() {
        String histogram = "";
        for (int collection = 0; collection < COLLECTIONS; collection++) {
            histogram = classHistogram();
        }
        Matcher total = TOTAL.matcher(histogram);
        assertThat(total.find()).as(histogram).isTrue();
        return Long.parseLong(total.group(1));
    }

    private static String classHistogram() {
        try {
            return (String) ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "gcClassHistogram",
                            new Object[] {new String[0]},
                            new String[] {String[].class.getName()});
        } catch (JMException e) {
            throw new IllegalStateException("the JVM counts no objects", e);
        }
    }
}
