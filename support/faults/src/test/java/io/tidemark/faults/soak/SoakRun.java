package io.tidemark.faults.soak;

import io.tidemark.events.Heartbeat;
import io.tidemark.events.RunStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/** A run of one request a second: what its lane publishes, and what of it reached Kafka. Not thread-safe. */
final class SoakRun {
    private final Plan plan;
    private final Delivered delivered;
    private final Map<Integer, Integer> lostBySegment = new HashMap<>();
    private long next;
    private long lost;
    private long beats;

    /**
     * What a run is of.
     *
     * @param from its first second
     * @param until the second after its last
     * @param segmentSeconds 0 for none
     */
    record Plan(String run, String experiment, String phase, long from, long until, int segmentSeconds) {
        boolean isOn(long second) {
            return second >= from && second < until;
        }

        int segment(long second) {
            return segmentSeconds == 0 ? 0 : (int) ((second - from) / segmentSeconds);
        }
    }

    /** Sums of the requests of a second that reached Kafka. */
    record Sums(long count, long e2eNanos, long ttftNanos) {
        static final Sums NONE = new Sums(0, 0, 0);

        Sums plus(Sums other) {
            return new Sums(count + other.count, e2eNanos + other.e2eNanos, ttftNanos + other.ttftNanos);
        }
    }

    /** Requests that reached Kafka, by the second in which they were due and ended. */
    static final class Delivered {
        private final TreeMap<Long, Sums> bySecond = new TreeMap<>();
        private long all;

        synchronized void add(long second, LoadEvents.Answer answer) {
            all++;
            bySecond.merge(second, new Sums(1, answer.e2eNanos(), answer.ttftNanos()), Sums::plus);
        }

        /** Of the seconds from one to before another. */
        synchronized Sums between(long from, long until) {
            return bySecond.subMap(from, until).values().stream().reduce(Sums.NONE, Sums::plus);
        }

        /** Of the whole run. */
        synchronized long all() {
            return all;
        }

        synchronized Optional<Sums> at(long second) {
            return Optional.ofNullable(bySecond.get(second));
        }

        synchronized void forgetBefore(long second) {
            bySecond.headMap(second).clear();
        }
    }

    SoakRun(Plan plan) {
        this.plan = plan;
        this.delivered = new Delivered();
    }

    Plan plan() {
        return plan;
    }

    Delivered delivered() {
        return delivered;
    }

    List<SpecificRecord> start() {
        return List.of(
                LoadEvents.control(plan.from, run().build()),
                LoadEvents.control(plan.from, step().build()),
                LoadEvents.control(plan.from, LoadEvents.objective(plan.run, plan.from)));
    }

    List<SpecificRecord> end() {
        return List.of(
                LoadEvents.control(
                        plan.until,
                        step().setMeasureUntil(LoadEvents.at(plan.until))
                                .setEnded(LoadEvents.at(plan.until))
                                .setRequestsByLane(Map.of(LoadEvents.LANE, next))
                                .setMeasuredByLane(Map.of(LoadEvents.LANE, next))
                                .setSent(next)
                                .build()),
                LoadEvents.control(
                        plan.until,
                        run().setStatus(RunStatus.ENDED)
                                .setEnded(LoadEvents.at(plan.until))
                                .build()));
    }

    private io.tidemark.events.RunState.Builder run() {
        return LoadEvents.run(plan.run, plan.from)
                .setExperiment(plan.experiment)
                .setPhase(plan.phase);
    }

    private io.tidemark.events.StepState.Builder step() {
        return LoadEvents.step(plan.run, plan.from).setSegmentNanos(plan.segmentSeconds * 1_000_000_000L);
    }

    /** The request of a second and its tokens. */
    List<SpecificRecord> request(long second, LoadEvents.Answer answer) {
        long number = next++;
        return List.of(
                LoadEvents.tokens(plan.run, number, second, answer),
                LoadEvents.request(plan.run, number, second, answer)
                        .setSegment(plan.segment(second))
                        .build());
    }

    /** Its request never reaches Kafka. */
    void lost(long second) {
        lost++;
        lostBySegment.merge(plan.segment(second), 1, Integer::sum);
    }

    /** @param announced whether the lane knows what was lost */
    Heartbeat beat(long second, boolean announced) {
        int over = plan.segment(second + 1);
        long lostOfThem = lostBySegment.entrySet().stream()
                .filter(segment -> segment.getKey() < over)
                .mapToLong(Map.Entry::getValue)
                .sum();
        return LoadEvents.heartbeat(plan.run, beats++, second + 1)
                .setTokenBatches(next - lost)
                .setRequests(next - lost)
                .setNextTokenBatch(next)
                .setNextRequest(next)
                .setLostTokenBatches(announced ? lost : 0)
                .setLostRequests(announced ? lost : 0)
                .setDue(next)
                .setSent(next)
                .setSegmentsOver(over)
                .setSegmentRequests((long) over * plan.segmentSeconds - lostOfThem)
                .setClosing(second + 1 >= plan.until)
                .build();
    }
}
