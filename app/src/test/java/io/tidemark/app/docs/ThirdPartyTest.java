package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.RepositoryFiles;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** THIRD-PARTY.md lists what is on the class path, no more and no less. */
final class ThirdPartyTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^:`]+):([^`]+)` \\| ([^ ]+) \\| ([^|]+) \\|$");

    @Test
    void everyArtifactOnTheClassPathIsListedWithItsVersion() {
        List<Listed> listed = listed();

        assertThat(jars())
                .isNotEmpty()
                .allSatisfy(jar ->
                        assertThat(listed).as("THIRD-PARTY.md must list " + jar).anyMatch(row -> row.isIn(jar)));
    }

    @Test
    void everyListedArtifactIsStillUsed() {
        List<Path> jars = jars();

        assertThat(listed())
                .isNotEmpty()
                .allSatisfy(row -> assertThat(jars)
                        .as("THIRD-PARTY.md lists " + row + ", which is not on the class path")
                        .anyMatch(row::isIn));
    }

    /** Stores are in memory: {@code RocksDbTest} of streams. */
    @Test
    void rocksDbIsNotOnTheClassPath() {
        assertThat(jars()).noneMatch(jar -> jar.getFileName().toString().contains("rocksdb"));
    }

    private static List<Listed> listed() {
        return ROW.matcher(RepositoryFiles.read("THIRD-PARTY.md"))
                .results()
                .map(row -> new Listed(row.group(1), row.group(2), row.group(3)))
                .toList();
    }

    /** Jars of others; our own are folders or are called tidemark-*. */
    private static List<Path> jars() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> entry.endsWith(".jar"))
                .map(Path::of)
                .filter(jar -> !jar.getFileName().toString().startsWith("tidemark-"))
                .toList();
    }

    /** A row. In a Maven repository a jar lies in group/artifact/version, whatever the repository's own folder. */
    private record Listed(String group, String artifact, String version) {
        boolean isIn(Path jar) {
            Path folder = Path.of(group.replace('.', '/'), artifact, version);
            Path parent = jar.getParent();
            return parent != null && parent.endsWith(folder);
        }
    }
}
