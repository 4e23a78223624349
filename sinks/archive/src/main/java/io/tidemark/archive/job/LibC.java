package io.tidemark.archive.job;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Native;
import java.util.Map;

/** Calls of Linux' C library that Java's library does not have. Public, for JNA implements it. */
public interface LibC extends Library {
    /** Whether this system is one that has them. */
    static boolean isHere() {
        return System.getProperty("os.name", "").equals("Linux");
    }

    /** @throws ArchiveException where the operating system has no such calls */
    static LibC ofThisSystem() {
        if (!isHere()) {
            throw new ArchiveException("an archive can be compacted on Linux only: " + System.getProperty("os.name")
                    + " has no renameat2, which replaces a folder's files at once");
        }
        try {
            return Native.load(
                    "c",
                    LibC.class,
                    Map.of(Library.OPTION_STRING_ENCODING, System.getProperty("sun.jnu.encoding", "UTF-8")));
        } catch (UnsatisfiedLinkError e) {
            throw new ArchiveException("the C library cannot be called: " + e.getMessage(), e);
        }
    }

    int renameat2(int fromFolder, String from, int toFolder, String to, int flags) throws LastErrorException;

    int open(String file, int flags) throws LastErrorException;

    int flock(int descriptor, int operation) throws LastErrorException;

    int close(int descriptor) throws LastErrorException;
}
