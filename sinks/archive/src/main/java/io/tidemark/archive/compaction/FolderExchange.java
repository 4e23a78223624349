package io.tidemark.archive.compaction;

import com.sun.jna.LastErrorException;
import io.tidemark.archive.job.ArchiveException;
import io.tidemark.archive.job.ArchiveLock;
import io.tidemark.archive.job.LibC;
import java.nio.file.Path;

/**
 * Exchanges two folders by Linux' {@code renameat2} with {@code RENAME_EXCHANGE}: a process that opens either name gets one of the two folders,
 * whole, at every moment. Java's own moves cannot replace a folder that has files.
 */
final class FolderExchange {
    private static final int AT_FDCWD = -100;
    private static final int RENAME_EXCHANGE = 2;

    private final LibC libC;
    private final ArchiveLock lock;

    private FolderExchange(LibC libC, ArchiveLock lock) {
        this.libC = libC;
        this.lock = lock;
    }

    /** @throws ArchiveException where the operating system has no such call */
    static FolderExchange of(Path out) {
        return new FolderExchange(LibC.ofThisSystem(), ArchiveLock.ofExchange(out));
    }

    /** While it is held no job begins a file in a folder of the archive, or renames one. */
    ArchiveLock.Held alone() {
        return lock.alone();
    }

    /** Both must be on one file system. */
    void exchange(Path one, Path other) {
        try {
            libC.renameat2(AT_FDCWD, one.toString(), AT_FDCWD, other.toString(), RENAME_EXCHANGE);
        } catch (LastErrorException | UnsatisfiedLinkError e) {
            throw new ArchiveException(
                    one + " and " + other + " cannot be exchanged at once (renameat2, RENAME_EXCHANGE): "
                            + e.getMessage() + "; ext4, XFS, Btrfs and tmpfs can",
                    e);
        }
    }
}
