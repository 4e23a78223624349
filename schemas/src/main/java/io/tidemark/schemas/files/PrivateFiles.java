package io.tidemark.schemas.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
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

    private static final Object ONE_THREAD = new Object();

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
        boolean unused = isCreated(file);
    }

    private static boolean isCreated(Path file) throws IOException {
        try {
            if (hasPosix(file)) {
                Files.createFile(file, FILE);
            } else {
                Files.createFile(file);
            }
            return true;
        } catch (FileAlreadyExistsException e) {
            return false; // It keeps what is in it, and its mode.
        }
    }

    /**
     * Puts a text in a file's place in one step: a reader sees the old text or the new one, also after a power cut. The text is on the disk
     * when this returns. The file keeps the owner, the group and the mode of the one before; a new file is its owner's alone. A link stays, and what
     * it names is replaced.
     *
     * @throws IOException also where only the owner of the file, another user, may keep its owner; the file is then as before
     */
    public static void replace(Path file, String text) throws IOException {
        Path place = place(file);
        Path folder = createDirectories(folderOf(place));
        String name = "." + place.getFileName();
        Path next = hasPosix(place)
                ? Files.createTempFile(folder, name, ".next", FILE)
                : Files.createTempFile(folder, name, ".next");
        try {
            Files.writeString(next, text);
            if (Files.exists(place) && hasPosix(place)) {
                giveToOwner(place, next);
                Files.setPosixFilePermissions(next, Files.getPosixFilePermissions(place));
            }
            sync(next, StandardOpenOption.WRITE);
            Files.move(next, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            if (hasPosix(folder)) {
                sync(folder, StandardOpenOption.READ);
            }
        } finally {
            Files.deleteIfExists(next);
        }
    }

    /** What a link names. */
    private static Path place(Path file) throws IOException {
        return Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    }

    private static Path folderOf(Path place) {
        return Objects.requireNonNull(place.getParent(), "a file is in a folder");
    }

    private static void giveToOwner(Path place, Path other) throws IOException {
        PosixFileAttributes before = Files.readAttributes(place, PosixFileAttributes.class);
        PosixFileAttributeView view =
                Files.getFileAttributeView(other, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        PosixFileAttributes now = view.readAttributes();
        try {
            // Each only where it differs: most users may change neither.
            if (!now.owner().equals(before.owner())) {
                view.setOwner(before.owner());
            }
            if (!now.group().equals(before.group())) {
                view.setGroup(before.group());
            }
        } catch (IOException e) {
            throw new IOException(
                    place + " belongs to " + before.owner() + ", group " + before.group()
                            + ", which this user cannot give a file to: change it as its owner or as root",
                    e);
        }
    }

    private static void sync(Path path, OpenOption how) throws IOException {
        try (FileChannel channel = FileChannel.open(path, how)) {
            channel.force(true);
        }
    }

    /** What is done while no other command does the same. */
    @FunctionalInterface
    public interface Change {
        void make() throws IOException;
    }

    /**
     * Makes a change of a file while no other thread or process of this machine makes one: they wait for each other at {@code FILE.lock}, beside
     * what a link names. A new lock belongs to the owner of the file, also where root makes the change.
     *
     * @throws IOException also where only the owner of the file, another user, may keep its owner
     */
    public static void changeAlone(Path file, Change change) throws IOException {
        Path place = place(file);
        Path lockFile = place.resolveSibling(place.getFileName() + ".lock");
        createDirectories(folderOf(place));
        if (isCreated(lockFile) && Files.exists(place) && hasPosix(place)) {
            giveToOwnerOrDelete(place, lockFile);
        }
        // A lock of the system is one of the whole process.
        synchronized (ONE_THREAD) {
            try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                lock.acquiredBy();
                change.make();
            }
        }
    }

    /** Only a new file: an existing one may be a link that the owner of the folder made to a file of root. */
    private static void giveToOwnerOrDelete(Path place, Path created) throws IOException {
        try {
            giveToOwner(place, created);
        } catch (IOException e) {
            Files.delete(created);
            throw e;
        }
    }

    private static boolean hasPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
