package io.tidemark.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** PostgreSQL's programs: those of the class path, unpacked, or those of the folder that a system property names. */
final class PostgresBinaries {
    /** Folder with {@code initdb} and {@code postgres} of another server than the one on the class path. */
    static final String FOLDER_PROPERTY = "tidemark.postgres.bin";

    private static final String ARCHIVE = "/postgres-linux-x86_64.txz";

    private PostgresBinaries() {}

    /** @return the folder of the programs */
    static Path under(Path folder) {
        String other = System.getProperty(FOLDER_PROPERTY, "");
        if (!other.isEmpty()) {
            return Path.of(other);
        }
        Path unpacked = folder.resolve("postgres");
        if (!Files.isDirectory(unpacked)) {
            unpack(unpacked);
        }
        return unpacked.resolve("bin");
    }

    private static void unpack(Path target) {
        try (InputStream archive =
                        Objects.requireNonNull(PostgresBinaries.class.getResourceAsStream(ARCHIVE), ARCHIVE);
                TarArchiveInputStream entries = new TarArchiveInputStream(new XZInputStream(archive))) {
            for (TarArchiveEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
                unpack(entry, entries, target.resolve(entry.getName()).normalize());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL cannot be unpacked into " + target, e);
        }
    }

    private static void unpack(TarArchiveEntry entry, InputStream content, Path to) throws IOException {
        if (entry.isDirectory()) {
            Files.createDirectories(to);
            return;
        }
        Files.createDirectories(Objects.requireNonNull(to.getParent()));
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(to, Path.of(entry.getLinkName()));
            return;
        }
        Files.copy(content, to);
        if ((entry.getMode() & 0100) != 0) {
            Files.setPosixFilePermissions(to, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }
}
