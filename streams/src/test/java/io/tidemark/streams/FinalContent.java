package io.tidemark.streams;

import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.events.SloBreach;
import io.tidemark.events.StepResult;
import io.tidemark.events.WindowStats;
import io.tidemark.fixtures.kafka.TeamTopics;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.EventDecoder;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What a team's topics say in the end: the last FINAL record of each window of each series, of each step and segment, and of each
 * breach that was not taken back. How often a window was told ({@code revision}) and how many of its values came after the first time
 * ({@code late}) are of the reading, not of what was read.
 */
final class FinalContent {
    private FinalContent() {}

    static Map<String, Object> of(TeamDriver team) {
        return of(
                team.seen(Topic.WINDOWS, WindowStats.class),
                team.seen(Topic.STEPS, StepResult.class),
                team.seen(Topic.BREACHES, SloBreach.class));
    }

    /** Of records as a replay gives them. */
    static Map<String, Object> of(List<ConsumerRecord<byte[], byte[]>> records, Team team, SchemaRegistry registry) {
        return of(
                decoded(records, Topic.WINDOWS.in(team), registry.decoder(WindowStats.class)),
                decoded(records, Topic.STEPS.in(team), registry.decoder(StepResult.class)),
                decoded(records, Topic.BREACHES.in(team), registry.decoder(SloBreach.class)));
    }

    private static <T extends SpecificRecord> List<T> decoded(
            List<ConsumerRecord<byte[], byte[]>> records, String topic, EventDecoder<T> decoder) {
        return records.stream()
                .filter(record -> record.topic().equals(topic))
                .map(record -> decoder.decode(RecordPosition.of(record), record.value()))
                .toList();
    }

    static Map<String, Object> of(TeamTopics team) {
        return of(
                team.read(Topic.WINDOWS, WindowStats.class),
                team.read(Topic.STEPS, StepResult.class),
                team.read(Topic.BREACHES, SloBreach.class));
    }

    private static Map<String, Object> of(
            List<WindowStats> windows, List<StepResult> results, List<SloBreach> breaches) {
        Map<String, Object> content = new TreeMap<>();
        windows.stream()
                .filter(window -> window.getFinality() == Finality.FINAL)
                .forEach(window -> content.put("window " + name(window), plain(window)));
        results.stream()
                .filter(result -> result.getFinality() == Finality.FINAL)
                .forEach(result -> content.put(
                        "step " + result.getRun() + "/" + result.getStep() + "/" + result.getSegment(), result));
        breaches.forEach(breach -> put(breach, content));
        return content;
    }

    private static void put(SloBreach breach, Map<String, Object> content) {
        if (breach.getState() == BreachState.RETRACTED) {
            content.remove("breach " + breach.getBreach());
            return;
        }
        content.put("breach " + breach.getBreach(), breach);
    }

    private static String name(WindowStats window) {
        return String.join(
                "/",
                window.getRun(),
                "" + window.getStep(),
                window.getTarget(),
                window.getRequestClass(),
                window.getMetric().name(),
                "" + window.getWindowSeconds(),
                window.getEnd().toString());
    }

    private static WindowStats plain(WindowStats window) {
        return WindowStats.newBuilder(window).setRevision(0).setLate(0).build();
    }
}
