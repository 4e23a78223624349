package io.tidemark.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.process.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page of a run that is open for an hour by the clock, over the stack, the simulated server and the load of an {@link InstalledProgram}: it grows by
 * less than 20 MB from the first sixth to the last. With {@code -Dtidemark.page.minutes=N} it takes N minutes.
 */
@Tag("long")
class OpenPageTest {
    private static final int PARTS = 6;
    private static final long MAX_GROWTH_BYTES = 20L << 20;
    private static final String PATH = "/teams/default/runs/";
    private static final Duration MORE_THAN_A_WINDOW_TAKES = Duration.ofMinutes(2);

    @TempDir
    private Path home = Path.of("");

    @Test
    void aPageThatIsOpenForAnHourDoesNotGrow() throws Exception {
        Duration open = Duration.ofMinutes(Integer.getInteger("tidemark.page.minutes", 60));
        try (InstalledProgram program = InstalledProgram.in(home);
                Browser browser = Browser.start()) {
            String console = program.start("up").await(Pattern.compile("console +(http://\\S+)"));
            String server = program.start("simulate", "demo-tuned").await(Pattern.compile("(http://\\S+)"));
            InstalledProgram.Running load =
                    program.start("run", plan(open.plusMinutes(5)).toString(), "--target", server);
            String run = load.await(Pattern.compile("run +([0-9A-Z]{26})"));
            browser.size(1440, 1000);
            browser.open(console + PATH + run + "?metric=ttft_due");
            browser.awaitText("open page / default");
            Await.until(() -> browser.newestWindow().endMillis() > 0, browser::text);
            // Before the store had the run, the browser logged that it was not found.
            assertThat(browser.complaints())
                    .allSatisfy(logged -> assertThat(logged).contains("404"));
            List<Long> heap = watch(browser, open);
            System.out.printf("heap of a page after each sixth of %s: %s bytes%n", open, heap);
            browser.picture("open-page");
            browser.requireNoComplaints("open page");
            assertThat(heap.get(PARTS - 1) - heap.get(0)).isLessThan(MAX_GROWTH_BYTES);
        }
    }

    /** Bytes of the page after each part of the time, at each of which its newest window is of the last minutes. */
    private static List<Long> watch(Browser browser, Duration open) {
        Instant begin = InstantSource.system().instant();
        List<Long> heap = new ArrayList<>();
        for (int part = 1; part <= PARTS; part++) {
            Instant end = begin.plus(open.multipliedBy(part).dividedBy(PARTS));
            Await.moment(end);
            Await.until(
                    () -> browser.newestWindow().endMillis()
                            > end.minus(MORE_THAN_A_WINDOW_TAKES).toEpochMilli(),
                    () -> "a window of the last minutes should be drawn at " + end + ": " + browser.text());
            heap.add(browser.heapBytes());
        }
        return heap;
    }

    private Path plan(Duration length) throws Exception {
        return Files.writeString(home.resolve("plan.yaml"), """
                experiment: open page
                workload:
                  kind: synthetic
                  prompt_tokens: 150-250
                  output_tokens: 24-40
                arrivals: poisson
                steps:
                  - { rate: 5, duration: %ds, warm_up: 5s }
                slo:
                  verdict: short-run
                  objectives:
                    - ttft_due p95 < 250ms over 10s
                """.formatted(length.toSeconds()));
    }
}
