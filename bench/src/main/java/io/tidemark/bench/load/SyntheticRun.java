package io.tidemark.bench.load;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.LoadKind;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.StepState;
import io.tidemark.events.TargetRef;
import io.tidemark.producer.publish.Publisher;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A whole run: its lanes, and what control says of it before and after. Not thread-safe. */
public final class SyntheticRun {
    private final RunShape shape;
    private final List<LaneEventSource> lanes;

    public SyntheticRun(RunShape shape, RandomGenerator random) {
        this.shape = shape;
        this.lanes = IntStream.range(0, shape.lanes())
                .mapToObj(lane -> new LaneEventSource(shape, lane, random))
                .toList();
    }

    public List<LaneEventSource> lanes() {
        return lanes;
    }

    /** Publishes whole runs, all their lanes side by side in the order of their times. */
    public static void publishAll(List<SyntheticRun> runs, Publisher publisher) {
        runs.forEach(run -> run.publishStart(publisher));
        Queue<LaneEventSource> lanes = new PriorityQueue<>(Comparator.comparingLong(LaneEventSource::nextNanos));
        runs.forEach(run -> lanes.addAll(run.lanes()));
        while (!lanes.isEmpty()) {
            LaneEventSource lane = lanes.remove();
            lane.publishNext(publisher);
            if (lane.hasNext()) {
                lanes.add(lane);
            }
        }
        runs.forEach(run -> run.publishEnd(publisher));
    }

    /** What is known before: the run, and when its steps begin. */
    public void publishStart(Publisher publisher) {
        publish(publisher, run().setStatus(RunStatus.RUNNING).build());
        for (int step = 0; step < shape.steps(); step++) {
            publish(publisher, step(step).build());
        }
    }

    /** All is over; to be called when no lane has a next event. */
    public void publishEnd(Publisher publisher) {
        Map<String, Long> requests = IntStream.range(0, shape.lanes())
                .mapToObj(RunShape::lane)
                .collect(Collectors.toMap(lane -> lane, lane -> (long) shape.requestsPerStep()));
        for (int step = 0; step < shape.steps(); step++) {
            publish(
                    publisher,
                    step(step)
                            .setMeasureUntil(at(shape.stepStartNanos(step + 1)))
                            .setEnded(at(stepEndNanos(step)))
                            .setRequestsByLane(requests)
                            .setMeasuredByLane(requests)
                            .setSent((long) shape.lanes() * shape.requestsPerStep())
                            .build());
        }
        publish(publisher, run().setStatus(RunStatus.ENDED).setEnded(lastEnd()).build());
    }

    /** When the last request ended, as far as published. */
    public Instant lastEnd() {
        return IntStream.range(0, shape.steps())
                .mapToObj(step -> at(stepEndNanos(step)))
                .max(Instant::compareTo)
                .orElseThrow();
    }

    private RunState.Builder run() {
        return RunState.newBuilder()
                .setRun(shape.run())
                .setExperiment("bench")
                .setPhase("bench-" + shape.run())
                .setTargets(IntStream.range(0, shape.answers().targets())
                        .mapToObj(SyntheticRun::target)
                        .toList())
                .setLanes(IntStream.range(0, shape.lanes())
                        .mapToObj(RunShape::lane)
                        .toList())
                .setStepCount(shape.steps())
                .setStarted(shape.start());
    }

    /** A target of synthetic runs and pages. */
    public static TargetRef target(int number) {
        return TargetRef.newBuilder()
                .setName(RunShape.target(number))
                .setUrl("http://127.0.0.1:1")
                .setModel("synthetic")
                .build();
    }

    private StepState.Builder step(int step) {
        Instant started = at(shape.stepStartNanos(step));
        return StepState.newBuilder()
                .setRun(shape.run())
                .setStep(step)
                .setLoadKind(LoadKind.RATE)
                .setLoad(shape.perSecond() * shape.lanes())
                .setStarted(started)
                .setMeasureFrom(started);
    }

    private long stepEndNanos(int step) {
        return lanes.stream().mapToLong(lane -> lane.stepEndNanos(step)).max().orElseThrow();
    }

    private Instant at(long nanos) {
        return shape.start().plusNanos(nanos);
    }

    private void publish(Publisher publisher, Object state) {
        publisher.publish(
                ControlEvent.newBuilder().setAt(shape.start()).setState(state).build());
    }
}
