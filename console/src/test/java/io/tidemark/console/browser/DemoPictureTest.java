package io.tidemark.console.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.fixtures.process.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Takes the first picture of the README: the page of the first run of {@code tidemark demo} while it lasts, in the third of its four steps, once its SLO is
 * broken. Only {@code -Dtidemark.docs.write=true} takes it, of the demo of the unpacked tarball whose program the variable {@code TIDEMARK} names.
 */
@Tag("long")
class DemoPictureTest {
    private static final String PROGRAM = "TIDEMARK";
    private static final Pattern CONSOLE = Pattern.compile("console (http://\\S+)");
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    /** Address of the page of the run that lasts. */
    private static final String LASTING_RUN = """
            return fetch('/api/v1/now').then(answer => answer.json()).then(now => {
                const run = now.runs.find(one => one.status === 'RUNNING');
                return run ? `/teams/${run.team}/runs/${run.run}?metric=ttft_due` : '';
            });""";

    @TempDir
    private Path home = Path.of("");

    @Test
    void theConsoleShowsTheDemoWhileItLasts() throws Exception {
        assumeTrue(
                Boolean.getBoolean("tidemark.docs.write"),
                "the picture of the demo is taken with -Dtidemark.docs.write=true only");
        String program = System.getenv().getOrDefault(PROGRAM, "");
        assumeTrue(
                Files.isExecutable(Path.of(program)),
                "the demo is not started: the variable " + PROGRAM
                        + " must be the path of bin/tidemark of an unpacked tarball but is \"" + program + "\"");
        Path said = home.resolve("demo.log");
        ProcessBuilder demo = new ProcessBuilder(program, "demo", "--stay")
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        demo.environment().put("TIDEMARK_HOME", home.toString());
        try (Browser browser = Browser.start()) {
            Process process = demo.start();
            try {
                takePicture(browser, console(process, said));
            } finally {
                process.destroy();
                process.waitFor();
            }
        }
    }

    private static void takePicture(Browser browser, String console) {
        browser.size(1440, 900);
        browser.dark(false);
        browser.open(console);
        String[] page = {""};
        Await.until(
                () -> {
                    page[0] = String.valueOf(browser.script(LASTING_RUN));
                    return !page[0].isEmpty();
                },
                PATIENCE,
                () -> "no run of the demo lasts");
        browser.open(console + page[0]);
        browser.awaitText(PATIENCE, "running", "step 3 of 4", "open, ");
        browser.awaitScript("return document.querySelector('canvas[data-panel=latency]') !== null");
        browser.docsPicture("console");
        assertThat(browser.overflow()).isZero();
        browser.requireNoComplaints("demo");
    }

    /** The address that the demo says. */
    private static String console(Process demo, Path said) {
        Await.until(
                () -> CONSOLE.matcher(read(said)).find() || !demo.isAlive(),
                PATIENCE,
                () -> "the demo does not name its console: " + read(said));
        Matcher address = CONSOLE.matcher(read(said));
        assertThat(address.find()).as(read(said)).isTrue();
        return address.group(1);
    }

    private static String read(Path said) {
        try {
            return Files.exists(said) ? Files.readString(said) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
