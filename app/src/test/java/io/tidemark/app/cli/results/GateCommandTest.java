package io.tidemark.app.cli.results;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.analysis.gate.GatePolicy;
import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.events.LoadKind;
import io.tidemark.events.RunStatus;
import io.tidemark.producer.yaml.KnownKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** {@code tidemark gate} on a store whose truth is known. */
class GateCommandTest {
    @TempDir
    private Path home;

    private String lost = "";

    @BeforeEach
    void store() {
        try (StoredRuns runs = new StoredRuns(home.resolve("store.db"))) {
            runs.inTurns(
                    5,
                    StoredRuns.Kind.of("baseline"),
                    StoredRuns.Kind.of("same"),
                    StoredRuns.Kind.of("slower").slowerBy(1.3));
            runs.add(1, StoredRuns.Kind.of("once"));
            runs.add(3, StoredRuns.Kind.of("mixed"));
            runs.add(1, StoredRuns.Kind.of("mixed").ended(RunStatus.INVALID));
            StoredRuns.Kind twoLoads = StoredRuns.Kind.of("small")
                    .of(LoadKind.RATE, List.of(0.1, 3.0))
                    .in("elsewhere");
            runs.inTurns(5, twoLoads, twoLoads.named("large").batching(1.5));
            runs.inTurns(
                    5,
                    StoredRuns.Kind.of("unlost").in("lost"),
                    StoredRuns.Kind.of("lossy").in("lost"));
            lost = runs.add(1, StoredRuns.Kind.of("lossy").in("lost").ended(RunStatus.RUNNING))
                    .get(0);
            runs.lose(lost, "its process was killed");
        }
    }

    private String gate(ExitCode expected, String candidate, String... more) {
        try (Shell shell = new Shell(home)) {
            String[] arguments = new String[5 + more.length];
            System.arraycopy(
                    new String[] {"gate", "--baseline", "baseline", "--candidate", candidate}, 0, arguments, 0, 5);
            System.arraycopy(more, 0, arguments, 5, more.length);
            assertThat(shell.run(arguments)).as(shell.out() + shell.err()).isEqualTo(expected.code());
            return shell.out() + shell.err();
        }
    }

    private Path policy(String text) throws Exception {
        return Files.writeString(home.resolve("policy.yaml"), text);
    }

    @Test
    void theSameTwicePassesByTheDefaultPolicy() {
        assertThat(gate(ExitCode.OK, "same").replaceAll("\\s+", " "))
                .contains("PASS: the runs exclude a worsening of the block or more for all ")
                .contains("No phase holds a tested load for certain: ");
    }

    @Test
    void whatIsSlowerFailsAndSaysByHowMuchHowSureAndWhatMovedWithIt() {
        String said = gate(ExitCode.SLO_NOT_MET, "slower").replaceAll("\\s+", " ");

        assertThat(said)
                .contains("FAIL")
                .containsPattern("Regressed: [^.]*(ttft|tpot) p\\d+ at [12] req/s \\+[23]\\d\\.\\d % \\(95 % CI \\+")
                .contains("Moved with it: running batch ");
    }

    @Test
    void junitIsReadByAnXmlParserWithATestCaseForEachFigure() throws Exception {
        Path file = home.resolve("ci/gate.xml");
        gate(ExitCode.SLO_NOT_MET, "slower", "--junit", file.toString());

        Document xml = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
        Element suite = (Element) xml.getElementsByTagName("testsuite").item(0);
        NodeList cases = xml.getElementsByTagName("testcase");
        // The held load, and at each of two loads, of which neither is held: TTFT and TPOT at three quantiles, and
        // errors.
        assertThat(cases.getLength()).isEqualTo(15);
        assertThat(suite.getAttribute("tests")).isEqualTo("15");
        assertThat(suite.getAttribute("failures"))
                .isEqualTo(Integer.toString(xml.getElementsByTagName("failure").getLength()));
        // All twelve latencies, but for what is not certain of p99.
        assertThat(xml.getElementsByTagName("failure").getLength()).isBetween(10, 13);
        assertThat(((Element) cases.item(0)).getAttribute("classname")).isEqualTo("tidemark.slo.all");
        assertThat(((Element) xml.getElementsByTagName("failure").item(0)).getAttribute("type"))
                .isEqualTo("REGRESSED");
    }

    @Test
    void junitKeepsTheRulesOfTheSchemaThatCiServersCheckBy() throws Exception {
        Path file = home.resolve("gate.xml");
        for (String candidate : List.of("slower", "once", "mixed")) {
            try (Shell shell = new Shell(home)) {
                shell.run("gate", "--baseline", "baseline", "--candidate", candidate, "--junit", file.toString());
            }
            JunitRules.check(file);
        }
    }

    @Test
    void jsonAndMarkdownSayTheSame() throws Exception {
        Path json = home.resolve("gate.json");
        Path markdown = home.resolve("gate.md");
        gate(ExitCode.SLO_NOT_MET, "slower", "--json-file", json.toString(), "--markdown", markdown.toString());

        JsonNode root = new JsonMapper().readTree(json.toFile());
        assertThat(root.path("outcome").asText()).isEqualTo("FAIL");
        assertThat(root.path("exitCode").asInt()).isEqualTo(1);
        assertThat(root.path("compared")).hasSize(15);
        assertThat(root.path("slo").path(0).path("candidate").path("steps").asInt())
                .isEqualTo(10);
        assertThat(Files.readString(markdown))
                .startsWith("# Tidemark gate: FAIL")
                .contains("| REGRESSED |");
    }

    @Test
    void tooFewRunsAreWhatThePolicySays() throws Exception {
        assertThat(gate(ExitCode.INCONCLUSIVE, "once")).contains("UNDECIDED", "screening only");
        gate(ExitCode.OK, "once", "--policy", policy("on_screening: pass\n").toString());
        gate(
                ExitCode.SLO_NOT_MET,
                "once",
                "--policy",
                policy("on_screening: fail\n").toString());
    }

    @Test
    void invalidRunsAmongThemAreThreeWhateverTheOthersSay() throws Exception {
        Path file = home.resolve("gate.xml");

        assertThat(gate(ExitCode.RUN_INVALID, "mixed", "--junit", file.toString()))
                .contains("INVALID RUNS");
        Document xml = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
        assertThat(xml.getElementsByTagName("error").getLength()).isEqualTo(1);
    }

    @Test
    void aWrongPolicyIsToldWithItsLineAndNothingIsWritten() throws Exception {
        Path file = home.resolve("gate.xml");
        Path policy = policy("""
                figures:
                  quantiles: [p95, 99]
                margin: {}
                margins: {latency: {p50: 5%, q95: 5%}, errors: 200%}
                on_screening: maybe
                """);

        String said = gate(ExitCode.USAGE, "same", "--policy", policy.toString(), "--junit", file.toString());

        assertThat(said)
                .contains(policy + ":2  figures.quantiles[1] must be a quantile such as p50, p95 or p99.9 but was 99")
                .contains(policy + ":3  margin is not a known key")
                .contains(policy + ":4  margins.latency.q95 is not a known key; known here: p50")
                .contains(policy + ":4  margins.errors must be a share in (0, 1), such as 5% or 0.05, but was 200%")
                .contains(policy + ":5  on_screening must be one of pass, fail, undecided but was maybe");
        assertThat(file).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gate --baseline baseline --candidate same --junit ",
                "gate --baseline baseline --candidate same --markdown ",
                "gate --baseline baseline --candidate same --json-file ",
                "compare baseline same --html ",
                "compare baseline same --markdown ",
                "report --experiment elsewhere --out "
            })
    void aFileThatCannotBeWrittenIsNamedAndIsNoVerdict(String command) throws Exception {
        Path file = Files.writeString(home.resolve("file"), "not a folder");
        try (Shell shell = new Shell(home)) {
            assertThat(shell.run((command + file.resolve("wanted")).split(" ")))
                    .as(shell.err())
                    .isEqualTo(ExitCode.INFRASTRUCTURE.code());
            assertThat(shell.err())
                    .contains(file.resolve("wanted").toString())
                    .containsAnyOf(file + " is not a folder", "Not a directory")
                    .doesNotContain("internal error");
        }
    }

    /** TPOT is worse where only the candidate holds the load; a verdict that asked it there would be a trade. */
    @Test
    void aCandidateThatHoldsMorePassesWhateverItsLatenciesAreBeyondWhatTheBaseHolds() {
        try (Shell shell = new Shell(home)) {
            assertThat(shell.run("gate", "--baseline", "small", "--candidate", "large"))
                    .as(shell.out() + shell.err())
                    .isEqualTo(ExitCode.OK.code());
            assertThat(shell.out().replaceAll("\\s+", " "))
                    .contains("PASS: ")
                    .contains(
                            "large holds more load: at least 3 req/s within the SLO, small holds between 0.1 and 3 req/s")
                    .contains("Latencies are not compared at 3 req/s", "Improved: held_load");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gate --baseline unlost --candidate lossy", "compare unlost lossy"})
    void aRunThatIsLostCountsOnNeitherSide(String command) {
        try (Shell shell = new Shell(home)) {
            shell.run(command.split(" "));
            assertThat((shell.out() + shell.err()).replaceAll("\\s+", " "))
                    .contains("run " + lost + " of lossy is left out: it is lost: its process was killed");
        }
    }

    @Test
    void whatIsLeftOutOfAPolicyIsAsInTheDefault() {
        assertThat(GatePolicyReader.parse("{}", "policy.yaml", new KnownKeys())).isEqualTo(GatePolicy.DEFAULT);
    }
}
