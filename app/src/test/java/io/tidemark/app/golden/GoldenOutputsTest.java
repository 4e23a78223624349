package io.tidemark.app.golden;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.RepositoryFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What commands print and write of one store, what the console answers, the exporter shows and receivers are sent. */
@Tag("integration")
final class GoldenOutputsTest {
    private static final Set<String> MADE = new TreeSet<>(Set.of(GoldenSoakTest.FILE));

    @TempDir
    private static Path folder = Path.of("");

    @SuppressWarnings("NullAway.Init") // Made before all tests.
    private static GoldenHome home;

    private static final TimeZone ZONE = TimeZone.getDefault();

    /** A dry run prints the times of the machine. */
    @BeforeAll
    static void make() throws InterruptedException {
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        home = GoldenHome.make(folder.resolve("home"));
    }

    @AfterAll
    static void zoneIsAsBefore() {
        TimeZone.setDefault(ZONE);
    }

    /** A file that no test makes any more says nothing. */
    @AfterAll
    static void everyFileIsMade() {
        assertThat(RepositoryFiles.under(Golden.FOLDER, ".txt"))
                .extracting(file -> String.valueOf(file.getFileName()))
                .containsExactlyInAnyOrderElementsOf(MADE);
    }

    private static void mustBe(String file, String text) {
        MADE.add(file);
        new Golden(home.folder()).mustBe(file, text);
    }

    /** By file: the command lines, each with what it writes into {@code OUT}. */
    static Stream<Map.Entry<String, List<String>>> commands() {
        String demo = GoldenHome.ALERTED_RUN;
        String tuned = GoldenHome.TUNED_RUN;
        return Stream.of(
                Map.entry(
                        "runs",
                        List.of(
                                "runs list",
                                "runs list --json",
                                "runs show " + demo,
                                "runs show " + demo + " --json",
                                "runs show " + GoldenHome.FLEET_RUN,
                                "runs windows " + demo + " ttft_due --every 1m",
                                "runs windows " + demo + " ttft_due --every 1m --json")),
                Map.entry(
                        "export",
                        List.of(
                                "runs export " + tuned + " --format summary --out OUT",
                                "runs export " + tuned + " --format vllm --out OUT")),
                Map.entry("report-experiment", List.of("report --experiment demo --out OUT")),
                Map.entry("report-fleet", List.of("report " + GoldenHome.FLEET_RUN + " --verbose --out OUT")),
                Map.entry("report-json", List.of("report --experiment demo --json --out OUT.json")),
                Map.entry(
                        "compare",
                        List.of(
                                "compare demo/default demo/tuned --html OUT/compare.html --markdown OUT/compare.md",
                                "compare demo/default demo/tuned --all",
                                "compare demo/default demo/tuned --json",
                                "compare --table demo",
                                "compare --table demo --json",
                                "compare demo/default fleet/default",
                                "compare demo/default fleet/default --allow-mismatch")),
                Map.entry(
                        "gate",
                        List.of(
                                "gate --baseline demo/default --candidate demo/tuned --junit OUT/gate.xml --markdown"
                                        + " OUT/gate.md",
                                "gate --baseline demo/tuned --candidate demo/default",
                                "gate --baseline @main --candidate demo/tuned --json")),
                Map.entry("baseline", List.of("baseline list", "baseline list --json")),
                Map.entry(
                        "tune",
                        List.of(
                                "tune list",
                                "tune list --json",
                                "tune report --out OUT",
                                "tune report --verbose --out OUT2",
                                "tune " + GoldenHome.path("tune") + " --dry-run --simulate phi-4-mini-l4")),
                Map.entry("search-json", List.of(GoldenHome.SEARCH + " --no-publish --json")),
                Map.entry(
                        "run",
                        List.of(
                                "run " + GoldenHome.path("demo")
                                        + " --phase tuned --simulate demo-tuned --start 2026-11-20T08:00:00Z"
                                        + " --no-publish",
                                "plan show " + GoldenHome.path("demo"),
                                "plan show " + GoldenHome.path("demo") + " --json")),
                Map.entry("alerts", List.of("alerts list", "alerts list --json")),
                Map.entry("audit", List.of("admin audit list", "admin audit list --json")),
                Map.entry("store", List.of("admin store prune --dry-run")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("commands")
    void commandsPrintAndWriteTheSame(Map.Entry<String, List<String>> commands) throws IOException {
        mustBe(
                commands.getKey() + ".txt",
                new Golden(home.folder()).transcript(commands.getValue(), folder.resolve(commands.getKey())));
    }

    @Test
    void aSearchPrintsTheSame() {
        mustBe("search.txt", "$ tidemark " + GoldenHome.SEARCH + "\n" + home.search());
    }

    @Test
    void theConsoleAnswersTheSame() throws Exception {
        StringBuilder text = new StringBuilder();
        try (ConsoleAnswers console = new ConsoleAnswers(home.folder().resolve("store.db"))) {
            assertThat(ConsoleAnswers.REQUESTS.keySet()).containsExactlyInAnyOrderElementsOf(console.documented());
            for (Map.Entry<String, String> request : ConsoleAnswers.REQUESTS.entrySet()) {
                text.append("GET ").append(request.getValue()).append('\n');
                text.append(console.answer(request.getKey(), request.getValue()))
                        .append("\n\n");
            }
        }
        mustBe("console.txt", text.toString());
    }

    @Test
    void thePageOfTheExporterIsTheSame() throws IOException {
        mustBe("exporter.txt", ExporterPage.of(home.events()));
    }

    @Test
    void receiversAreSentTheSame() throws IOException {
        mustBe("alert-bodies.txt", AlertBodies.of(home.notifications()));
    }
}
