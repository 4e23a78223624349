package io.tidemark.app.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.RepositoryFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ContainerMainTest {
    private static final Path INSTALLATION = RepositoryFiles.path("");

    @ParameterizedTest
    @CsvSource({
        "run plan.yaml, measure",
        "--debug run plan.yaml, measure",
        "search plan.yaml, measure",
        "worker, measure",
        "simulate demo-small, simulate",
        "report, report",
        "completion bash, brief",
        "--help, brief",
        "serve archive --local, archive"
    })
    void whatIsNoServiceRunsWithTheFlagsOfItsVerb(String words, String options) throws IOException {
        assertThat(command(words, Optional.empty()).orElseThrow())
                .contains("@" + INSTALLATION.resolve("bin/jvm/" + options + ".options"))
                .contains("@" + INSTALLATION.resolve("bin/jvm/common.options"));
    }

    /** Its memory holds prompts and secrets. */
    @Test
    void noProcessLeavesAnImageOfItsMemory() throws IOException {
        assertThat(Files.readAllLines(INSTALLATION.resolve("bin/jvm/common.options")))
                .contains("-XX:-CreateCoredumpOnCrash");
        assertThat(Files.readAllLines(INSTALLATION.resolve("deploy/systemd/tidemark-.service.d/hardening.conf")))
                .contains("LimitCORE=0");
    }

    @ParameterizedTest
    @CsvSource({"serve streams", "serve sink", "up", "watch watch.yaml", "gate"})
    void servicesRunInTheFirstProcess(String words) throws IOException {
        assertThat(command(words, Optional.empty())).isEmpty();
    }

    @Test
    void flagsOfTheUserReplaceThoseOfTheVerb() throws IOException {
        assertThat(command("serve sink", Optional.of(" -Xmx3g  -XX:+UseSerialGC"))
                        .orElseThrow())
                .contains("-Xmx3g", "-XX:+UseSerialGC")
                .noneMatch(word -> word.endsWith("serve.options"))
                .endsWith("io.tidemark.app.Tidemark", "serve", "sink");
    }

    @Test
    void archiveHasItsOwnClassPathAndNoVerb() throws IOException {
        assertThat(command("serve archive --local", Optional.empty()).orElseThrow())
                .contains(
                        INSTALLATION.resolve("lib/archive/tidemark-archive.jar").toString())
                .endsWith("io.tidemark.archive.Archive", "--local");
    }

    private static Optional<List<String>> command(String words, Optional<String> flags) throws IOException {
        return ContainerMain.child(INSTALLATION, List.of(words.split(" ")), flags);
    }
}
