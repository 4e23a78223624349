package io.tidemark.sinks.sink;

import io.tidemark.events.AuditEvent;
import io.tidemark.schemas.Team;
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
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A store whose maintenance does not end before it is released. */
final class SlowlyMaintainedStore implements ResultStore {
    private final ResultStore store;
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private volatile boolean maintained;

    SlowlyMaintainedStore(ResultStore store) {
        this.store = store;
    }

    boolean awaitMaintaining(Duration within) throws InterruptedException {
        return begun.await(within.toSeconds(), TimeUnit.SECONDS);
    }

    boolean isMaintaining() {
        return begun.getCount() == 0 && !maintained;
    }

    void release() {
        released.countDown();
    }

    @Override
    public MaintenanceResult maintain(Team team, Retention retention, Instant now) {
        begun.countDown();
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        maintained = true;
        return store.maintain(team, retention, now);
    }

    @Override
    public void write(WriteBatch batch) {
        store.write(batch);
    }

    @Override
    public Map<SourcePartition, SourceOffset> offsets() {
        return store.offsets();
    }

    @Override
    public Set<Team> claim(Set<Team> teams) {
        return store.claim(teams);
    }

    @Override
    public List<RunActivity> runningRuns(Team team) {
        return store.runningRuns(team);
    }

    @Override
    public boolean markLost(RunActivity run, Instant at, String reason) {
        return store.markLost(run, at, reason);
    }

    @Override
    public PrunedRows prune(RunKey run, PruneScope scope, AuditEvent audit) {
        return store.prune(run, scope, audit);
    }

    @Override
    public void overrideRetention(ExperimentRetention kept, AuditEvent audit) {
        store.overrideRetention(kept, audit);
    }

    @Override
    public void clearRetentionOverride(Team team, String experiment, AuditEvent audit) {
        store.clearRetentionOverride(team, experiment, audit);
    }

    @Override
    public void addAudit(Optional<Team> team, AuditEvent audit) {
        store.addAudit(team, audit);
    }

    @Override
    public ResultReader reader() {
        return store.reader();
    }

    @Override
    public void close() {
        store.close();
    }
}
