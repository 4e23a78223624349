package io.tidemark.app.cli.tune;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.results.StoredRuns;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.TrialState;
import io.tidemark.events.TrialStatus;
import io.tidemark.events.TuneActivity;
import io.tidemark.events.TuneState;
import io.tidemark.sinks.store.StoreChange;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tidemark tune list} and {@code tidemark tune report} on a store with one tune: the default holds 2 req/s, mns128 holds 4. */
class TuneReportCommandTest {
    private static final String TUNE = "01KB0TUNE000000000000000AA";

    @TempDir
    private Path home;

    private int number;

    private void stored() {
        try (StoredRuns runs = new StoredRuns(home.resolve("store.db"))) {
            write(
                    runs,
                    TuneState.newBuilder()
                            .setTune(TUNE)
                            .setExperiment("H200 tuning")
                            .setTarget("http://gpu-1:8000")
                            .setTuner("host/1")
                            .setMode("sweep")
                            .setStarted(StoredRuns.START)
                            .setActivity(TuneActivity.FINISHED)
                            .setDefaultPhase("default")
                            .setPlanned(6)
                            .setEnded(6)
                            .build());
            for (int block = 1; block <= 3; block++) {
                start(runs, "default", Map.of(), 2);
                start(runs, "mns128", Map.of("max-num-seqs", "128"), 4);
            }
        }
    }

    private void start(StoredRuns runs, String phase, Map<String, String> flags, double held) {
        String run = runs.add(1, StoredRuns.Kind.of(phase)).get(0);
        write(
                runs,
                TrialState.newBuilder()
                        .setTune(TUNE)
                        .setNumber(++number)
                        .setPurpose("sweep")
                        .setExperiment("H200 tuning")
                        .setPhase(phase)
                        .setFlags(flags)
                        .setStatus(TrialStatus.MEASURED)
                        .setRuns(List.of(run))
                        .setStarted(StoredRuns.START.plusSeconds(3600L * number))
                        .setHeldUpTo(held + 0.01 * number)
                        .build());
    }

    private static void write(StoredRuns runs, SpecificRecord state) {
        ControlEvent event = ControlEvent.newBuilder()
                .setAt(StoredRuns.START)
                .setState(state)
                .build();
        runs.write(new StoreChange.StoredEvent(StoredRuns.TEAM, StoredRuns.START, event));
    }

    private String said(ExitCode expected, String... arguments) {
        try (Shell shell = new Shell(home)) {
            int code = shell.run(arguments);
            assertThat(code).as(shell.out() + shell.err()).isEqualTo(expected.code());
            return shell.out() + shell.err();
        }
    }

    @Test
    void theReportSaysTheAnswerAndWritesItsFolder() {
        stored();

        String said = said(ExitCode.OK, "tune", "report");

        assertThat(said)
                .contains("Recommended: mns128. Tuned holds ")
                .contains("6 of 6 planned starts are over: 6 measured, 0 infeasible.")
                .contains("recommended.yaml, tune.csv, tune.json beside it");
        assertThat(said.lines()).hasSizeLessThanOrEqualTo(25);
        Path folder = home.resolve("tunes").resolve(TUNE);
        for (String file : List.of("report.html", "report.md", "recommended.yaml", "tune.csv", "tune.json")) {
            assertThat(folder.resolve(file)).isNotEmptyFile();
        }
    }

    @Test
    void theJsonIsOneObjectWithTheReportsPlace() throws Exception {
        stored();

        JsonNode json = new JsonMapper()
                .readTree(said(
                        ExitCode.OK,
                        "tune",
                        "report",
                        TUNE,
                        "--json",
                        "--out",
                        home.resolve("out").toString()));

        assertThat(json.at("/answer/recommended").asText()).isEqualTo("mns128");
        assertThat(json.path("report").asText()).endsWith("report.html");
        assertThat(json.path("starts")).hasSize(6);
    }

    @Test
    void theListShowsHowFarEachTuneIs() throws Exception {
        stored();

        assertThat(said(ExitCode.OK, "tune", "list"))
                .contains(TUNE, "FINISHED", "H200 tuning", "6 of 6 starts, 0 infeasible");
        JsonNode json = new JsonMapper().readTree(said(ExitCode.OK, "tune", "list", "--json"));
        assertThat(json.at("/tunes/0/tune").asText()).isEqualTo(TUNE);
    }

    @Test
    void anUnknownTuneIsNamedWithThoseThatThereAre() {
        stored();

        assertThat(said(ExitCode.USAGE, "tune", "report", "other"))
                .contains("the store has no tune \"other\"; its newest are: " + TUNE + " (H200 tuning)");
        assertThat(said(ExitCode.USAGE, "tune", "report", "--team", "nobody"))
                .contains("team nobody has no tune; tidemark tune PLAN makes one");
    }
}
