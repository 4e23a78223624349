package io.tidemark.producer.run;

import io.tidemark.events.ControlEvent;
import io.tidemark.producer.calibrate.Calibration;
import io.tidemark.producer.lanes.Crew;
import io.tidemark.producer.publish.Clocks;
import io.tidemark.producer.publish.Publisher;
import java.util.Optional;

/**
 * What a run works with; whoever made the publisher closes it.
 *
 * @param watch sees every request beside its events
 * @param calibration what the client itself adds, if it was measured: the client is warm then
 * @param aids what is known of the target beside its answers
 * @param crew the other lanes of the run
 * @param venue where it takes place
 * @param queueCapacity events that may wait for it
 */
public record RunParts(
        Clocks clocks,
        Publisher publisher,
        RunListener listener,
        RequestWatch watch,
        Optional<Calibration> calibration,
        TargetAids aids,
        Crew crew,
        Venue venue,
        int queueCapacity) {
    private static final int QUEUE_CAPACITY = 100_000;

    public static RunParts of(Clocks clocks, Publisher publisher, RunListener listener) {
        return new RunParts(
                clocks,
                publisher,
                listener,
                RequestWatch.none(),
                Optional.empty(),
                TargetAids.none(),
                Crew.alone(clocks.elapsed()),
                Venue.overHttp(clocks.elapsed()),
                QUEUE_CAPACITY);
    }

    /** The same, with every request seen by {@code other} too. */
    public RunParts watchedBy(RequestWatch other) {
        return new RunParts(clocks, publisher, listener, other, calibration, aids, crew, venue, queueCapacity);
    }

    /** The same, by a client that was calibrated. */
    public RunParts calibrated(Optional<Calibration> measured) {
        return new RunParts(clocks, publisher, listener, watch, measured, aids, crew, venue, queueCapacity);
    }

    /** The same, with what is known of the target. */
    public RunParts aidedBy(TargetAids known) {
        return new RunParts(clocks, publisher, listener, watch, calibration, known, crew, venue, queueCapacity);
    }

    /** The same, as one of several lanes. */
    public RunParts with(Crew others) {
        return new RunParts(clocks, publisher, listener, watch, calibration, aids, others, venue, queueCapacity);
    }

    /** The same, elsewhere. */
    public RunParts at(Venue other) {
        return new RunParts(clocks, publisher, listener, watch, calibration, aids, crew, other, queueCapacity);
    }

    /** Publishes a state of the run, if this lane speaks for the run. */
    void tell(ControlEvent event) {
        if (crew.share().leads()) {
            publisher.publish(event);
        }
    }
}
