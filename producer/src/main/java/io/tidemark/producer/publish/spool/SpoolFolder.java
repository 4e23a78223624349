package io.tidemark.producer.publish.spool;

import io.tidemark.schemas.files.PrivateFiles;
import io.tidemark.schemas.serde.SchemaIds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A spool's folder, locked while a process has it: files that sort as they were written. */
public final class SpoolFolder implements AutoCloseable {
    private static final String ENDING = ".log";
    private static final String LOCK = "lock";
    private static final String CLUSTER = "cluster";
    private static final String SCHEMAS = "schemas";

    private final Path path;
    private final FileChannel lock;
    private long first;
    private long next;

    private SpoolFolder(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
        List<Path> files = files();
        this.first = files.isEmpty() ? Long.MAX_VALUE / 2 : number(files.get(0));
        this.next = files.isEmpty() ? first : number(files.get(files.size() - 1)) + 1;
    }

    /**
     * Makes the folder if it is not there.
     *
     * @throws IOException if it cannot be made or another process has it
     */
    static SpoolFolder acquire(Path path) throws IOException {
        PrivateFiles.createDirectories(path);
        FileChannel channel = FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        boolean taken = false;
        try {
            taken = locked(channel);
        } finally {
            if (!taken) {
                channel.close();
            }
        }
        if (!taken) {
            throw new IOException("the spool " + path + " is in use by a run that has not ended");
        }
        return new SpoolFolder(path, channel);
    }

    /** Whether no process has it. */
    public static boolean isFree(Path path) throws IOException {
        try (FileChannel channel =
                FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            return locked(channel);
        }
    }

    public static boolean isSpool(Path path) {
        return Files.isRegularFile(path.resolve(LOCK));
    }

    /** Writes down where its events belong, as far as that is known. */
    void writeOrigin(SpoolOrigin origin) throws IOException {
        if (!origin.cluster().isEmpty()) {
            Files.writeString(path.resolve(CLUSTER), origin.cluster());
        }
        if (!origin.schemas().equals(SchemaIds.UNKNOWN)) {
            Files.write(path.resolve(SCHEMAS), origin.schemas().lines());
        }
    }

    /** Where a spool's events belong, as far as its run knew. */
    public static SpoolOrigin readOrigin(Path path) throws IOException {
        Path cluster = path.resolve(CLUSTER);
        Path schemas = path.resolve(SCHEMAS);
        return new SpoolOrigin(
                Files.isRegularFile(cluster) ? Files.readString(cluster).strip() : "",
                Files.isRegularFile(schemas) ? SchemaIds.parse(Files.readAllLines(schemas)) : SchemaIds.UNKNOWN);
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            // By this very process.
            return false;
        }
    }

    /** Oldest first. */
    List<Path> files() {
        try (Stream<Path> all = Files.list(path)) {
            return all.filter(file -> file.getFileName().toString().endsWith(ENDING))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list the spool " + path, e);
        }
    }

    Path pathAfterLast() {
        return path.resolve(name(next++));
    }

    Path pathBeforeFirst() {
        return path.resolve(name(--first));
    }

    private static String name(long number) {
        return String.format(Locale.ROOT, "%020d%s", number, ENDING);
    }

    private static long number(Path file) {
        String name = file.getFileName().toString();
        return Long.parseLong(name.substring(0, name.length() - ENDING.length()));
    }

    /** Lets it go; deletes it if no file is left in it. */
    @Override
    public void close() throws IOException {
        boolean empty = files().isEmpty();
        lock.close();
        if (empty) {
            Files.deleteIfExists(path.resolve(CLUSTER));
            Files.deleteIfExists(path.resolve(SCHEMAS));
            Files.deleteIfExists(path.resolve(LOCK));
            Files.deleteIfExists(path);
        }
    }
}
