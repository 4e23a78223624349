package io.tidemark.streams.meter;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/** Times how long each store partition takes to come back from its changelog. Thread-safe. */
public final class RestoreTimer implements StateRestoreListener {
    private final Map<TopicPartition, Timer.Sample> running = new ConcurrentHashMap<>();
    private final TeamMeters meters;
    private final Timer restores;
    private final Counter records;

    public RestoreTimer(TeamMeters meters) {
        this.meters = meters;
        this.restores = StreamsMeter.RESTORE.timer(meters.registry(), meters.tags());
        this.records = StreamsMeter.RESTORED.counter(meters.registry(), meters.tags());
    }

    @Override
    public void onRestoreStart(TopicPartition changelog, String store, long from, long end) {
        running.put(changelog, Timer.start(meters.registry()));
    }

    @Override
    public void onBatchRestored(TopicPartition changelog, String store, long end, long restored) {
        records.increment((double) restored);
    }

    @Override
    public void onRestoreEnd(TopicPartition changelog, String store, long total) {
        Timer.Sample sample = running.remove(changelog);
        if (sample != null) {
            sample.stop(restores);
        }
    }

    @Override
    public void onRestoreSuspended(TopicPartition changelog, String store, long total) {
        running.remove(changelog);
    }
}
