package io.tidemark.cluster.broker;

import io.tidemark.cluster.ClusterException;
import io.tidemark.schemas.files.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** Holds a data directory for one broker; the operating system lets go of it when the process ends, however it ends. */
final class DirectoryLock implements ClosingStack.Closing {
    static final String FILE_NAME = "broker.lock";

    private final FileChannel channel;

    private DirectoryLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Creates the directory if it is missing. */
    static DirectoryLock acquire(Path directory) {
        Path file = directory.resolve(FILE_NAME);
        try {
            PrivateFiles.createDirectories(directory);
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            if (tryLock(channel).isEmpty()) {
                channel.close();
                throw new ClusterException(directory + " is in use by the broker of process " + holder(file)
                        + "; wait if it is just starting, stop it, or choose another data directory");
            }
            return signed(channel);
        } catch (IOException e) {
            throw new ClusterException(directory + " must be a writable directory for the broker's data: " + e, e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new ClusterException("could not release " + FILE_NAME + ": " + e, e);
        }
    }

    private static Optional<FileLock> tryLock(FileChannel channel) throws IOException {
        try {
            return Optional.ofNullable(channel.tryLock());
        } catch (OverlappingFileLockException e) {
            return Optional.empty(); // held by this same JVM
        }
    }

    private static DirectoryLock signed(FileChannel channel) throws IOException {
        byte[] pid = Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII);
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(pid), 0);
        return new DirectoryLock(channel);
    }

    private static String holder(Path file) throws IOException {
        String pid = Files.readString(file, StandardCharsets.US_ASCII).trim();
        return pid.isEmpty() ? "(unknown)" : pid;
    }
}
