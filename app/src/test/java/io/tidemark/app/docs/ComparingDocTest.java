package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.analysis.gate.GatePolicy;
import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.results.GatePolicyReader;
import io.tidemark.app.cli.results.StoredRuns;
import io.tidemark.events.LoadKind;
import io.tidemark.fixtures.GeneratedBlock;
import io.tidemark.fixtures.RepositoryFiles;
import io.tidemark.producer.yaml.KnownKeys;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/how-to/compare-two-configurations.md shows what the verbs print, and its table of a policy's keys has all that are read. */
final class ComparingDocTest {
    private static final String PAGE = "docs/how-to/compare-two-configurations.md";
    private static final Pattern KEY = Pattern.compile("(?m)^\\| `([a-z_.]+)` \\|");
    private static final Pattern BASELINE_COMMANDS = Pattern.compile("(?ms)^```sh\n(tidemark baseline list.*?)^```$");
    private static final Pattern WORKFLOW = Pattern.compile("(?ms)^```yaml\n(name: .*?)^```$");

    @TempDir
    private Path home;

    private String printed(ExitCode expected, String... arguments) {
        store();
        return said(expected, arguments);
    }

    private void store() {
        try (StoredRuns runs = new StoredRuns(home.resolve("store.db"))) {
            List<Double> loads = List.of(1.0, 2.0, 4.0);
            runs.inTurns(
                    5,
                    StoredRuns.Kind.of("baseline").of(LoadKind.RATE, loads),
                    StoredRuns.Kind.of("moderate").slowerBy(0.88).of(LoadKind.RATE, loads),
                    StoredRuns.Kind.of("aggressive").slowerBy(1.12).of(LoadKind.RATE, loads));
        }
    }

    private String said(ExitCode expected, String... arguments) {
        try (Shell shell = new Shell(home)) {
            assertThat(shell.run(arguments)).as(shell.out() + shell.err()).isEqualTo(expected.code());
            return "```\n" + shell.out().stripTrailing().replaceAll("(?m) +$", "") + "\n```";
        }
    }

    @Test
    void comparisonOfTwoIsShownAsItIs() {
        new GeneratedBlock(PAGE, "compare").mustBe(printed(ExitCode.OK, "compare", "baseline", "moderate"));
    }

    @Test
    void baselineIsSetAndComparedWithAsThePageShows() {
        store();
        String set = said(ExitCode.OK, "baseline", "set", "main", "H200 tuning/baseline", "--reason", "release 1.4");
        assertThat(RepositoryFiles.read(PAGE))
                .contains("tidemark baseline set main 'H200 tuning/baseline' --reason 'release 1.4'\n");
        new GeneratedBlock(PAGE, "baseline").mustBe(set);
        for (String line : commandsWithABaseline()) {
            said(line.contains(" gate ") ? ExitCode.SLO_NOT_MET : ExitCode.OK, arguments(line));
        }
    }

    /** What the page does with the baseline after it was set, until it is removed. */
    private static List<String> commandsWithABaseline() {
        Matcher block = BASELINE_COMMANDS.matcher(RepositoryFiles.read(PAGE));
        assertThat(block.find()).isTrue();
        return block.group(1).lines().toList();
    }

    private static String[] arguments(String line) {
        return line.replaceFirst(" *#.*", "").replaceFirst("^tidemark ", "").split(" +");
    }

    @Test
    void tableIsShownAsItIs() {
        new GeneratedBlock(PAGE, "table").mustBe(printed(ExitCode.OK, "compare", "--table", "H200 tuning"));
    }

    @Test
    void gateIsShownAsItIs() {
        String policy = RepositoryFiles.path("deploy/gate/policy.yaml").toString();

        new GeneratedBlock(PAGE, "gate")
                .mustBe(printed(
                        ExitCode.SLO_NOT_MET,
                        "gate",
                        "--baseline",
                        "baseline",
                        "--candidate",
                        "aggressive",
                        "--policy",
                        policy));
    }

    @Test
    void everyKeyOfAPolicyIsInTheTable() {
        KnownKeys keys = new KnownKeys();
        GatePolicyReader.parse(RepositoryFiles.read("deploy/gate/policy.yaml"), "policy.yaml", keys);
        Set<String> read = new TreeSet<>();
        keys.byPath()
                .forEach((path, names) -> names.forEach(name -> read.add(path.isEmpty() ? name : path + "." + name)));
        read.removeIf(key -> key.matches("(margins|blocks)\\.latency\\.p\\d+"));

        Set<String> told = KEY.matcher(RepositoryFiles.read(PAGE))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(told).isEqualTo(read);
    }

    @Test
    void shippedPolicyIsTheDefault() {
        assertThat(GatePolicyReader.read(RepositoryFiles.path("deploy/gate/policy.yaml")))
                .isEqualTo(GatePolicy.DEFAULT);
    }

    @Test
    void workflowIsYamlThatGates() throws Exception {
        Matcher workflow = WORKFLOW.matcher(RepositoryFiles.read(PAGE));
        assertThat(workflow.find()).isTrue();

        JsonNode steps = new YAMLMapper().readTree(workflow.group(1)).at("/jobs/gate/steps");

        assertThat(steps).hasSize(4);
        assertThat(steps.get(2).path("run").asText()).contains("tidemark gate --baseline main --candidate candidate");
    }
}
