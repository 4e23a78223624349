package io.tidemark.producer.run;

import io.tidemark.events.ControlEvent;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.producer.record.RequestObserver;
import io.tidemark.producer.runtime.RunEnvironment;
import io.tidemark.producer.validity.CalibrationResult;
import io.tidemark.producer.workers.WorkerGroup;
import io.tidemark.schemas.time.Clocks;
import java.util.List;
import java.util.Optional;

/**
 * What a run works with; the caller that made the publisher closes it.
 *
 * @param requestObserver sees every request beside its events
 * @param calibration what the client itself adds, if it was measured: the client is warm then
 * @param target what is known of the target beside its answers
 * @param workers the other lanes of the run
 * @param environment where it takes place
 * @param queueCapacity events that may wait for it
 * @param remarks that the run's state has beside those on its workload
 */
public record RunDependencies(
        Clocks clocks,
        Publisher publisher,
        RunListener listener,
        RequestObserver requestObserver,
        Optional<CalibrationResult> calibration,
        TargetServices target,
        WorkerGroup workers,
        RunEnvironment environment,
        int queueCapacity,
        List<String> remarks) {
    private static final int QUEUE_CAPACITY = 100_000;

    public RunDependencies {
        remarks = List.copyOf(remarks);
    }

    public static RunDependencies of(Clocks clocks, Publisher publisher, RunListener listener) {
        return new RunDependencies(
                clocks,
                publisher,
                listener,
                RequestObserver.none(),
                Optional.empty(),
                TargetServices.none(),
                WorkerGroup.single(clocks.elapsed()),
                RunEnvironment.overHttp(clocks.elapsed()),
                QUEUE_CAPACITY,
                List.of());
    }

    /** The same, with every request seen by {@code other} too. */
    public RunDependencies withObserver(RequestObserver other) {
        return new RunDependencies(
                clocks, publisher, listener, other, calibration, target, workers, environment, queueCapacity, remarks);
    }

    /** The same, by a client that was calibrated. */
    public RunDependencies withCalibration(Optional<CalibrationResult> measured) {
        return new RunDependencies(
                clocks,
                publisher,
                listener,
                requestObserver,
                measured,
                target,
                workers,
                environment,
                queueCapacity,
                remarks);
    }

    /** The same, with what is known of the target. */
    public RunDependencies withTarget(TargetServices known) {
        return new RunDependencies(
                clocks,
                publisher,
                listener,
                requestObserver,
                calibration,
                known,
                workers,
                environment,
                queueCapacity,
                remarks);
    }

    /** The same, as one of several lanes. */
    public RunDependencies withWorkers(WorkerGroup others) {
        return new RunDependencies(
                clocks,
                publisher,
                listener,
                requestObserver,
                calibration,
                target,
                others,
                environment,
                queueCapacity,
                remarks);
    }

    /** The same, with these remarks in the run's state. */
    public RunDependencies withRemarks(List<String> others) {
        return new RunDependencies(
                clocks,
                publisher,
                listener,
                requestObserver,
                calibration,
                target,
                workers,
                environment,
                queueCapacity,
                others);
    }

    /** The same, elsewhere. */
    public RunDependencies withEnvironment(RunEnvironment other) {
        return new RunDependencies(
                clocks,
                publisher,
                listener,
                requestObserver,
                calibration,
                target,
                workers,
                other,
                queueCapacity,
                remarks);
    }

    /** Publishes a state of the run, if this lane speaks for the run. */
    void publishIfLeader(ControlEvent event) {
        if (workers.share().isLeader()) {
            publisher.publish(event);
        }
    }
}
