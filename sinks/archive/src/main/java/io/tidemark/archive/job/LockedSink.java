package io.tidemark.archive.job;

import io.tidemark.archive.format.Dataset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.connector.file.sink.FileSinkCommittable;
import org.apache.flink.connector.file.sink.writer.FileWriterBucketState;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.SupportsPreCommitTopology;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * Flink's sink of files, which shares the archive's lock of exchanges while it begins a file in a folder and while it renames files: compaction
 * exchanges folders beside it. A file that it has begun and not renamed yet may be exchanged, for compaction links it into the new folder.
 */
final class LockedSink
        implements Sink<GenericRecord>,
                SupportsWriterState<GenericRecord, FileWriterBucketState>,
                SupportsCommitter<FileSinkCommittable>,
                SupportsPreCommitTopology<FileSinkCommittable, FileSinkCommittable> {
    private static final long serialVersionUID = 1L;

    private final FileSink<GenericRecord> files;
    private final Dataset dataset;
    private final String out;

    /** @param out folder of the archive, on a file system of this machine */
    LockedSink(FileSink<GenericRecord> files, Dataset dataset, Path out) {
        this.files = files;
        this.dataset = dataset;
        this.out = out.toString();
    }

    @Override
    public Writer<?> createWriter(WriterInitContext context) throws IOException {
        return new Writer<>(files.createWriter(context), new HivePartitions(dataset), lock());
    }

    @Override
    public Writer<?> restoreWriter(WriterInitContext context, Collection<FileWriterBucketState> state)
            throws IOException {
        return new Writer<>(files.restoreWriter(context, state), new HivePartitions(dataset), lock());
    }

    @Override
    public Committer<FileSinkCommittable> createCommitter(CommitterInitContext context) throws IOException {
        return new LockedCommitter(files.createCommitter(context), lock());
    }

    private ArchiveLock lock() {
        return ArchiveLock.ofExchange(Path.of(out));
    }

    @Override
    public DataStream<CommittableMessage<FileSinkCommittable>> addPreCommitTopology(
            DataStream<CommittableMessage<FileSinkCommittable>> committables) {
        return files.addPreCommitTopology(committables);
    }

    @Override
    public SimpleVersionedSerializer<FileWriterBucketState> getWriterStateSerializer() {
        return files.getWriterStateSerializer();
    }

    @Override
    public SimpleVersionedSerializer<FileSinkCommittable> getCommittableSerializer() {
        return files.getCommittableSerializer();
    }

    @Override
    public SimpleVersionedSerializer<FileSinkCommittable> getWriteResultSerializer() {
        return files.getWriteResultSerializer();
    }

    /**
     * Begins a file with the first row of a folder after each checkpoint, for a checkpoint closes all files. They are closed earlier once there
     * are {@link #MAX_OPEN_FILES}: an open file takes 0.7 MiB of heap beside its rows, and a producer chooses how many runs it names.
     */
    @SuppressWarnings("try") // Flink declares no narrower exception for closing.
    static final class Writer<
                    W extends
                            StatefulSinkWriter<GenericRecord, FileWriterBucketState>
                                    & CommittingSinkWriter<GenericRecord, FileSinkCommittable>>
            implements StatefulSinkWriter<GenericRecord, FileWriterBucketState>,
                    CommittingSinkWriter<GenericRecord, FileSinkCommittable> {
        static final int MAX_OPEN_FILES = 300;

        private final W files;
        private final HivePartitions partitions;
        private final ArchiveLock lock;
        private final Set<String> begun = new HashSet<>();
        private final List<FileSinkCommittable> closed = new ArrayList<>();

        Writer(W files, HivePartitions partitions, ArchiveLock lock) {
            this.files = files;
            this.partitions = partitions;
            this.lock = lock;
        }

        @Override
        public void write(GenericRecord row, Context context) throws IOException, InterruptedException {
            String folder = partitions.folder(row);
            if (begun.contains(folder)) {
                files.write(row, context);
                return;
            }
            if (begun.size() >= MAX_OPEN_FILES) {
                closeFiles();
            }
            ArchiveLock.Held shared = lock.shared();
            try (shared) {
                files.write(row, context);
            }
            begun.add(folder);
        }

        @Override
        public Collection<FileSinkCommittable> prepareCommit() throws IOException, InterruptedException {
            closeFiles();
            List<FileSinkCommittable> all = List.copyOf(closed);
            closed.clear();
            return all;
        }

        private void closeFiles() throws IOException, InterruptedException {
            closed.addAll(files.prepareCommit());
            begun.clear();
        }

        @Override
        public List<FileWriterBucketState> snapshotState(long checkpoint) throws IOException {
            return files.snapshotState(checkpoint);
        }

        @Override
        public void flush(boolean endOfInput) throws IOException, InterruptedException {
            files.flush(endOfInput);
        }

        @Override
        public void close() throws Exception {
            files.close();
        }
    }

    /** Renames what a checkpoint completed. */
    private record LockedCommitter(Committer<FileSinkCommittable> files, ArchiveLock lock)
            implements Committer<FileSinkCommittable> {
        @Override
        public void commit(Collection<CommitRequest<FileSinkCommittable>> requests)
                throws IOException, InterruptedException {
            ArchiveLock.Held shared = lock.shared();
            try (shared) {
                files.commit(requests);
            }
        }

        @Override
        public void close() {
            // Flink's committer of files holds nothing.
        }
    }
}
