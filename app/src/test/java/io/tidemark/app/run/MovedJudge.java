package io.tidemark.app.run;

import io.confluent.kafka.schemaregistry.client.MockSchemaRegistryClient;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.Finality;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.ServerSample;
import io.tidemark.events.SloBreach;
import io.tidemark.events.SloState;
import io.tidemark.events.StepResult;
import io.tidemark.events.TokenBatch;
import io.tidemark.schemas.Keys;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.streams.meter.TeamMeters;
import io.tidemark.streams.processor.TeamServices;
import io.tidemark.streams.topology.TeamTopology;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;

/** Gives a run's events, second by second, to the team's whole topology, under an objective, and reads the breaches. */
final class MovedJudge implements AutoCloseable {
    private static final Team TEAM = new Team("moved");
    private static final int TAIL_SECONDS = 15;

    private final SchemaRegistry registry =
            new SchemaRegistry(new MockSchemaRegistryClient(), RegistryConfig.embedded("http://mock"));
    private final TopologyTestDriver driver;

    MovedJudge(Path stateDir) {
        registry.register(TEAM);
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, TEAM.applicationId());
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
        config.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        config.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        driver = new TopologyTestDriver(
                TeamTopology.of(TEAM, new TeamServices(registry, TeamMeters.discarding(TEAM)), 1),
                config,
                MovedRun.START);
    }

    /** A limit of a metric's quantile over 10 s. */
    static ObjectiveState quantile(Metric metric, double quantile, long limitNanos, double level) {
        return ObjectiveState.newBuilder()
                .setName(metric.id())
                .setKind(ObjectiveKind.QUANTILE)
                .setMetric(metric.event())
                .setQuantile(quantile)
                .setLimitNanos(limitNanos)
                .setWindowSeconds(10)
                .setLevel(level)
                .build();
    }

    static ObjectiveState errors() {
        return ObjectiveState.newBuilder()
                .setName("errors")
                .setKind(ObjectiveKind.ERROR_RATIO)
                .setMetric(MetricName.UNKNOWN)
                .setMaxBadRatio(0.01)
                .setWindowSeconds(10)
                .build();
    }

    /** The last record of each breach, in the order in which they opened. */
    List<SloBreach> judge(List<SpecificRecordBase> events, List<ObjectiveState> objectives) {
        Map<String, SloBreach> last = new LinkedHashMap<>();
        judgeAll(events, objectives).forEach(breach -> last.put(breach.getBreach(), breach));
        return last.values().stream()
                .sorted(Comparator.comparing(SloBreach::getOpened))
                .toList();
    }

    /** Each record. */
    List<SloBreach> judgeAll(List<SpecificRecordBase> events, List<ObjectiveState> objectives) {
        List<SpecificRecordBase> inTime = new ArrayList<>(events);
        inTime.sort(Comparator.comparing(MovedJudge::at));
        String run = events.stream()
                .filter(Heartbeat.class::isInstance)
                .map(Heartbeat.class::cast)
                .findFirst()
                .orElseThrow()
                .getRun();
        Instant now = MovedRun.START;
        boolean defined = false;
        for (SpecificRecordBase event : inTime) {
            while (now.plusSeconds(1).isBefore(at(event))) {
                now = now.plusSeconds(1);
                driver.advanceWallClockTime(Duration.ofSeconds(1));
            }
            send(event);
            if (!defined && event instanceof ControlEvent control && control.getState() instanceof RunState) {
                defined = true;
                objectives.forEach(objective -> send(ControlEvent.newBuilder()
                        .setAt(MovedRun.START)
                        .setState(SloState.newBuilder()
                                .setRun(run)
                                .setObjective(objective)
                                .setChanged(MovedRun.START)
                                .build())
                        .build()));
            }
        }
        for (int second = 0; second < TAIL_SECONDS; second++) {
            driver.advanceWallClockTime(Duration.ofSeconds(1));
        }
        return breaches();
    }

    /** The last FINAL result of each whole step, in their order. */
    List<StepResult> finalSteps() {
        return finalResults().stream()
                .filter(result -> result.getRequestClass().equals(RequestClass.ALL))
                .toList();
    }

    /** The last FINAL result of each whole step and, after it, of each of several targets. */
    List<StepResult> finalResults() {
        var decoder = registry.decoder(StepResult.class);
        Map<String, StepResult> last = new TreeMap<>();
        driver
                .createOutputTopic(Topic.STEPS.in(TEAM), new StringDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList()
                .stream()
                .map(record -> decoder.decode(new RecordPosition(Topic.STEPS.in(TEAM), 0, 0), record.value()))
                .filter(result -> result.getFinality() == Finality.FINAL && result.getSegment() == null)
                .forEach(result -> last.put(
                        "%05d %s %s".formatted(result.getStep(), result.getRequestClass(), result.getTarget()),
                        result));
        return List.copyOf(last.values());
    }

    private List<SloBreach> breaches() {
        var decoder = registry.decoder(SloBreach.class);
        return driver
                .createOutputTopic(Topic.BREACHES.in(TEAM), new StringDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList()
                .stream()
                .map(record -> decoder.decode(new RecordPosition(Topic.BREACHES.in(TEAM), 0, 0), record.value()))
                .toList();
    }

    /** When it was published, or a moment after. */
    static Instant at(SpecificRecordBase event) {
        if (event instanceof RequestEvent request) {
            return request.getDue().plusNanos(Objects.requireNonNullElse(request.getEndNanos(), 0L));
        }
        if (event instanceof TokenBatch batch) {
            long gaps = batch.getGapsNanos().stream().mapToLong(Long::longValue).sum();
            return batch.getDue().plusNanos(batch.getSentNanos() + batch.getBaseNanos() + gaps);
        }
        if (event instanceof Heartbeat beat) {
            return beat.getAt();
        }
        if (event instanceof ServerSample sample) {
            return sample.getScrapeEnd();
        }
        return ((ControlEvent) event).getAt();
    }

    private void send(SpecificRecordBase event) {
        if (event instanceof RequestEvent request) {
            send(Topic.REQUESTS, request.getRequest(), request);
        } else if (event instanceof TokenBatch batch) {
            send(Topic.TOKENS, batch.getRequest(), batch);
        } else if (event instanceof Heartbeat beat) {
            send(Topic.HEARTBEATS, Keys.heartbeat(beat.getRun(), beat.getLane()), beat);
        } else if (event instanceof ServerSample sample) {
            send(Topic.SERVERS, sample.getTarget(), sample);
        } else if (event instanceof ControlEvent control) {
            send(Topic.CONTROL, "run/" + Keys.class.getName(), control);
        }
    }

    private <T extends SpecificRecord> void send(Topic topic, String key, T event) {
        @SuppressWarnings("unchecked") // the class of an event is the class of T
        Class<T> type = (Class<T>) event.getClass();
        byte[] value = registry.encoder(topic, TEAM, type).encode(event);
        driver.createInputTopic(topic.in(TEAM), new StringSerializer(), new ByteArraySerializer())
                .pipeInput(key, value);
    }

    @Override
    public void close() {
        driver.close();
    }
}
