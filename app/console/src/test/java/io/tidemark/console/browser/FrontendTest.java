package io.tidemark.console.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The types of the pages' sources, and the tests of their pure functions, which Node.js runs. */
@Tag("integration")
class FrontendTest {
    private static final Path SOURCES = Path.of("frontend");

    @Test
    void theTypesAreRight() throws Exception {
        assertThat(npm("run", "--silent", "check")).isEmpty();
    }

    @Test
    void theFunctionsDoWhatTheirTestsSay() throws Exception {
        assertThat(npm("test", "--silent")).contains("# fail 0");
    }

    /** What it says. */
    private static String npm(String... arguments) throws IOException, InterruptedException {
        assumeTrue(
                Files.isDirectory(SOURCES.resolve("node_modules")),
                "sources of the pages are not checked: npm was not found when the module was built");
        List<String> command = new ArrayList<>(List.of("npm"));
        command.addAll(List.of(arguments));
        Process npm = new ProcessBuilder(command)
                .directory(SOURCES.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(npm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(npm.waitFor()).as(said).isZero();
        return said;
    }
}
