package io.tidemark.streams.host;

import io.tidemark.schemas.files.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Pattern;
import org.apache.kafka.common.Uuid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The stable id of a host, kept in its state directory, and the lock that keeps a second host off it. */
final class InstanceId implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(InstanceId.class);
    private static final Pattern VALID = Pattern.compile("[A-Za-z0-9_-]{22}");
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
            PrivateFiles.createDirectories(stateDir);
            FileChannel lock = lock(stateDir);
            return new InstanceId(readOrCreate(stateDir.resolve(ID_FILE)), lock);
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
            throw new UncheckedIOException("could not release the lock of the state directory", e);
        }
    }

    /** The id in the file; a new one where there is none, or no longer one: then it takes a session timeout to be back. */
    private static String readOrCreate(Path file) throws IOException {
        if (Files.exists(file)) {
            String id = new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip();
            if (VALID.matcher(id).matches()) {
                return id;
            }
            LOG.warn("{} contains no host id: the file is damaged, and this host gets a new id", file);
        }
        String id = Uuid.randomUuid().toString();
        Files.writeString(file, id);
        return id;
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
