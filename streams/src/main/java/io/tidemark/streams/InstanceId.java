package io.tidemark.streams;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.kafka.common.Uuid;

/** The stable id of a host, kept in its state directory, and the lock that keeps a second host off it. */
final class InstanceId implements AutoCloseable {
    private static final String ID_FILE = "instance-id";
    private static final String LOCK_FILE = "instance-lock";

    private final String id;
    private final FileChannel lockChannel;

    private InstanceId(String id, FileChannel lockChannel) {
        this.id = id;
        this.lockChannel = lockChannel;
    }

    /** @throws IllegalStateException if another host uses the directory */
    static InstanceId claim(Path stateDir) {
        try {
            Files.createDirectories(stateDir);
            FileChannel lock = lock(stateDir);
            Path file = stateDir.resolve(ID_FILE);
            if (!Files.exists(file)) {
                Files.writeString(file, Uuid.randomUuid().toString());
            }
            return new InstanceId(Files.readString(file).strip(), lock);
        } catch (IOException e) {
            throw new UncheckedIOException("state directory " + stateDir + " cannot be used", e);
        }
    }

    String id() {
        return id;
    }

    @Override
    public void close() {
        try {
            lockChannel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("could not let go of the lock of the state directory", e);
        }
    }

    private static FileChannel lock(Path stateDir) throws IOException {
        FileChannel channel =
                FileChannel.open(stateDir.resolve(LOCK_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (!isLocked(channel)) {
            channel.close();
            throw new IllegalStateException("state directory " + stateDir + " is in use by another streams host");
        }
        return channel;
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false; // held by another host in this very process
        }
    }
}
