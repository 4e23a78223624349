package io.tidemark.archive.compaction;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Native;
import io.tidemark.archive.job.ArchiveException;
import java.nio.file.Path;
import java.util.Map;

/**
 * Exchanges two folders by Linux' {@code renameat2} with {@code RENAME_EXCHANGE}: whoever opens either name gets one of the two folders,
 * whole, at every moment. Java's own moves cannot replace a folder that has files.
 */
final class FolderExchange {
    private static final int AT_FDCWD = -100;
    private static final int RENAME_EXCHANGE = 2;

    private final LibC libC;

    private FolderExchange(LibC libC) {
        this.libC = libC;
    }

    /** @throws ArchiveException where the operating system has no such call */
    static FolderExchange ofThisSystem() {
        if (!System.getProperty("os.name", "").equals("Linux")) {
            throw new ArchiveException("an archive can be compacted on Linux only: " + System.getProperty("os.name")
                    + " has no renameat2, which replaces a folder's files at once");
        }
        try {
            return new FolderExchange(Native.load(
                    "c",
                    LibC.class,
                    Map.of(Library.OPTION_STRING_ENCODING, System.getProperty("sun.jnu.encoding", "UTF-8"))));
        } catch (UnsatisfiedLinkError e) {
            throw new ArchiveException("renameat2 of the C library cannot be called: " + e.getMessage(), e);
        }
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

    /** The C library; public, for JNA implements it. */
    public interface LibC extends Library {
        int renameat2(int fromFolder, String from, int toFolder, String to, int flags) throws LastErrorException;
    }
}
