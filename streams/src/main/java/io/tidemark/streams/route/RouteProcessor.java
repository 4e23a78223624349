package io.tidemark.streams.route;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RunState;
import io.tidemark.events.SloState;
import io.tidemark.events.StepState;
import io.tidemark.events.TargetRef;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.streams.inbox.RunInboxCodec;
import io.tidemark.streams.inbox.RunInboxRecord;
import io.tidemark.streams.inbox.TargetInboxCodec;
import io.tidemark.streams.inbox.TargetInboxRecord;
import io.tidemark.streams.processor.DeadLetterRecords;
import io.tidemark.streams.processor.Destination;
import io.tidemark.streams.processor.RetryingDecoder;
import io.tidemark.streams.processor.RoutedRecord;
import io.tidemark.streams.processor.TeamServices;
import io.tidemark.streams.validation.ClientTimestamps;
import io.tidemark.streams.validation.ControlValidator;
import java.time.Instant;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;

/** Definitions and heartbeats to their run; the targets of a run to themselves. */
public final class RouteProcessor extends ContextualProcessor<String, byte[], String, RoutedRecord> {
    private final DeadLetterRecords deadLetters;
    private final String controlTopic;
    private final RetryingDecoder<ControlEvent> controlDecoding;
    private final RetryingDecoder<Heartbeat> heartbeatDecoding;

    public RouteProcessor(Team team, TeamServices tools) {
        this.controlTopic = Topic.CONTROL.in(team);
        this.deadLetters = new DeadLetterRecords(tools.meters());
        this.controlDecoding = new RetryingDecoder<>(tools.registry().decoder(ControlEvent.class)::decode);
        this.heartbeatDecoding = new RetryingDecoder<>(tools.registry().decoder(Heartbeat.class)::decode);
    }

    @Override
    public void process(Record<String, byte[]> raw) {
        deadLetters.contain(
                context(), raw, origin -> take(raw.withHeaders(DeadLetterRecords.originHeaders(origin)), origin));
    }

    private void take(Record<String, byte[]> raw, RecordPosition origin) {
        boolean isControl = origin.topic().equals(controlTopic);
        if (isControl && raw.value() == null) {
            return; // a tombstone of retention: runs are forgotten by their own age
        }
        if (isControl) {
            control(raw, controlDecoding.decode(origin, raw.value()));
        } else {
            heartbeat(raw, heartbeatDecoding.decode(origin, raw.value()));
        }
    }

    private void heartbeat(Record<String, byte[]> raw, Heartbeat heartbeat) {
        ControlValidator.validate(heartbeat, raw.timestamp());
        sendToRun(raw, heartbeat.getRun(), new RunInboxRecord.HeartbeatReceived(heartbeat));
    }

    private void control(Record<String, byte[]> raw, ControlEvent event) {
        ControlValidator.validate(event, raw.timestamp());
        if (event.getState() instanceof RunState run) {
            sendToRun(raw, run.getRun(), new RunInboxRecord.Definition(event));
            bind(raw, run);
        } else if (event.getState() instanceof StepState step) {
            sendToRun(raw, step.getRun(), new RunInboxRecord.Definition(event));
        } else if (event.getState() instanceof SloState slo) {
            sendToRun(raw, slo.getRun(), new RunInboxRecord.Definition(event));
        }
    }

    private void bind(Record<String, byte[]> raw, RunState run) {
        Instant ended = run.getEnded();
        long endedMicros = ended == null ? TargetInboxRecord.Binding.NOT_ENDED : ClientTimestamps.micros(ended);
        for (TargetRef target : run.getTargets()) {
            byte[] binding = TargetInboxCodec.encode(new TargetInboxRecord.Binding(run.getRun(), endedMicros));
            send(raw, target.getName(), new RoutedRecord(Destination.TARGET_INBOX, binding));
        }
    }

    private void sendToRun(Record<String, byte[]> raw, String run, RunInboxRecord inbox) {
        send(raw, run, new RoutedRecord(Destination.RUN_INBOX, RunInboxCodec.encode(inbox)));
    }

    private void send(Record<String, byte[]> raw, String key, RoutedRecord outgoing) {
        context().forward(new Record<>(key, outgoing, raw.timestamp(), raw.headers()));
    }
}
