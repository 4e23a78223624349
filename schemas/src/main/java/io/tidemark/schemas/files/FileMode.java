package io.tidemark.schemas.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Who but its owner may use a file or folder.
 *
 * @param path a link stands for what it points to
 */
public record FileMode(Path path, Set<PosixFilePermission> permissions) {
    private static final Set<PosixFilePermission> OF_OTHERS = Set.of(
            PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE, PosixFilePermission.OTHERS_EXECUTE);
    private static final Set<PosixFilePermission> OF_GROUP =
            Set.of(PosixFilePermission.GROUP_READ, PosixFilePermission.GROUP_WRITE, PosixFilePermission.GROUP_EXECUTE);

    public FileMode {
        permissions = Set.copyOf(permissions);
    }

    /** Empty on a file system without POSIX permissions. */
    public static Optional<FileMode> of(Path path) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
        return view == null
                ? Optional.empty()
                : Optional.of(new FileMode(path, view.readAttributes().permissions()));
    }

    /**
     * Refuses a file of secrets that every user of the machine can use, or its group can change. The group may read it: so Kubernetes hands a
     * secret to a process that is not root.
     *
     * @throws IOException naming the file, its mode and the command that mends it, or if it cannot be asked
     */
    public static void requireSecret(Path file) throws IOException {
        Optional<FileMode> mode = of(file);
        if (mode.isPresent()
                && (mode.get().othersMayUse() || mode.get().permissions.contains(PosixFilePermission.GROUP_WRITE))) {
            throw new IOException(file + " has mode " + mode.get().text()
                    + ": nobody but its owner may change it, nor users outside its group read it; `chmod 600 " + file
                    + "` mends that");
        }
    }

    /** Whether users outside its group may read, write or enter it. */
    public boolean othersMayUse() {
        return permissions.stream().anyMatch(OF_OTHERS::contains);
    }

    /** Whether users of its group may. */
    public boolean groupMayUse() {
        return permissions.stream().anyMatch(OF_GROUP::contains);
    }

    /** As {@code ls} writes it, such as {@code rw-r-----}. */
    public String text() {
        return PosixFilePermissions.toString(
                permissions.isEmpty() ? EnumSet.noneOf(PosixFilePermission.class) : permissions);
    }
}
