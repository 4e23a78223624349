package io.tidemark.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.process.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pages of {@code tidemark demo} while its first run lasts, and after both: prints how long tokens take from the simulated server to the screen, and
 * with {@code -Dtidemark.docs.write=true} takes the first picture of the README, in the third of the run's four steps, once its SLO is broken. It starts
 * the demo of an {@link InstalledProgram}.
 */
@Tag("long")
class DemoPagesTest {
    private static final Pattern CONSOLE = Pattern.compile("console\\s+(http://\\S+)");

    /** Printed once all runs are over and the report is written. */
    private static final Pattern STAYS = Pattern.compile("(Ctrl-C)");

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    /** Address of the page of the run that lasts. */
    private static final String LASTING_RUN = """
            return fetch('/api/v1/now').then(answer => answer.json()).then(now => {
                const run = now.runs.find(one => one.status === 'RUNNING');
                return run ? `/teams/${run.team}/runs/${run.run}` : '';
            });""";

    private static final int MEASURED_WINDOWS = 20;
    private static final int SECOND_MILLIS = 1_000;

    @TempDir
    private Path home = Path.of("");

    @Test
    void theConsoleShowsTheDemo() throws Exception {
        try (InstalledProgram program = InstalledProgram.in(home);
                Browser browser = Browser.start()) {
            InstalledProgram.Running demo = program.start("demo", "--stay");
            String console = demo.await(CONSOLE);
            String run = openLastingRun(browser, console);
            measure(browser);
            takePicture(browser);
            check(browser, console, pagesOf(run));
            demo.await(STAYS);
            check(browser, console, pagesOf(run));
            check(
                    browser,
                    console,
                    Map.of("/teams/default/compare?side=default&side=tuned&experiment=demo", "Configuration"));
        }
    }

    /** Path and a text that is there once the page has its data. */
    private static Map<String, String> pagesOf(String run) {
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put("/", "demo");
        pages.put("/runs?team=default", "default");
        pages.put(run + "?metric=ttft_due", "max-num-seqs");
        pages.put(run + "?metric=tpot", "max-num-seqs");
        pages.put(run + "/report", "default");
        pages.put(run + "/soak?metric=ttft_due", "default");
        pages.put("/experiments", "demo");
        pages.put("/teams/default/experiments/demo", "default");
        pages.put("/teams/default/experiments/demo/history?metric=ttft_due&quantile=0.95", "demo");
        pages.put("/tunes", "Tunes");
        pages.put("/alerts", "No alert");
        pages.put("/pipeline", "Dead letters");
        return pages;
    }

    private static void check(Browser browser, String console, Map<String, String> pages) {
        pages.forEach((path, text) -> {
            String name = "demo" + path.replaceAll("[^A-Za-z]+", "-");
            browser.open(console + path);
            browser.awaitText(text);
            browser.picture(name);
            assertThat(browser.accessibilityViolations()).as(path).isEmpty();
            assertThat(browser.overflow()).as(path).isZero();
            browser.requireNoComplaints(path);
        });
    }

    /** @return its path */
    private static String openLastingRun(Browser browser, String console) {
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
        browser.open(console + page[0] + "?metric=ttft_due");
        Await.until(() -> browser.newestWindow().endMillis() > 0, browser::text);
        return page[0];
    }

    /** From the end of a window's last second to the moment when it is drawn. It asserts nothing about the time. */
    private static void measure(Browser browser) {
        List<Integer> millis = new ArrayList<>();
        long[] last = {0};
        for (int n = 0; n < MEASURED_WINDOWS; n++) {
            Await.until(
                    () -> {
                        Browser.DrawnWindow newest = browser.newestWindow();
                        long end = newest.endMillis();
                        if (end == last[0]) {
                            return false;
                        }
                        last[0] = end;
                        millis.add((int) (Math.round(newest.drawnMillis()) - end));
                        return true;
                    },
                    () -> "a window after that which ends at " + last[0] + " should be drawn");
        }
        assertThat(millis).allSatisfy(each -> assertThat(each).isPositive());
        // Tokens come at any time of their second.
        List<Integer> tokens = millis.stream()
                .flatMap(after -> IntStream.rangeClosed(1, SECOND_MILLIS)
                        .map(age -> after + age)
                        .boxed())
                .toList();
        System.out.printf("to the screen over %d windows: %s%n", MEASURED_WINDOWS, quantiles(millis));
        System.out.printf("tokens to the screen: %s%n", quantiles(tokens));
    }

    private static String quantiles(List<Integer> millis) {
        List<Integer> sorted = new ArrayList<>(millis);
        Collections.sort(sorted);
        return "p50 %d ms, p95 %d ms, largest %d ms"
                .formatted(
                        sorted.get(sorted.size() / 2),
                        sorted.get(sorted.size() * 95 / 100),
                        sorted.get(sorted.size() - 1));
    }

    private static void takePicture(Browser browser) {
        browser.awaitText(PATIENCE, "running", "step 3 of 4", "open, ");
        browser.awaitScript("return document.querySelector('canvas[data-panel=latency]') !== null");
        browser.docsPicture("console");
        assertThat(browser.overflow()).isZero();
        browser.requireNoComplaints("demo");
    }
}
