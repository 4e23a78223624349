package io.tidemark.archive.job;

import com.sun.jna.LastErrorException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A lock of an archive between threads and between processes ({@code flock}). The operating system lets go of it, however a process ends.
 * Thread-safe: each call is a holder of its own.
 */
public final class ArchiveLock {
    private static final int READ_WRITE = 2;
    private static final int CLOSE_ON_EXEC = 0x80000;
    private static final int SHARED = 1;
    private static final int EXCLUSIVE = 2;
    private static final int WITHOUT_WAITING = 4;
    private static final int INTERRUPTED = 4;
    private static final int WOULD_WAIT = 11;

    private final LibC libC;
    private final Path file;

    private ArchiveLock(Path file) {
        this.libC = LibC.ofThisSystem();
        this.file = file;
    }

    /**
     * Held shared to begin or rename a file in a folder, by its path; held alone while compaction exchanges a folder. A file that is
     * begun in one folder and renamed when another stands at its path would be lost.
     */
    public static ArchiveLock ofExchange(Path out) {
        return new ArchiveLock(out.resolve("_exchange.lock"));
    }

    /** Held alone by a process that compacts. */
    public static ArchiveLock ofCompaction(Path out) {
        return new ArchiveLock(out.resolve("_compaction.lock"));
    }

    /** Waits while it is held alone. */
    public Held shared() {
        return held(SHARED);
    }

    /** Waits while it is held, alone or shared. */
    public Held alone() {
        return held(EXCLUSIVE);
    }

    /** Empty where it is held, alone or shared. */
    public Optional<Held> aloneNow() {
        try {
            return Optional.of(taken(EXCLUSIVE | WITHOUT_WAITING));
        } catch (LastErrorException e) {
            if (e.getErrorCode() == WOULD_WAIT) {
                return Optional.empty();
            }
            throw cannot(e);
        }
    }

    private Held held(int operation) {
        while (true) {
            try {
                return taken(operation);
            } catch (LastErrorException e) {
                if (e.getErrorCode() != INTERRUPTED) {
                    throw cannot(e);
                }
            }
        }
    }

    private Held taken(int operation) {
        create();
        int descriptor = libC.open(file.toString(), READ_WRITE | CLOSE_ON_EXEC);
        try {
            libC.flock(descriptor, operation);
        } catch (LastErrorException e) {
            libC.close(descriptor);
            throw e;
        }
        return () -> libC.close(descriptor);
    }

    private void create() {
        if (Files.exists(file)) {
            return;
        }
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.createFile(file);
        } catch (FileAlreadyExistsException e) {
            // Another process was first; it is never deleted.
        } catch (IOException e) {
            throw new ArchiveException(file + " cannot be created: " + e, e);
        }
    }

    private ArchiveException cannot(LastErrorException e) {
        return new ArchiveException(file + " cannot be locked (flock): " + e.getMessage(), e);
    }

    /** The lock, until it is closed; once. */
    @FunctionalInterface
    public interface Held extends AutoCloseable {
        @Override
        void close();
    }
}
