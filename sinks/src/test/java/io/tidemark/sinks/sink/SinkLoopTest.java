package io.tidemark.sinks.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.confluent.kafka.schemaregistry.client.MockSchemaRegistryClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.events.AuditEvent;
import io.tidemark.fixtures.process.Await;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.sinks.consume.Begin;
import io.tidemark.sinks.consume.FollowedPartition;
import io.tidemark.sinks.consume.PartitionSource;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.RunActivity;
import io.tidemark.sinks.store.SourceOffset;
import io.tidemark.sinks.store.SourcePartition;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.retention.ExperimentRetention;
import io.tidemark.sinks.store.retention.MaintenanceResult;
import io.tidemark.sinks.store.retention.PruneScope;
import io.tidemark.sinks.store.retention.PrunedRows;
import io.tidemark.sinks.store.retention.Retention;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.internals.AutoOffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class SinkLoopTest {
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @Test
    void anErrorThatIsNoOutageIsToldAndTheSinkStartsAnew() throws InterruptedException {
        BuggyStore store = new BuggyStore(2);
        SinkLoop loop = loop(store);
        List<SinkStatus.State> seen = new ArrayList<>();
        store.onStart = () -> seen.add(loop.status().state());
        Thread thread = new Thread(loop, "sink-under-test");
        thread.start();
        Await.until(
                () -> store.starts.get() == 3 && loop.status().state() == SinkStatus.State.RUNNING,
                () -> "" + loop.status());
        loop.close();
        thread.join();

        assertThat(seen).containsExactly(SinkStatus.State.RUNNING, SinkStatus.State.FAILED, SinkStatus.State.FAILED);
        assertThat(meters.get(SinkMeter.DEFECTS.id()).counter().count()).isEqualTo(2);
        assertThat(loop.status().state()).isEqualTo(SinkStatus.State.CLOSED);
    }

    private SinkLoop loop(ResultStore store) {
        return new SinkLoop(new SinkLoop.Parts(
                new MockConsumer<>(AutoOffsetResetStrategy.NONE.name()),
                new NoPartitions(),
                new StoreChangeReader(
                        new SchemaRegistry(new MockSchemaRegistryClient(), RegistryConfig.embedded("http://mock"))),
                letters -> {},
                store,
                Begin.OLDEST,
                new SinkClocks(NanoClock.SYSTEM, InstantSource.system()),
                new SinkMeters(meters)));
    }

    private static final class NoPartitions implements PartitionSource {
        @Override
        public List<FollowedPartition> partitions() {
            return List.of();
        }

        @Override
        public Map<TopicPartition, Long> ends(Collection<TopicPartition> partitions) {
            return Map.of();
        }
    }

    /** Has a bug that shows the first times that it is asked where it is. */
    private static final class BuggyStore implements ResultStore {
        private final AtomicInteger starts = new AtomicInteger();
        private final int bugs;
        private Runnable onStart = () -> {};

        BuggyStore(int bugs) {
            this.bugs = bugs;
        }

        @Override
        public Map<SourcePartition, SourceOffset> offsets() {
            onStart.run();
            if (starts.incrementAndGet() <= bugs) {
                throw new IllegalArgumentException("a bug");
            }
            return Map.of();
        }

        @Override
        public void write(WriteBatch batch) {
            throw new UnsupportedOperationException("nothing is written here");
        }

        @Override
        public Set<Team> claim(Set<Team> teams) {
            return teams;
        }

        @Override
        public MaintenanceResult maintain(Team team, Retention retention, Instant now) {
            throw new UnsupportedOperationException("nothing is maintained here");
        }

        @Override
        public List<RunActivity> runningRuns(Team team) {
            throw new UnsupportedOperationException("nothing runs here");
        }

        @Override
        public boolean markLost(RunActivity run, Instant at, String reason) {
            throw new UnsupportedOperationException("nothing is lost here");
        }

        @Override
        public PrunedRows prune(RunKey run, PruneScope scope, AuditEvent audit) {
            throw new UnsupportedOperationException("nothing is pruned here");
        }

        @Override
        public void overrideRetention(ExperimentRetention kept, AuditEvent audit) {
            throw new UnsupportedOperationException("nothing is kept here");
        }

        @Override
        public void clearRetentionOverride(Team team, String experiment, AuditEvent audit) {
            throw new UnsupportedOperationException("nothing is kept here");
        }

        @Override
        public void addAudit(Optional<Team> team, AuditEvent audit) {
            throw new UnsupportedOperationException("nothing is changed here");
        }

        @Override
        public ResultReader reader() {
            throw new UnsupportedOperationException("nothing is read here");
        }

        @Override
        public void close() {}
    }
}
