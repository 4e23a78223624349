package io.tidemark.archive.local;

import io.tidemark.archive.job.ArchiveException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Holds an archive for one process: two would write every record twice. The operating system lets go of it, however the process ends. */
public final class FolderLock implements AutoCloseable {
    private static final String FILE_NAME = "archive.lock";

    private final FileChannel channel;

    private FolderLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Creates the folder if it is missing. */
    public static FolderLock of(Path checkpoints) {
        Path file = checkpoints.resolve(FILE_NAME);
        try {
            Files.createDirectories(checkpoints);
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!locked(channel)) {
                channel.close();
                throw new ArchiveException(
                        checkpoints + " is in use by another archive process; two would write every record twice");
            }
            return new FolderLock(channel);
        } catch (IOException e) {
            throw new ArchiveException("--checkpoints " + checkpoints + " must be a writable folder: " + e, e);
        }
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
