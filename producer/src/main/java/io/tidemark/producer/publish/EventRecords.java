package io.tidemark.producer.publish;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.ServerSample;
import io.tidemark.events.SloState;
import io.tidemark.events.StepState;
import io.tidemark.events.TokenBatch;
import io.tidemark.events.TrialState;
import io.tidemark.events.TuneState;
import io.tidemark.events.WatchState;
import io.tidemark.schemas.Keys;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.EventEncoder;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.time.InstantSource;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Events as records of a team's topics, stamped with the time at which they are made. Schema ids are resolved when it is made. Thread-safe. */
final class EventRecords {
    /** The topics that events of a load go to. */
    static final Set<Topic> TOPICS =
            Set.of(Topic.TOKENS, Topic.REQUESTS, Topic.HEARTBEATS, Topic.CONTROL, Topic.SERVERS);

    private final InstantSource wall;
    private final TopicWriter<TokenBatch> tokens;
    private final TopicWriter<RequestEvent> requests;
    private final TopicWriter<Heartbeat> heartbeats;
    private final TopicWriter<ControlEvent> control;
    private final TopicWriter<ServerSample> servers;

    EventRecords(SchemaRegistry registry, Team team, InstantSource wall) {
        this.wall = wall;
        this.tokens = new TopicWriter<>(registry, team, Topic.TOKENS, TokenBatch.class);
        this.requests = new TopicWriter<>(registry, team, Topic.REQUESTS, RequestEvent.class);
        this.heartbeats = new TopicWriter<>(registry, team, Topic.HEARTBEATS, Heartbeat.class);
        this.control = new TopicWriter<>(registry, team, Topic.CONTROL, ControlEvent.class);
        this.servers = new TopicWriter<>(registry, team, Topic.SERVERS, ServerSample.class);
    }

    ProducerRecord<String, byte[]> of(TokenBatch batch) {
        return tokens.record(requestKey(batch.getRun(), batch.getLane(), batch.getRequest()), batch);
    }

    ProducerRecord<String, byte[]> of(RequestEvent event) {
        return requests.record(requestKey(event.getRun(), event.getLane(), event.getRequest()), event);
    }

    ProducerRecord<String, byte[]> of(Heartbeat heartbeat) {
        return heartbeats.record(Keys.heartbeat(heartbeat.getRun(), heartbeat.getLane()), heartbeat);
    }

    ProducerRecord<String, byte[]> of(ControlEvent event) {
        return control.record(key(event.getState()), event);
    }

    ProducerRecord<String, byte[]> of(ServerSample sample) {
        return servers.record(sample.getTarget(), sample);
    }

    private static String requestKey(String run, String lane, String request) {
        return Keys.request(run, lane, Long.parseLong(request.substring(lane.length() + 1)));
    }

    private static String key(Object state) {
        if (state instanceof RunState run) {
            return Keys.run(run.getRun());
        }
        if (state instanceof StepState step) {
            return Keys.step(step.getRun(), step.getStep());
        }
        if (state instanceof SloState slo) {
            return Keys.slo(slo.getRun(), slo.getObjective().getName());
        }
        if (state instanceof WatchState watch) {
            return Keys.watch(watch.getWatch());
        }
        if (state instanceof TuneState tune) {
            return Keys.tune(tune.getTune());
        }
        if (state instanceof TrialState trial) {
            return Keys.trial(trial.getTune(), trial.getNumber());
        }
        throw new IllegalArgumentException(
                "a control event holds a run, step, SLO, watch, tune or trial state but held " + state);
    }

    /** Encodes the events of one topic; thread-safe around an encoder that is not. */
    private final class TopicWriter<T extends SpecificRecord> {
        private final String topic;
        private final EventEncoder<T> encoder;

        TopicWriter(SchemaRegistry registry, Team team, Topic topic, Class<T> type) {
            this.topic = topic.in(team);
            this.encoder = registry.encoder(topic, team, type);
        }

        synchronized ProducerRecord<String, byte[]> record(String key, T event) {
            return new ProducerRecord<>(topic, null, wall.millis(), key, encoder.encode(event));
        }
    }
}
