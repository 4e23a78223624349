package io.tidemark.app.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.results.StoredRuns;
import io.tidemark.app.process.ProcessName;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command that changes a store or the tokens leaves a row that says so. */
final class AuditCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path home;

    private List<String> runs = List.of();

    @BeforeEach
    void storeRuns() {
        try (StoredRuns stored = new StoredRuns(home.resolve("store.db"))) {
            runs = new ArrayList<>(stored.add(3, StoredRuns.Kind.of("main")));
        }
    }

    @Test
    void everyChangeIsListedWithWhoMadeItAndFromWhere() throws Exception {
        said(ExitCode.OK, "baseline", "set", "v1", "main", "--reason", "release 1.4");
        said(ExitCode.OK, "baseline", "remove", "v1");
        String muted =
                said(ExitCode.OK, "alerts", "mute", "run=r1", "--team", "perf", "--until", "2h", "--reason", "driver");
        Matcher mute = Pattern.compile("unmute ([0-9a-f]{8})").matcher(muted);
        assertThat(mute.find()).isTrue();
        said(ExitCode.OK, "alerts", "unmute", mute.group(1), "--team", "perf");
        said(
                ExitCode.OK,
                "admin",
                "store",
                "keep",
                "--team",
                "perf",
                "--experiment",
                "H200 tuning",
                "--requests",
                "30d");
        said(ExitCode.OK, "admin", "store", "keep", "--team", "perf", "--experiment", "H200 tuning", "--reset");
        said(ExitCode.OK, "runs", "delete", runs.get(0), "--yes");
        said(ExitCode.OK, "admin", "store", "prune", "--experiment", "H200 tuning", "--runs");
        JsonNode token = JSON.readTree(said(
                ExitCode.OK, "admin", "token", "add", "--team", "perf", "--scope", "read", "--note", "ci", "--json"));
        said(ExitCode.OK, "admin", "token", "revoke", token.path("id").asText());
        said(ExitCode.OK, "admin", "token", "revoke", token.path("id").asText());

        List<JsonNode> changes = changes("--team", "perf");
        assertThat(changes)
                .extracting(change -> change.path("action").asText() + " "
                        + change.path("subject").asText())
                .containsExactlyInAnyOrder(
                        "baseline set v1",
                        "baseline remove v1",
                        "alerts mute " + mute.group(1),
                        "alerts unmute " + mute.group(1),
                        "store keep H200 tuning",
                        "store keep H200 tuning",
                        "runs delete " + runs.get(0),
                        "store prune " + runs.get(1),
                        "store prune " + runs.get(2),
                        "token add " + token.path("id").asText(),
                        "token revoke " + token.path("id").asText());
        assertThat(changes).allSatisfy(change -> {
            assertThat(change.path("user").asText()).isEqualTo(ProcessName.user());
            assertThat(change.path("host").asText()).isEqualTo(ProcessName.host());
            assertThat(change.path("address").asText()).isEmpty();
            assertThat(change.toString())
                    .doesNotContain("tdm_", token.path("token").asText());
        });
        assertThat(details(changes, "baseline set")).contains("\"reason\":\"release 1.4\"", runs.get(2));
        assertThat(details(changes, "alerts mute")).contains("{run=r1}", "driver");
        assertThat(details(changes, "token add")).contains("\"scopes\":\"read\"", "\"note\":\"ci\"");
        assertThat(details(changes, "store prune")).contains("the whole run");
    }

    @Test
    void nothingThatWasRefusedOrChangedNothingIsListed() throws Exception {
        said(ExitCode.USAGE, "baseline", "set", "v1", "nothing");
        said(ExitCode.USAGE, "runs", "delete", runs.get(0));
        said(ExitCode.OK, "admin", "store", "prune", "--experiment", "H200 tuning", "--dry-run");
        said(ExitCode.OK, "admin", "store", "keep");
        said(ExitCode.USAGE, "admin", "token", "revoke", "00000000");
        assertThat(changes()).isEmpty();
        assertThat(said(ExitCode.OK, "admin", "audit", "list")).contains("no changes since ");
        assertThat(said(ExitCode.USAGE, "admin", "audit", "list", "--limit", "0"))
                .contains("limit must be >= 1 but was 0");
    }

    @Test
    void aTokenOfAllTeamsIsOfNoTeamInTheAudit() throws Exception {
        said(ExitCode.OK, "admin", "token", "add", "--scope", "admin");
        assertThat(changes())
                .singleElement()
                .satisfies(change -> assertThat(change.path("team").isNull()).isTrue());
        assertThat(changes("--team", "perf")).isEmpty();
        assertThat(said(ExitCode.OK, "admin", "audit", "list"))
                .contains(
                        "all teams",
                        "token add",
                        " by " + ProcessName.user() + " on " + ProcessName.host(),
                        "scopes: admin");
    }

    @Test
    void aTokenThatCannotBeRecordedIsNotMade() throws Exception {
        Path noStore = Files.createDirectory(home.resolve("folder"));
        assertThat(said(
                        ExitCode.INFRASTRUCTURE,
                        "admin",
                        "token",
                        "add",
                        "--scope",
                        "read",
                        "--store",
                        noStore.toString()))
                .contains("nothing was changed, because it cannot be recorded");
        assertThat(home.resolve("tokens.json")).doesNotExist();
    }

    private static String details(List<JsonNode> changes, String action) {
        return changes.stream()
                .filter(change -> change.path("action").asText().equals(action))
                .map(change -> change.path("details").toString())
                .findFirst()
                .orElseThrow();
    }

    private List<JsonNode> changes(String... more) throws Exception {
        List<String> verb = new ArrayList<>(List.of("admin", "audit", "list", "--json"));
        verb.addAll(List.of(more));
        List<JsonNode> changes = new ArrayList<>();
        JSON.readTree(said(ExitCode.OK, verb.toArray(String[]::new)))
                .path("changes")
                .forEach(changes::add);
        return changes;
    }

    /** What a command printed; of one that failed, its error. */
    private String said(ExitCode expected, String... command) {
        try (Shell shell = new Shell(home)) {
            assertThat(shell.run(command)).as(shell.err()).isEqualTo(expected.code());
            return expected == ExitCode.OK ? shell.out() : shell.err();
        }
    }
}
