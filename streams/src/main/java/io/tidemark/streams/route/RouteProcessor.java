package io.tidemark.streams.route;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RunState;
import io.tidemark.events.SloState;
import io.tidemark.events.StepState;
import io.tidemark.events.TargetRef;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.EventDecodeException;
import io.tidemark.schemas.serde.RecordPosition;
import io.tidemark.streams.flow.DeadLetters;
import io.tidemark.streams.flow.Decoding;
import io.tidemark.streams.flow.Implausible;
import io.tidemark.streams.flow.Outgoing;
import io.tidemark.streams.flow.Stamps;
import io.tidemark.streams.flow.TeamTools;
import io.tidemark.streams.flow.TeamTopics;
import io.tidemark.streams.inbox.InboxCodec;
import io.tidemark.streams.inbox.InboxRecord;
import io.tidemark.streams.inbox.TargetCodec;
import io.tidemark.streams.inbox.TargetRecord;
import java.time.Instant;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/** Definitions and heartbeats to their run; the targets of a run to themselves. */
final class RouteProcessor extends ContextualProcessor<String, byte[], String, Outgoing> {
    private static final long NOT_ENDED = -1;

    private final DeadLetters deadLetters;
    private final TeamTopics topics;
    private final Decoding<ControlEvent> controlDecoding;
    private final Decoding<Heartbeat> heartbeatDecoding;

    RouteProcessor(TeamTopics topics, TeamTools tools) {
        this.topics = topics;
        this.deadLetters = new DeadLetters(topics, tools.meters());
        this.controlDecoding = new Decoding<>(tools.registry().decoder(ControlEvent.class)::decode);
        this.heartbeatDecoding = new Decoding<>(tools.registry().decoder(Heartbeat.class)::decode);
    }

    @Override
    public void process(Record<String, byte[]> raw) {
        RecordMetadata metadata = context().recordMetadata().orElseThrow();
        RecordPosition origin = new RecordPosition(metadata.topic(), metadata.partition(), metadata.offset());
        boolean control = metadata.topic().equals(topics.of(Topic.CONTROL));
        if (control && raw.value() == null) {
            return; // a tombstone of retention: runs are forgotten by their own age
        }
        try {
            if (control) {
                control(raw, controlDecoding.decode(origin, raw.value()));
                return;
            }
            Heartbeat heartbeat = heartbeatDecoding.decode(origin, raw.value());
            Soundness.require(heartbeat, raw.timestamp());
            toRun(raw, heartbeat.getRun(), new InboxRecord.Beat(heartbeat));
        } catch (EventDecodeException | Implausible e) {
            context().forward(deadLetters.of(raw, origin, e));
        }
    }

    private void control(Record<String, byte[]> raw, ControlEvent event) {
        Soundness.require(event.getState(), raw.timestamp());
        if (event.getState() instanceof RunState run) {
            toRun(raw, run.getRun(), new InboxRecord.Control(event));
            bind(raw, run);
        } else if (event.getState() instanceof StepState step) {
            toRun(raw, step.getRun(), new InboxRecord.Control(event));
        } else if (event.getState() instanceof SloState slo) {
            toRun(raw, slo.getRun(), new InboxRecord.Control(event));
        }
    }

    private void bind(Record<String, byte[]> raw, RunState run) {
        Instant ended = run.getEnded();
        long endedMicros = ended == null ? NOT_ENDED : Stamps.micros(ended);
        for (TargetRef target : run.getTargets()) {
            byte[] binding = TargetCodec.encode(new TargetRecord.Binding(run.getRun(), endedMicros));
            send(raw, target.getName(), new Outgoing(topics.internal(TeamTopics.TARGET_INBOX), binding));
        }
    }

    private void toRun(Record<String, byte[]> raw, String run, InboxRecord inbox) {
        send(raw, run, new Outgoing(topics.internal(TeamTopics.RUN_INBOX), InboxCodec.encode(inbox)));
    }

    private void send(Record<String, byte[]> raw, String key, Outgoing outgoing) {
        context().forward(new Record<>(key, outgoing, raw.timestamp()));
    }
}
