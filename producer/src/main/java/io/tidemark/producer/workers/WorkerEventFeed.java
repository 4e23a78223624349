package io.tidemark.producer.workers;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RunState;
import io.tidemark.events.SloState;
import io.tidemark.events.StepState;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.kafka.RecordFeed;
import io.tidemark.schemas.kafka.RecordFeed.From;
import io.tidemark.schemas.kafka.RecordFeed.Tap;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.util.List;

/**
 * Hands one run's control events, from the topic's beginning, and its heartbeats, from now on, to a group, in a thread of its own.
 *
 * @param run whose events are handed over; those of others are not
 */
public record WorkerEventFeed(Team team, SchemaRegistry registry, String run) {
    /** Receives the events of one run, on the feed's thread. */
    public interface Listener {
        void control(ControlEvent event);

        void heartbeat(Heartbeat beat);
    }

    /** Everything that is reported once this has returned is heard, until what is returned is closed. */
    public RecordFeed start(RecordFeed.Source source, Listener listener) {
        return RecordFeed.start(
                source,
                List.of(
                        new Tap<>(
                                Topic.CONTROL.in(team),
                                From.BEGINNING,
                                registry.decoder(ControlEvent.class),
                                event -> control(event, listener)),
                        new Tap<>(
                                Topic.HEARTBEATS.in(team),
                                From.NOW,
                                registry.decoder(Heartbeat.class),
                                beat -> heartbeat(beat, listener))));
    }

    private void control(ControlEvent event, Listener listener) {
        if (run.equals(runOf(event))) {
            listener.control(event);
        }
    }

    private void heartbeat(Heartbeat beat, Listener listener) {
        if (run.equals(beat.getRun())) {
            listener.heartbeat(beat);
        }
    }

    private static String runOf(ControlEvent event) {
        if (event.getState() instanceof RunState state) {
            return state.getRun();
        }
        if (event.getState() instanceof StepState step) {
            return step.getRun();
        }
        return event.getState() instanceof SloState slo ? slo.getRun() : "";
    }
}
