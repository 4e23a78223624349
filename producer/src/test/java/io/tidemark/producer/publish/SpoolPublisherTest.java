package io.tidemark.producer.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.events.RequestEvent;
import io.tidemark.producer.publish.spool.SpoolSettings;
import io.tidemark.producer.publish.spool.SpooledRecords;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.time.Clocks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SpoolPublisherTest {
    private static final Team TEAM = new Team("perf");
    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

    @TempDir
    private Path home;

    private final AtomicLong nowNanos = new AtomicLong();
    private final SchemaRegistry registry = SchemaRegistry.inProcess(TEAM);

    private SpoolPublisher open(long maxBytes) {
        Clocks clocks = new Clocks(nowNanos::get, () -> START.plusNanos(nowNanos.get()));
        return SpoolPublisher.open(
                new SpoolSettings(Optional.of(home.resolve("run")), maxBytes, 1024), registry, TEAM, clocks);
    }

    private static RequestEvent request(long number) {
        return RequestEvent.newBuilder()
                .setRun("R")
                .setStep(0)
                .setLane("lane-0")
                .setLaneSeq(number)
                .setRequest("lane-0-" + number)
                .setTarget("t")
                .setModel("m")
                .setDue(START)
                .build();
    }

    private List<ProducerRecord<String, byte[]>> read() throws IOException {
        List<ProducerRecord<String, byte[]>> all = new ArrayList<>();
        try (SpooledRecords records = SpooledRecords.open(home.resolve("run"))) {
            for (Optional<List<ProducerRecord<String, byte[]>>> batch = records.read();
                    batch.isPresent();
                    batch = records.read()) {
                all.addAll(batch.get());
            }
        }
        return all;
    }

    @Test
    void whatWasPublishedIsReadInItsOrderWithItsTimes() throws Exception {
        try (SpoolPublisher publisher = open(1 << 20)) {
            for (int n = 0; n < 3; n++) {
                publisher.publish(request(n));
                nowNanos.addAndGet(Duration.ofMillis(250).toNanos());
            }
        }
        List<ProducerRecord<String, byte[]>> records = read();
        assertThat(records).extracting(ProducerRecord::topic).containsOnly(Topic.REQUESTS.in(TEAM));
        assertThat(records).extracting(ProducerRecord::key).containsExactly("R/lane-0/0", "R/lane-0/1", "R/lane-0/2");
        long startMillis = START.toEpochMilli();
        assertThat(records)
                .extracting(ProducerRecord::timestamp)
                .containsExactly(startMillis, startMillis + 250, startMillis + 500);
        RequestEvent last = registry.decoder(RequestEvent.class)
                .decode(new RecordPosition("t", 0, 0), records.get(2).value());
        assertThat(last.getLaneSeq()).isEqualTo(2);
        assertThat(read()).as("reading deletes nothing").hasSize(3);
    }

    /** A process that is killed loses what came in its last second. */
    @Test
    void eventsAreWrittenDownEachSecond() throws Exception {
        SpoolPublisher publisher = open(1 << 20);
        publisher.publish(request(0));
        nowNanos.addAndGet(Duration.ofMillis(1_100).toNanos());
        publisher.publish(request(1));
        publisher.publish(request(2));
        try (var files = Files.list(home.resolve("run"))) {
            assertThat(files.filter(file -> file.toString().endsWith(".log"))
                            .mapToLong(file -> file.toFile().length()))
                    .singleElement()
                    .satisfies(bytes -> assertThat(bytes).isPositive());
        }
        publisher.close();
        assertThat(read()).hasSize(3);
    }

    @Test
    void whatTheDiskDoesNotTakeIsCountedByTopic() {
        try (SpoolPublisher publisher = open(600)) {
            publisher.publish(request(0));
            publisher.publish(request(1));
            publisher.publish(request(2));
            assertThat(publisher.lost()).isPositive().isLessThan(3);
            assertThat(publisher.lost(Topic.REQUESTS)).isEqualTo(publisher.lost());
            assertThat(publisher.lost(Topic.TOKENS)).isZero();
            assertThat(publisher.lossReason()).contains("was full (600 bytes)");
        }
    }

    @Test
    void nobodyElseHasTheFolderMeanwhile() throws Exception {
        try (SpoolPublisher publisher = open(1 << 20)) {
            publisher.publish(request(0));
            assertThat(SpoolReplayer.isFree(home.resolve("run"))).isFalse();
            assertThatThrownBy(() -> open(1 << 20))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("in use");
        }
        assertThat(SpoolReplayer.isFree(home.resolve("run"))).isTrue();
    }
}
