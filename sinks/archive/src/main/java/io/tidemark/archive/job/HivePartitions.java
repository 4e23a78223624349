package io.tidemark.archive.job;

import io.tidemark.archive.format.ArchiveSchemas;
import io.tidemark.archive.format.Dataset;
import java.time.LocalDate;
import java.util.concurrent.TimeUnit;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.functions.sink.filesystem.BucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.SimpleVersionedStringSerializer;

/** Names a row's folder as Hive does: {@code team=../date=../run=..}, the date by the event's own time in UTC. */
final class HivePartitions implements BucketAssigner<GenericRecord, String> {
    private static final long serialVersionUID = 1L;

    private final Dataset dataset;

    HivePartitions(Dataset dataset) {
        this.dataset = dataset;
    }

    @Override
    public String getBucketId(GenericRecord row, Context context) {
        return folder(row);
    }

    /** A row's folder depends on nothing else. */
    String folder(GenericRecord row) {
        long micros = (Long) row.get(dataset.dated());
        LocalDate date = LocalDate.ofEpochDay(Math.floorDiv(micros, TimeUnit.DAYS.toMicros(1)));
        String day = "team=" + row.get(ArchiveSchemas.TEAM) + "/date=" + date;
        return dataset.byRun() ? day + "/run=" + row.get(ArchiveSchemas.RUN) : day;
    }

    @Override
    public SimpleVersionedSerializer<String> getSerializer() {
        return SimpleVersionedStringSerializer.INSTANCE;
    }
}
