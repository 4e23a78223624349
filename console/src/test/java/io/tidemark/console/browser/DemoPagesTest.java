package io.tidemark.console.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.fixtures.process.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page of the first run of {@code tidemark demo} while it lasts: prints how long tokens take from the simulated server to the screen, and with
 * {@code -Dtidemark.docs.write=true} takes the first picture of the README, in the third of the run's four steps, once its SLO is broken. It starts the
 * demo of the unpacked tarball whose program the variable {@code TIDEMARK} names.
 */
@Tag("long")
class DemoPagesTest {
    private static final String PROGRAM = "TIDEMARK";
    private static final Pattern CONSOLE = Pattern.compile("console (http://\\S+)");
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    /** Address of the page of the run that lasts. */
    private static final String LASTING_RUN = """
            return fetch('/api/v1/now').then(answer => answer.json()).then(now => {
                const run = now.runs.find(one => one.status === 'RUNNING');
                return run ? `/teams/${run.team}/runs/${run.run}?metric=ttft_due` : '';
            });""";

    /** The page's entry of the newest window that it drew: {@code detail} is the window's end, {@code startTime} is when it was drawn. */
    private static final String DRAWN = "performance.getEntriesByName('tidemark-window-drawn')[0]";

    private static final String NEWEST_WINDOW =
            "const drawn = " + DRAWN + "; return [drawn.detail, performance.timeOrigin + drawn.startTime]";

    private static final int MEASURED_WINDOWS = 20;

    @TempDir
    private Path home = Path.of("");

    @Test
    void theConsoleShowsTheDemoWhileItLasts() throws Exception {
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
                openLastingRun(browser, console(process, said));
                measure(browser);
                takePicture(browser);
            } finally {
                process.destroy();
                process.waitFor();
            }
        }
    }

    private static void openLastingRun(Browser browser, String console) {
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
        browser.awaitScript("return " + DRAWN + " !== undefined");
    }

    /** From the end of a window's last second to the moment when it is drawn. It asserts nothing about the time. */
    private static void measure(Browser browser) {
        List<Long> millis = new ArrayList<>();
        long[] last = {0};
        for (int n = 0; n < MEASURED_WINDOWS; n++) {
            Await.until(
                    () -> {
                        List<?> newest = (List<?>) browser.script(NEWEST_WINDOW);
                        long end = ((Number) newest.get(0)).longValue();
                        if (end == last[0]) {
                            return false;
                        }
                        last[0] = end;
                        millis.add(Math.round(((Number) newest.get(1)).doubleValue()) - end);
                        return true;
                    },
                    () -> "a window after that which ends at " + last[0] + " should be drawn");
        }
        Collections.sort(millis);
        assertThat(millis).allSatisfy(each -> assertThat(each).isPositive());
        System.out.printf(
                "end of a window's second to screen over %d windows: p50 %d ms, p95 %d ms; a token is up to 1,000 ms before that end%n",
                MEASURED_WINDOWS, millis.get(MEASURED_WINDOWS / 2), millis.get(MEASURED_WINDOWS * 95 / 100));
    }

    private static void takePicture(Browser browser) {
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
