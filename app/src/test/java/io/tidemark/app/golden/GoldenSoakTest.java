package io.tidemark.app.golden;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the report and the console say of a soak of two hours, the shortest that has hours to compare. */
@Tag("long")
final class GoldenSoakTest {
    static final String FILE = "soak.txt";

    @TempDir
    private Path folder;

    @Test
    void theReportAndTheConsoleSayTheSameOfASoak() throws Exception {
        Golden golden = new Golden(folder.resolve("home"));
        GoldenHome.makeSoak(golden.home());
        String report = golden.transcript(
                List.of("report " + GoldenHome.SOAK_RUN + " --out OUT", "runs show " + GoldenHome.SOAK_RUN),
                folder.resolve("report"));
        try (ConsoleAnswers console = new ConsoleAnswers(golden.home().resolve("store.db"))) {
            golden.mustBe(
                    FILE,
                    report
                            + console.answer(
                                    ConsoleAnswers.SOAK_PATH,
                                    "/teams/default/runs/" + GoldenHome.SOAK_RUN + "/soak?metric=ttft_due"));
        }
    }
}
