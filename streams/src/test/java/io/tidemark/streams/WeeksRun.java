package io.tidemark.streams;

import io.tidemark.events.Finality;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.MetricName;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.StepState;
import io.tidemark.events.WindowStats;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/**
 * A run of one request a second: what its lane publishes, and the counts that its windows must have at last. Seconds count from
 * {@link TeamDriver#EPOCH}.
 */
final class WeeksRun {
    private static final int SEGMENT_SECONDS = 3_600;
    private static final int[] LENGTHS = {10, 60, 300};

    private final String id;
    private final String phase;
    private final long from;
    private final long until;
    /** Requests that ended and reached Kafka, by second; seconds that are no longer looked at are taken out. */
    private final TreeMap<Long, Integer> delivered = new TreeMap<>();

    private final Map<Window, WindowStats> last = new HashMap<>();
    private final Map<Integer, Integer> lostBySegment = new HashMap<>();
    private long next;
    private long lost;
    private long beats;
    private long checkedUntil;

    private record Window(int length, long end) {}

    /** @param until second at which it ends */
    WeeksRun(String id, String phase, long from, long until) {
        this.id = id;
        this.phase = phase;
        this.from = from;
        this.until = until;
        this.checkedUntil = from;
    }

    String id() {
        return id;
    }

    boolean isOn(long second) {
        return second >= from && second < until;
    }

    long until() {
        return until;
    }

    long requests() {
        return next;
    }

    long lost() {
        return lost;
    }

    List<SpecificRecord> start() {
        return List.of(Given.control(run().build()), Given.control(step().build()), Given.control((Object)
                Given.change(Given.objective(MetricName.E2E, 0.95, 280).build(), 0)
                        .setRun(id)
                        .build()));
    }

    List<SpecificRecord> end() {
        return List.of(
                Given.control(step().setMeasureUntil(Given.at((double) until))
                        .setEnded(Given.at((double) until))
                        .setRequestsByLane(Map.of(Given.LANE, next))
                        .setMeasuredByLane(Map.of(Given.LANE, next))
                        .setSent(next)
                        .build()),
                Given.control(run().setStatus(RunStatus.ENDED)
                        .setEnded(Given.at((double) until))
                        .build()));
    }

    private RunState.Builder run() {
        return Given.run().setRun(id).setPhase(phase).setStarted(Given.at((double) from));
    }

    private StepState.Builder step() {
        return Given.step((double) from)
                .setRun(id)
                .setSegmentNanos(until - from > SEGMENT_SECONDS ? SEGMENT_SECONDS * 1_000_000_000L : 0);
    }

    /** The request of a second and its tokens. */
    List<SpecificRecord> request(long second, long e2eMillis) {
        long number = next++;
        List<SpecificRecord> events = new ArrayList<>();
        events.add(Given.tokens(number, (double) second, e2eMillis / 2, e2eMillis / 20, 11)
                .setRun(id)
                .setRequest(id + number)
                .build());
        events.add(Given.ok(number, (double) second, e2eMillis / 2, e2eMillis / 2)
                .setRun(id)
                .setRequest(id + number)
                .setSegment(segment(second))
                .build());
        return events;
    }

    /** Its request reached Kafka. */
    void delivered(long second) {
        delivered.merge(second, 1, Integer::sum);
    }

    void lost(long second) {
        lost++;
        lostBySegment.merge(segment(second), 1, Integer::sum);
    }

    private int segment(long second) {
        return until - from > SEGMENT_SECONDS ? (int) ((second - from) / SEGMENT_SECONDS) : 0;
    }

    /** @param announced whether the lane knows what was lost */
    Heartbeat beat(long second, boolean announced) {
        int over = segment(second + 1);
        long lostOfThem = lostBySegment.entrySet().stream()
                .filter(segment -> segment.getKey() < over)
                .mapToLong(Map.Entry::getValue)
                .sum();
        return Given.heartbeat(second + 1.0, next - lost, next - lost)
                .setRun(id)
                .setLaneSeq(beats++)
                .setNextTokenBatch(next)
                .setNextRequest(next)
                .setLostTokenBatches(announced ? lost : 0)
                .setLostRequests(announced ? lost : 0)
                .setSegmentsOver(over)
                .setSegmentRequests((long) over * SEGMENT_SECONDS - lostOfThem)
                .setClosing(second + 1 >= until)
                .build();
    }

    /** A record of its windows of end-to-end times. */
    void see(WindowStats window) {
        if (window.getWindowSeconds() == 0 || window.getFinality() == Finality.PROVISIONAL) {
            return;
        }
        last.put(new Window(window.getWindowSeconds(), second(window.getEnd())), window);
    }

    private static long second(Instant at) {
        return at.getEpochSecond() - TeamDriver.EPOCH.getEpochSecond();
    }

    /** Compares windows that end before a second with what was delivered, once; what is wrong, in words. */
    List<String> check(long before) {
        List<String> wrong = new ArrayList<>();
        for (long end = checkedUntil + 1; end <= Math.min(before, until); end++) {
            for (int length : LENGTHS) {
                wrong.addAll(check(new Window(length, end)));
            }
        }
        checkedUntil = Math.max(checkedUntil, Math.min(before, until));
        delivered.headMap(checkedUntil - LENGTHS[LENGTHS.length - 1]).clear();
        return wrong;
    }

    private List<String> check(Window window) {
        int expected = delivered.subMap(window.end - window.length, window.end).values().stream()
                .mapToInt(Integer::intValue)
                .sum();
        WindowStats found = last.remove(window);
        boolean isDue = delivered.containsKey(window.end - 1);
        if (found == null) {
            return isDue ? List.of(id + " " + window + " is missing: " + expected + " requests") : List.of();
        }
        return found.getCount() == expected
                ? List.of()
                : List.of(id + " " + window + " is " + found.getFinality() + " with " + found.getCount() + " of "
                        + expected + " requests");
    }
}
