package io.tidemark.archive.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.archive.format.Dataset;
import io.tidemark.schemas.Ulid;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.connector.file.sink.FileSinkCommittable;
import org.apache.flink.connector.file.sink.writer.FileWriterBucketState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LockedSinkTest {
    private static final HivePartitions PARTITIONS = new HivePartitions(Dataset.REQUESTS);

    @TempDir
    private Path out;

    @Test
    @SuppressWarnings("NullAway") // The folder does not depend on the context.
    void aProducerThatNamesARunInEachRecordOpensABoundedNumberOfFilesAndEachIsCommittedOnce() throws Exception {
        assumeTrue(LibC.isHere(), "this system has no flock");
        SplittableRandom random = new SplittableRandom(1);
        OpenFiles files = new OpenFiles();
        LockedSink.Writer<OpenFiles> writer = new LockedSink.Writer<>(files, PARTITIONS, ArchiveLock.ofExchange(out));
        List<String> folders = new ArrayList<>();
        for (int i = 0; i < 1_200; i++) {
            GenericRecord row = new GenericData.Record(Dataset.REQUESTS.row());
            row.put("team", "perf");
            row.put("due", 0L);
            row.put("run", Ulid.next(InstantSource.fixed(Instant.EPOCH), random));
            writer.write(row, null);
            folders.add(PARTITIONS.folder(row));
        }

        assertThat(files.mostOpen).isEqualTo(LockedSink.Writer.MAX_OPEN_FILES);
        assertThat(writer.prepareCommit())
                .extracting(FileSinkCommittable::getBucketId)
                .isEqualTo(folders);
        assertThat(writer.prepareCommit()).isEmpty();
    }

    /** Flink's writer, which opens a file in each folder until the next commit. */
    private static final class OpenFiles
            implements StatefulSinkWriter<GenericRecord, FileWriterBucketState>,
                    CommittingSinkWriter<GenericRecord, FileSinkCommittable> {
        private final Set<String> open = new LinkedHashSet<>();
        private int mostOpen;

        @Override
        public void write(GenericRecord row, Context context) {
            open.add(PARTITIONS.folder(row));
            mostOpen = Math.max(mostOpen, open.size());
        }

        @Override
        public Collection<FileSinkCommittable> prepareCommit() {
            List<FileSinkCommittable> committables = open.stream()
                    .map(folder -> new FileSinkCommittable(folder, new org.apache.flink.core.fs.Path(folder)))
                    .toList();
            open.clear();
            return committables;
        }

        @Override
        public List<FileWriterBucketState> snapshotState(long checkpoint) {
            return List.of();
        }

        @Override
        public void flush(boolean endOfInput) {
            // Nothing is held back.
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
