package io.tidemark.producer.publish.spool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Reads a spool that another publisher left, in the order in which it was written, and keeps it until it is deleted. No other reader reads it meanwhile. */
public final class SpooledRecords implements AutoCloseable {
    private final Path path;
    private final SpoolFolder folder;
    private final List<Path> files;
    private int opened;
    private Optional<SpoolFile> current = Optional.empty();
    private long unreadableBytes;

    private SpooledRecords(Path path, SpoolFolder folder) {
        this.path = path;
        this.folder = folder;
        this.files = folder.files();
    }

    /**
     * Locks it.
     *
     * @throws IOException if it cannot be read or is in use
     */
    public static SpooledRecords open(Path path) throws IOException {
        return new SpooledRecords(path, SpoolFolder.acquire(path));
    }

    /**
     * The next batch; empty at the end. What cannot be read at the end of a file is passed over and counted.
     *
     * @throws IOException if a file cannot be opened
     */
    public Optional<List<ProducerRecord<String, byte[]>>> read() throws IOException {
        while (current.isPresent() || opened < files.size()) {
            if (current.isEmpty()) {
                current = Optional.of(SpoolFile.open(files.get(opened++)));
            }
            SpoolFile file = current.get();
            Optional<List<ProducerRecord<String, byte[]>>> batch = file.read();
            if (batch.isPresent()) {
                return batch;
            }
            unreadableBytes += file.unreadBytes();
            file.close();
            current = Optional.empty();
        }
        return Optional.empty();
    }

    /** Bytes at the ends of files that their writer could not finish, or that are damaged. */
    public long unreadableBytes() {
        return unreadableBytes;
    }

    /**
     * Deletes the records.
     *
     * @throws IOException if a file cannot be deleted
     */
    public void delete() throws IOException {
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
    }

    @Override
    public void close() throws IOException {
        if (current.isPresent()) {
            current.get().close();
        }
        folder.close();
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
