package io.tidemark.producer.publish.spool;

import io.tidemark.schemas.serde.SchemaIds;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where events wait that memory has no room for while Kafka is slow or away.
 *
 * @param folder this publisher's own; made when it is needed, gone when it is empty; empty for no spool
 * @param maxBytes of its files; what memory held at the end comes on top
 * @param memoryBytes of events that are under way or wait, before they go to the spool
 * @param cluster id of the Kafka cluster that they are for; empty where it is not known
 */
public record SpoolSettings(Optional<Path> folder, long maxBytes, long memoryBytes, String cluster) {
    /** Some hours of a busy lane: an event takes about 100 bytes compressed. */
    public static final long DEFAULT_BYTES = 1L << 30;

    /** Some minutes of a busy lane, and below what Kafka's producer buffers. */
    public static final long DEFAULT_MEMORY_BYTES = 48L << 20;

    private static final long LARGEST_MEMORY_BYTES = 1L << 40;

    public SpoolSettings {
        if (maxBytes < 0) {
            throw new IllegalArgumentException("a spool's size must be >= 0 bytes but was " + maxBytes);
        }
        if (memoryBytes < 1024 || memoryBytes > LARGEST_MEMORY_BYTES) {
            throw new IllegalArgumentException(
                    "the memory for waiting events must be in [1 KiB, 1 TiB] but was " + memoryBytes + " bytes");
        }
    }

    /** For a cluster that is not known. */
    public SpoolSettings(Optional<Path> folder, long mostBytes, long memoryBytes) {
        this(folder, mostBytes, memoryBytes, "");
    }

    public static SpoolSettings in(Path folder) {
        return new SpoolSettings(Optional.of(folder), DEFAULT_BYTES, DEFAULT_MEMORY_BYTES);
    }

    /** What memory has no room for is lost. */
    public static SpoolSettings off() {
        return new SpoolSettings(Optional.empty(), 0, DEFAULT_MEMORY_BYTES);
    }

    /** The same, in a folder of the given name. */
    public SpoolSettings withFolderName(String name) {
        return new SpoolSettings(folder.map(path -> path.resolve(name)), maxBytes, memoryBytes, cluster);
    }

    /** The same, of events for the Kafka cluster of that id. */
    public SpoolSettings forCluster(String id) {
        return new SpoolSettings(folder, maxBytes, memoryBytes, id);
    }

    /** A third of it may be under way. */
    public OutboxLimits outboxLimits() {
        return new OutboxLimits(memoryBytes / 3, memoryBytes - memoryBytes / 3);
    }

    /** What {@code Outbox} needs; the folder is made with its first event. */
    public Spool open(SchemaIds schemas) {
        return folder.isEmpty() ? new NoSpool() : disk(schemas);
    }

    /** The same where there is a folder. */
    public DiskSpool disk(SchemaIds schemas) {
        return new DiskSpool(folder.orElseThrow(), maxBytes, new SpoolOrigin(cluster, schemas));
    }
}
