package io.tidemark.app.run;

import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.files.PrivateFiles;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * That a run of this home sends load to a target: a locked file, which the system unlocks when the process ends, however it ends.
 *
 * @param other the run that has it, and its process; empty if it is ours
 */
record TargetUse(FileChannel channel, Optional<String> other) implements AutoCloseable {
    /** Beyond the text, so that others may read it. */
    private static final long LOCKED_BYTE = 1L << 40;

    private static final int MAX_BYTES = 200;

    /** @throws UnavailableException if the file cannot be written */
    static TargetUse begin(Path home, URI target, String run) {
        Path folder = home.resolve("targets");
        Path file = folder.resolve((target.getHost() + "-" + target.getPort()).replaceAll("[^\\w.-]", "_") + ".lock");
        try {
            PrivateFiles.createDirectories(folder);
            PrivateFiles.createIfMissing(file);
            FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
            if (isLocked(channel)) {
                channel.truncate(0);
                channel.write(ByteBuffer.wrap(
                        (run + ", process " + ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8)));
                return new TargetUse(channel, Optional.empty());
            }
            return new TargetUse(channel, Optional.of(text(channel)));
        } catch (IOException e) {
            throw new UnavailableException(file + " cannot be written: " + e.getMessage(), e);
        }
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock(LOCKED_BYTE, 1, false);
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false; // another run of this process has it
        }
    }

    private static String text(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(MAX_BYTES);
        int length = channel.read(bytes, 0);
        return new String(bytes.array(), 0, Math.max(0, length), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UnavailableException("the lock of a target cannot be closed: " + e.getMessage(), e);
        }
    }
}
