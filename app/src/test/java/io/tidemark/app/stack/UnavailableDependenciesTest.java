package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.fixtures.process.FreePorts;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user is told when something that a run needs is not there: at once, with its address, and with exit code 5. */
@Tag("integration")
final class UnavailableDependenciesTest {
    @TempDir
    private static Path home;

    private static TidemarkProcess up;
    private static Target target;

    @BeforeAll
    static void start() {
        up = TidemarkProcess.up(home);
        target = new Target();
    }

    @AfterAll
    static void stop() {
        target.close();
        up.close();
    }

    @Test
    void aTargetThatIsDownIsNamed() throws Exception {
        String nobody = "http://" + nobodyListens();
        try (TidemarkProcess command = TidemarkProcess.start(home, "run", "--target", nobody)) {
            assertThat(command.exitCode()).as(command.err()).isEqualTo(ExitCode.INFRASTRUCTURE.code());
            command.assertQuiet();
            assertThat(command.err()).contains(nobody).contains("Is it up?");
        }
    }

    @Test
    void aModelThatIsNotServedIsAnsweredWithTheOnesThatAre() throws Exception {
        assertThat(errorOf("run", "--target", target.url(), "--model", "no-such-model", "--no-calibrate"))
                .contains("no-such-model")
                .contains("demo-small");
    }

    @Test
    void kafkaThatDoesNotAnswerIsNamed() throws Exception {
        String nobody = nobodyListens();
        String[] cluster = {"--kafka", nobody, "--registry", Home.stack(home).registry()};
        assertThat(errorOf("run", "--target", target.url(), cluster[0], cluster[1], cluster[2], cluster[3]))
                .contains("Kafka at " + nobody);
        assertThat(errorOf("admin", "topics", "list", cluster[0], cluster[1], cluster[2], cluster[3]))
                .contains("Kafka at " + nobody);
    }

    @Test
    void aRegistryThatDoesNotAnswerIsNamed() throws Exception {
        String nobody = "http://" + nobodyListens();
        assertThat(errorOf(
                        "run",
                        "--target",
                        target.url(),
                        "--kafka",
                        Home.stack(home).kafka(),
                        "--registry",
                        nobody))
                .contains(nobody);
    }

    @Test
    void aTeamWithoutTopicsIsToldHowToMakeThem() throws Exception {
        assertThat(errorOf(
                        "run",
                        "--target",
                        target.url(),
                        "--team",
                        "nobody",
                        "--kafka",
                        Home.stack(home).kafka(),
                        "--registry",
                        Home.stack(home).registry()))
                .contains("tidemark.nobody.tokens")
                .contains("tidemark admin topics create --team nobody");
    }

    /** In it schema ids would mean something else. */
    @Test
    void aSpoolOfAnotherClusterIsNotPublished() throws Exception {
        Path spool = Files.createDirectories(home.resolve("spools").resolve("run-lane"));
        Files.writeString(spool.resolve("lock"), "");
        Files.writeString(spool.resolve("cluster"), "another-one");

        assertThat(errorOf("admin", "spool", "publish", spool.toString()))
                .contains(spool.toString())
                .contains("another-one")
                .contains("nothing was published");
        assertThat(spool).isDirectoryContaining("glob:**cluster");
    }

    @Test
    void aSpoolOfAnotherRegistryIsNotPublished() throws Exception {
        Path spool = Files.createDirectories(home.resolve("spools").resolve("run-other"));
        Files.writeString(spool.resolve("lock"), "");
        Files.writeString(spool.resolve("schemas"), "1 a0\n");

        assertThat(errorOf("admin", "spool", "publish", spool.toString()))
                .contains(spool
                        + " was written with another schema registry: its schema ids [1] are other schemas or none in "
                        + Home.stack(home).registry())
                .contains("nothing was published");
        assertThat(spool).isDirectoryContaining("glob:**schemas");
    }

    private static String errorOf(String... arguments) {
        try (Shell command = new Shell(home)) {
            assertThat(command.run(arguments)).as(command.err()).isEqualTo(ExitCode.INFRASTRUCTURE.code());
            assertThat(command.err().lines()).as(command.err()).hasSizeLessThan(8);
            return command.err();
        }
    }

    private static String nobodyListens() {
        return "127.0.0.1:" + FreePorts.next();
    }
}
