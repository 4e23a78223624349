package io.tidemark.producer.publish;

import io.tidemark.schemas.serde.SchemaIds;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where events wait that memory has no room for while Kafka is slow or away.
 *
 * @param folder this publisher's own; made when it is needed, gone when it is empty; empty for no spool
 * @param mostBytes of its files; what memory held at the end comes on top
 * @param memoryBytes of events that are under way or wait, before they go to the spool
 * @param cluster id of the Kafka cluster that they are for; empty where it is not known
 */
public record SpoolSettings(Optional<Path> folder, long mostBytes, long memoryBytes, String cluster) {
    /** Some hours of a busy lane: an event takes about 100 bytes compressed. */
    public static final long DEFAULT_BYTES = 1L << 30;

    /** Some minutes of a busy lane, and below what Kafka's producer buffers. */
    public static final long DEFAULT_MEMORY_BYTES = 48L << 20;

    private static final long LARGEST_MEMORY_BYTES = 1L << 40;

    public SpoolSettings {
        if (mostBytes < 0) {
            throw new IllegalArgumentException("a spool's size must be >= 0 bytes but was " + mostBytes);
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
    public SpoolSettings of(String name) {
        return new SpoolSettings(folder.map(path -> path.resolve(name)), mostBytes, memoryBytes, cluster);
    }

    /** The same, of events for the Kafka cluster of that id. */
    public SpoolSettings forCluster(String id) {
        return new SpoolSettings(folder, mostBytes, memoryBytes, id);
    }

    /** A third of it may be under way. */
    OutboxLimits memory() {
        return new OutboxLimits(memoryBytes / 3, memoryBytes - memoryBytes / 3);
    }

    /** What {@link Outbox} needs; the folder is made with its first event. */
    Spool open(SchemaIds schemas) {
        return folder.<Spool>map(path -> new DiskSpool(path, mostBytes, new SpoolOrigin(cluster, schemas)))
                .orElseGet(NoSpool::new);
    }
}
