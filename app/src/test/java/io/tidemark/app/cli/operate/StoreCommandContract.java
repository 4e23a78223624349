package io.tidemark.app.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What commands do with a store, wherever it is. */
abstract class StoreCommandContract {
    private static final String RESULT = "importers/src/test/resources/fixtures/vllm-bench/detailed-completions.json";

    @TempDir
    private Path home;

    @BeforeAll
    static void trustEvents() {
        TrustedEventClasses.trust();
    }

    /** Where a store may be made that is not there yet, as {@code --store} takes it. */
    abstract String freshStore();

    @Test
    void pruningSaysWhatWouldGoThenTakesItOutAndLeavesResults() {
        String store = freshStore();
        assertThat(said(store, "runs", "import", RESULT, "--experiment", "tuning", "--phase", "baseline"))
                .contains("tuning");
        String would = said(store, "admin", "store", "prune", "--experiment", "tuning", "--dry-run");
        assertThat(would).contains("would take out").containsPattern("requests=[1-9]");
        assertThat(said(store, "admin", "store", "prune", "--experiment", "tuning"))
                .isEqualTo(would.replace("would take out", "took out"));
        assertThat(said(store, "admin", "store", "prune", "--experiment", "tuning"))
                .contains("took out 0 rows of 1 runs");
        assertThat(said(store, "runs", "list")).contains("tuning / baseline");
        assertThat(said(store, "admin", "store", "prune", "--experiment", "tuning", "--runs"))
                .contains("runs=1");
        assertThat(said(store, "runs", "list")).doesNotContain("tuning");
    }

    @Test
    void comparisonsSayTheSameOnceTheRequestsAreGone() throws Exception {
        Path second = Files.writeString(
                home.resolve("second.json"),
                Files.readString(Path.of(RESULT)).replaceFirst("\"date\": \"2", "\"date\": \"1"));
        String store = freshStore();
        said(store, "runs", "import", RESULT, "--experiment", "tuning", "--phase", "baseline");
        said(store, "runs", "import", second.toString(), "--experiment", "tuning", "--phase", "moderate");
        String before = compared(store);
        assertThat(before).contains("ttft p99");
        assertThat(said(store, "admin", "store", "prune", "--experiment", "tuning"))
                .containsPattern("requests=[1-9]");
        assertThat(compared(store)).isEqualTo(before);
    }

    @Test
    void anExperimentsRetentionIsShownAndTakenAway() {
        String store = freshStore();
        assertThat(said(store, "admin", "store", "keep", "--experiment", "tuning", "--requests", "365d"))
                .contains("tuning")
                .contains("requests 8760 h, windows 4320 h");
        assertThat(said(store, "admin", "store", "keep", "--experiment", "tuning", "--reset"))
                .isEmpty();
    }

    @Test
    void allRunsAreNotTakenOutForWantOfAChoice() {
        String store = freshStore();
        said(store, "admin", "store", "keep");
        try (Shell shell = new Shell(home)) {
            assertThat(shell.run("admin", "store", "prune", "--store", store)).isEqualTo(2);
            assertThat(shell.err()).contains("give --experiment, --older-than or both");
        }
    }

    private String compared(String store) {
        String answer = said(store, "compare", "baseline", "moderate", "--json");
        return answer.substring(answer.indexOf("\"answer\""));
    }

    private String said(String store, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--store", store));
        try (Shell shell = new Shell(home)) {
            int code = shell.run(all.toArray(String[]::new));
            assertThat(code).as(shell.err()).isZero();
            return shell.out();
        }
    }
}
