package io.tidemark.app.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.app.cli.Shell;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Searches in virtual time, each of a few virtual minutes. */
class SearchCommandTest {
    private static final String PLAN = """
            experiment: search
            seed: 7
            workload: {kind: synthetic, prompt_tokens: 40, output_tokens: 8}
            steps: [{rate: 2, duration: 60s, warm_up: 30s}]
            slo: {objectives: [ttft_due p90 < LIMIT]}
            """;

    @TempDir
    private Path directory;

    private Shell shell;

    @BeforeEach
    void open() {
        shell = new Shell(directory.resolve("home"));
    }

    @AfterEach
    void close() {
        shell.close();
    }

    private Path plan(String limit) throws Exception {
        return Files.writeString(directory.resolve("plan.yaml"), PLAN.replace("LIMIT", limit));
    }

    @Test
    void whereTheHighestAllowedLoadHoldsItSaysSoAndConfirmsIt() throws Exception {
        int code = shell.run(
                "search", plan("1s").toString(), "--simulate", "demo-tuned", "--no-publish", "--to", "3", "--json");

        assertThat(code).as(shell.err()).isZero();
        JsonNode said = new JsonMapper().readTree(shell.out());
        assertThat(said.path("heldUpTo").asDouble()).isEqualTo(3);
        assertThat(said.path("breaksFrom").isNull()).isTrue();
        assertThat(said.path("confirmation").path("held").asText()).isEqualTo("PASS");
        assertThat(said.path("probes")).hasSize(2);
        assertThat(said.path("probes").path(0).path("seconds").asInt()).isBetween(600, 602);
        assertThat(said.path("runs")).hasSize(3);
    }

    @Test
    void aBudgetEndsTheSearchInTheMiddleOfAProbe() throws Exception {
        int code = shell.run(
                "search", plan("1s").toString(), "--simulate", "demo-tuned", "--no-publish", "--budget", "15m");

        assertThat(code).isEqualTo(4);
        assertThat(shell.out())
                .contains("the budget of 15 min allows about 1 of the")
                .contains("Held: 2.00 req/s or more: no load tried breaks")
                .contains("Not confirmed by a run of a fixed number of requests")
                .contains("Ended after 15 min: the budget of 15 min is used up");
    }

    @Test
    void whereNothingHoldsTheExitCodeIsThatOfAnSloThatIsNotMet() throws Exception {
        int code = shell.run(
                "search",
                plan("1ms").toString(),
                "--simulate",
                "demo-tuned",
                "--no-publish",
                "--metric",
                "concurrency",
                "--from",
                "1");

        assertThat(code).isEqualTo(1);
        assertThat(shell.out()).contains("Held: nothing of what was tried; 1 concurrent breaks");
    }

    @Test
    void flagsThatTheServerContradictsAreTold() throws Exception {
        Path plan = Files.writeString(
                directory.resolve("plan.yaml"),
                PLAN.replace("LIMIT", "1s") + "phases: [{name: declared, flags: {gpu-memory-utilization: 0.42}}]\n");

        int code = shell.run("search", plan.toString(), "--simulate", "demo-tuned", "--no-publish", "--to", "2");

        assertThat(code).as(shell.err()).isZero();
        assertThat(shell.out()).contains("MISMATCH  declared flag gpu-memory-utilization is 0.42 but the server says");
    }

    @Test
    void aPlanWithoutObjectivesHasNothingToSearchBy() throws Exception {
        Path plan = Files.writeString(
                directory.resolve("plan.yaml"), PLAN.replace("slo: {objectives: [ttft_due p90 < LIMIT]}", ""));

        assertThat(shell.run("search", plan.toString(), "--simulate", "demo-tuned"))
                .isEqualTo(2);
        assertThat(shell.err()).contains("slo.objectives must have at least one objective");
    }

    @Test
    void aRangeThatIsUpsideDownIsRefused() throws Exception {
        assertThat(shell.run("search", plan("1s").toString(), "--simulate", "demo-tuned", "--from", "9", "--to", "3"))
                .isEqualTo(2);
        assertThat(shell.err()).contains("loads must be 0 < from <= to but were 9.0 and 3.0");
    }
}
