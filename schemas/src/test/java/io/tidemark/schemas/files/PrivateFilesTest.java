package io.tidemark.schemas.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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

    @Test
    void whatIsReplacedKeepsItsModeAndItsLinks() throws IOException {
        Path tokens = folder.resolve("tokens.json");
        PrivateFiles.replace(tokens, "first");
        assertThat(mode(tokens)).isEqualTo("rw-------");
        Files.setPosixFilePermissions(tokens, PosixFilePermissions.fromString("rw-r-----"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), tokens);

        PrivateFiles.replace(link, "second");
        assertThat(link).isSymbolicLink();
        assertThat(tokens).isRegularFile().hasContent("second");
        assertThat(mode(tokens)).isEqualTo("rw-r-----");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).containsExactlyInAnyOrder(tokens, link);
        }
    }

    /** Only root may give a file away, so that only root can leave it with another. */
    @Test
    void whatIsReplacedKeepsItsOwnerAndGroup() throws IOException {
        Path tokens = folder.resolve("tokens.json");
        PrivateFiles.replace(tokens, "first");
        assumeTrue((int) Files.getAttribute(tokens, "unix:uid") == 0, "this user is not root");
        Files.setAttribute(tokens, "unix:uid", 4711);
        Files.setAttribute(tokens, "unix:gid", 4712);

        PrivateFiles.replace(tokens, "second");
        assertThat(tokens).hasContent("second");
        assertThat(Files.getAttribute(tokens, "unix:uid")).isEqualTo(4711);
        assertThat(Files.getAttribute(tokens, "unix:gid")).isEqualTo(4712);
    }

    @Test
    void theLockBelongsToTheOwnerOfTheFile() throws IOException {
        Path tokens = folder.resolve("tokens.json");
        Path lock = folder.resolve("tokens.json.lock");
        PrivateFiles.replace(tokens, "first");
        assumeTrue((int) Files.getAttribute(tokens, "unix:uid") == 0, "this user is not root");
        Files.setAttribute(tokens, "unix:uid", 4711);
        Files.setAttribute(tokens, "unix:gid", 4712);

        PrivateFiles.changeAlone(tokens, () -> PrivateFiles.replace(tokens, "second"));
        assertThat(Files.getAttribute(lock, "unix:uid")).isEqualTo(4711);
        assertThat(Files.getAttribute(lock, "unix:gid")).isEqualTo(4712);
        assertThat(mode(lock)).isEqualTo("rw-------");
    }

    /** As the owner of a folder could place it for root. */
    @Test
    void aLinkInThePlaceOfTheLockIsNotFollowedToAnotherOwner() throws IOException {
        Path tokens = folder.resolve("tokens.json");
        PrivateFiles.replace(tokens, "first");
        assumeTrue((int) Files.getAttribute(tokens, "unix:uid") == 0, "this user is not root");
        Files.setAttribute(tokens, "unix:uid", 4711);
        Path roots = Files.createFile(folder.resolve("roots"));
        Files.createSymbolicLink(folder.resolve("tokens.json.lock"), roots);

        PrivateFiles.changeAlone(tokens, () -> PrivateFiles.replace(tokens, "second"));
        assertThat(Files.getAttribute(roots, "unix:uid")).isEqualTo(0);
    }

    @Test
    void aLinkAndWhatItNamesHaveOneLock() throws IOException {
        Path tokens = folder.resolve("tokens.json");
        PrivateFiles.replace(tokens, "first");
        Path link = Files.createSymbolicLink(folder.resolve("link"), tokens);

        PrivateFiles.changeAlone(link, () -> PrivateFiles.replace(link, "second"));
        assertThat(tokens).hasContent("second");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).containsExactlyInAnyOrder(tokens, link, folder.resolve("tokens.json.lock"));
        }
    }

    @Test
    void changesAtATimeWaitForEachOther() throws Exception {
        Path file = folder.resolve("count");
        PrivateFiles.replace(file, "0");
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            all.add(new Thread(() -> addTen(file)));
        }
        all.forEach(Thread::start);
        for (Thread one : all) {
            one.join();
        }
        assertThat(file).hasContent("80");
    }

    private static void addTen(Path file) {
        try {
            for (int i = 0; i < 10; i++) {
                PrivateFiles.changeAlone(
                        file, () -> PrivateFiles.replace(file, "" + (Integer.parseInt(Files.readString(file)) + 1)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
