package io.tidemark.app.golden;

import io.tidemark.app.run.RunObservers;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.run.VirtualRuns;
import io.tidemark.app.run.virtualtime.SimulatedServer;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.Regression;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.ServerSample;
import io.tidemark.events.SloBreach;
import io.tidemark.events.StepResult;
import io.tidemark.events.WindowStats;
import io.tidemark.producer.publish.SpoolPublisher;
import io.tidemark.producer.publish.spool.SpoolSettings;
import io.tidemark.producer.publish.spool.SpooledRecords;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.EventDecoder;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.VirtualTime;
import io.tidemark.streams.replay.TopologyReplay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * An event of a run in virtual time, as it is in the team's topics.
 *
 * @param at when it was known, in whole seconds
 */
record TopicEvent(Instant at, SpecificRecord event) {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int TAIL_SECONDS = 15;

    /** A run in virtual time. */
    record TimedRun(RunRequest request, SimulatedServer server, Instant start) {}

    /** Of whole runs, one after the other, those of the streams included; tokens are left out. */
    static List<TopicEvent> of(List<TimedRun> runs, Path spools) throws InterruptedException {
        Team team = runs.get(0).request().team();
        SchemaRegistry registry = SchemaRegistry.inProcess(team);
        Map<String, EventDecoder<? extends SpecificRecord>> decoders = decoders(team, registry);
        List<TopicEvent> events = new ArrayList<>();
        try (TopologyReplay replay =
                new TopologyReplay(team, registry, runs.get(0).start())) {
            for (TimedRun run : runs) {
                Path spool = spools.resolve(run.request().runId().orElseThrow());
                VirtualTime time = new VirtualTime(run.start());
                try (SpoolPublisher publisher =
                        SpoolPublisher.open(SpoolSettings.in(spool), registry, team, new Clocks(time, time.wall()))) {
                    VirtualRuns.run(run.request(), List.of(run.server()), time, publisher, RunObservers.none());
                }
                replay(spool, replay, decoders, events);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return events;
    }

    private static void replay(
            Path spool,
            TopologyReplay replay,
            Map<String, EventDecoder<? extends SpecificRecord>> decoders,
            List<TopicEvent> events)
            throws IOException {
        try (SpooledRecords records = SpooledRecords.open(spool)) {
            Optional<List<ProducerRecord<String, byte[]>>> batch = records.read();
            while (batch.isPresent()) {
                for (ProducerRecord<String, byte[]> record : batch.get()) {
                    while (record.timestamp() >= replay.now().plus(SECOND).toEpochMilli()) {
                        replay.advance(SECOND);
                        take(replay, decoders, events);
                    }
                    replay.accept(record);
                }
                batch = records.read();
            }
            for (int second = 0; second < TAIL_SECONDS; second++) {
                replay.advance(SECOND);
                take(replay, decoders, events);
            }
        }
    }

    private static void take(
            TopologyReplay replay,
            Map<String, EventDecoder<? extends SpecificRecord>> decoders,
            List<TopicEvent> events) {
        replay.takeRecords().stream()
                .filter(record -> decoders.containsKey(record.topic()))
                .forEach(record -> events.add(new TopicEvent(
                        replay.now(), decoders.get(record.topic()).decode(RecordPosition.of(record), record.value()))));
    }

    private static Map<String, EventDecoder<? extends SpecificRecord>> decoders(Team team, SchemaRegistry registry) {
        Map<Topic, Class<? extends SpecificRecord>> types = Map.of(
                Topic.CONTROL, ControlEvent.class,
                Topic.REQUESTS, RequestEvent.class,
                Topic.HEARTBEATS, Heartbeat.class,
                Topic.SERVERS, ServerSample.class,
                Topic.WINDOWS, WindowStats.class,
                Topic.STEPS, StepResult.class,
                Topic.BREACHES, SloBreach.class,
                Topic.REGRESSIONS, Regression.class);
        Map<String, EventDecoder<? extends SpecificRecord>> decoders = new LinkedHashMap<>();
        types.forEach((topic, type) -> decoders.put(topic.in(team), registry.decoder(type)));
        return decoders;
    }
}
