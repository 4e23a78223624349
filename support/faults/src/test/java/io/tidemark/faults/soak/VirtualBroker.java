package io.tidemark.faults.soak;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.sinks.sink.SteppedSink;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** A team's topics in virtual time, one partition each. Records are there once their transaction is committed. Not thread-safe. */
final class VirtualBroker {
    /** Topics that are kept for longer are as large in proportion once that time has gone by. */
    static final Duration LONGEST_RETENTION = Duration.ofDays(1);

    private final Team team;
    private final Map<String, InMemoryTopic> logs = new TreeMap<>();
    private long nowMillis;

    VirtualBroker(Team team, long nowMillis) {
        this.team = team;
        this.nowMillis = nowMillis;
    }

    Team team() {
        return team;
    }

    long nowMillis() {
        return nowMillis;
    }

    void at(long newNowMillis) {
        nowMillis = newNowMillis;
    }

    void append(String topic, byte[] key, byte[] value, Headers headers) {
        log(topic).append(key, value, headers, nowMillis);
    }

    void append(String topic, byte[] key, byte[] value) {
        append(topic, key, value, new RecordHeaders());
    }

    InMemoryTopic log(String topic) {
        return logs.computeIfAbsent(topic, name -> new InMemoryTopic(name, policy(name)));
    }

    /** Internal topics of the streams are deleted as soon as they are read. */
    private static InMemoryTopic.Policy policy(String name) {
        if (name.endsWith("-changelog")) {
            return new InMemoryTopic.Policy(false, false, true, true, Optional.empty());
        }
        Optional<Topic> known = Topic.locate(name).map(Topic.Located::topic);
        if (known.isEmpty()) {
            return new InMemoryTopic.Policy(true, false, false, false, Optional.empty());
        }
        Topic topic = known.get();
        Duration own = Duration.ofMillis(Long.parseLong(topic.config().get("retention.ms")));
        return new InMemoryTopic.Policy(
                topic.isInput(),
                SteppedSink.topics().contains(topic),
                topic.config().get("cleanup.policy").contains("compact"),
                false,
                Optional.of(own.compareTo(LONGEST_RETENTION) < 0 ? own : LONGEST_RETENTION));
    }

    /** What the sink has not been given yet, in the order of the topics. */
    List<ConsumerRecord<byte[], byte[]>> takeForSink() {
        return logs.values().stream()
                .map(InMemoryTopic::takeForSink)
                .flatMap(Collection::stream)
                .toList();
    }

    void clean() {
        logs.values().forEach(log -> log.clean(nowMillis));
    }

    Map<String, InMemoryTopic> logs() {
        return logs;
    }

    /** The short name of a topic. */
    String shortName(String topic) {
        String application = team.applicationId() + "-";
        return Topic.locate(topic)
                .map(located -> located.topic().stream())
                .orElseGet(() -> topic.startsWith(application) ? topic.substring(application.length()) : topic);
    }
}
