package io.tidemark.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** sinks/archive/THIRD-PARTY.md lists no artifact in another version than the one that is on the class path, and every one of Flink, Parquet and Hadoop. */
final class ArchiveThirdPartyTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^:`]+):([^`]+)` \\| ([^ ]+) \\| ([^|]+) \\|$");
    private static final Pattern THE_ARCHIVES = Pattern.compile(".*/org/apache/(flink|parquet|hadoop)/.*");

    @Test
    void everyListedArtifactIsOnTheClassPathInItsVersion() throws Exception {
        List<String> jars = jars();

        assertThat(listed())
                .isNotEmpty()
                .allSatisfy(path -> assertThat(jars).as(path).anyMatch(jar -> jar.contains(path)));
    }

    @Test
    void everyArtifactThatOnlyTheArchiveHasIsListed() throws Exception {
        List<String> listed = listed();

        assertThat(jars().stream()
                        .filter(jar -> THE_ARCHIVES.matcher(jar).matches())
                        .filter(jar -> !jar.contains("hadoop-annotations")))
                .isNotEmpty()
                .allSatisfy(jar -> assertThat(listed)
                        .as("sinks/archive/THIRD-PARTY.md must list " + jar)
                        .anyMatch(jar::contains));
    }

    /** As a Maven repository lays them out. */
    private static List<String> listed() throws Exception {
        return ROW.matcher(Files.readString(Path.of("THIRD-PARTY.md")))
                .results()
                .map(row -> "/" + row.group(1).replace('.', '/') + "/" + row.group(2) + "/" + row.group(3) + "/")
                .toList();
    }

    private static List<String> jars() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> entry.endsWith(".jar"))
                .toList();
    }
}
