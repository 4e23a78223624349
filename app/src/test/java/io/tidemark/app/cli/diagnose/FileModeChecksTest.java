package io.tidemark.app.cli.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileModeChecksTest {
    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource({
        "rw-------, OK",
        "r--------, OK",
        "rw-r-----, NOTE",
        "rw-rw----, NOTE",
        "rw-r--r--, FAILED",
        "rw-----w-, FAILED",
    })
    void aFileIsItsOwnersOrTheFindingSaysWhoElseMayUseIt(String mode, Finding.Level level) throws Exception {
        Path file = file("kafka.properties", mode);
        List<Finding> findings = FileModeChecks.findings(List.of(file, file));
        assertThat(findings).hasSize(1);
        assertThat(findings.get(0).level()).isEqualTo(level);
        if (level != Finding.Level.OK) {
            assertThat(findings.get(0).line()).contains(file + " has mode " + mode, "`chmod 600 " + file + "`");
        }
    }

    @Test
    void aFolderIsToBeEnteredByItsOwnerOnly() throws Exception {
        Path home = Files.createDirectory(folder.resolve("home"));
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(FileModeChecks.findings(List.of(home)).get(0).line()).contains("`chmod 700 " + home + "`");
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx------"));
        assertThat(FileModeChecks.findings(List.of(home)).get(0).level()).isEqualTo(Finding.Level.OK);
    }

    @Test
    void whatIsNotThereNeedsNoMode() {
        assertThat(FileModeChecks.findings(List.of(folder.resolve("none")))
                        .get(0)
                        .level())
                .isEqualTo(Finding.Level.OK);
    }

    private Path file(String name, String mode) throws Exception {
        Path file = Files.createFile(folder.resolve(name));
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }
}
