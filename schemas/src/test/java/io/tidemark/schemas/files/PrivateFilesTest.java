package io.tidemark.schemas.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFilesTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void hasPosix() {
        assumeTrue(
                folder.getFileSystem().supportedFileAttributeViews().contains("posix"),
                "the file system has no POSIX permissions");
    }

    @Test
    void whatIsMadeIsItsOwnersAlone() throws IOException {
        Path made = PrivateFiles.createDirectories(folder.resolve("home").resolve("spool"));
        PrivateFiles.createIfMissing(made.resolve("store.db"));
        assertThat(mode(folder.resolve("home"))).isEqualTo("rwx------");
        assertThat(mode(made)).isEqualTo("rwx------");
        assertThat(mode(made.resolve("store.db"))).isEqualTo("rw-------");
    }

    @Test
    void whatIsThereKeepsItsModeAndContent() throws IOException {
        Path shared = Files.createDirectory(folder.resolve("shared"));
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxr-x---"));
        Path store = Files.writeString(shared.resolve("store.db"), "rows");
        Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("rw-r-----"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), shared);

        PrivateFiles.createDirectories(shared);
        PrivateFiles.createDirectories(link);
        PrivateFiles.createIfMissing(store);
        assertThat(mode(shared)).isEqualTo("rwxr-x---");
        assertThat(mode(store)).isEqualTo("rw-r-----");
        assertThat(store).hasContent("rows");
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
