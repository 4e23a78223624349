package io.tidemark.schemas.files;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;

/**
 * Makes folders and files that only the user who makes them may read and write (modes 0700 and 0600). What is there already keeps its mode: its
 * owner chose it. On a file system without POSIX permissions they are made as any other.
 */
public final class PrivateFiles {
    private static final FileAttribute<Set<PosixFilePermission>> FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<Set<PosixFilePermission>> FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private PrivateFiles() {}

    /** Makes a folder and the missing ones above it. */
    public static Path createDirectories(Path folder) throws IOException {
        // A link to a folder is a folder, which Files.createDirectories takes for a file when attributes are given.
        if (Files.isDirectory(folder)) {
            return folder;
        }
        return hasPosix(folder) ? Files.createDirectories(folder, FOLDER) : Files.createDirectories(folder);
    }

    /** Makes an empty file, unless there is one. */
    public static void createIfMissing(Path file) throws IOException {
        try {
            if (hasPosix(file)) {
                Files.createFile(file, FILE);
            } else {
                Files.createFile(file);
            }
        } catch (FileAlreadyExistsException e) {
            // It keeps what is in it, and its mode.
        }
    }

    /** Puts a text in a file's place in one step: whoever reads sees the old text or the new one. The new file is its owner's alone. */
    public static void replace(Path file, String text) throws IOException {
        Path folder =
                createDirectories(Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file is in a folder"));
        Path next = hasPosix(file)
                ? Files.createTempFile(folder, "." + file.getFileName(), ".next", FILE)
                : Files.createTempFile(folder, "." + file.getFileName(), ".next");
        try {
            Files.writeString(next, text);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(next);
        }
    }

    private static boolean hasPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
