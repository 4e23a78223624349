package io.tidemark.app.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.docs.DocBlock;
import io.tidemark.fixtures.RepositoryFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
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
    void whereTheHighestAllowedLoadHoldsItSaysSo() throws Exception {
        int code = shell.run(
                "search", plan("1s").toString(), "--simulate", "demo-tuned", "--no-publish", "--to", "3", "--json");

        assertThat(code).as(shell.err()).isZero();
        JsonNode said = new JsonMapper().readTree(shell.out());
        assertThat(said.path("heldUpTo").asDouble()).isEqualTo(3);
        assertThat(said.path("failsFrom").isNull()).isTrue();
        assertThat(said.has("mostLikely")).isFalse();
        assertThat(said.path("probes")).hasSize(2);
        assertThat(said.path("spentSeconds").asInt()).isLessThan(3_600);
        assertThat(said.path("runs")).hasSize(2);
    }

    /** Its budget of 5 min, and an hour. */
    @Test
    void aPublishedSearchThatWouldEndInTheFutureIsRefused() throws Exception {
        String start = "2099-01-01T00:00:00Z";
        int code = shell.run(
                "search", plan("1s").toString(), "--simulate", "demo-tuned", "--budget", "5m", "--start", start);

        assertThat(code).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains("--start " + start + ": the search takes up to PT1H5M of virtual time");
    }

    @Test
    void aBudgetEndsTheSearchInTheMiddleOfAProbe() throws Exception {
        int code = shell.run(
                "search", plan("1s").toString(), "--simulate", "demo-tuned", "--no-publish", "--budget", "5m");

        assertThat(code).isEqualTo(4);
        assertThat(shell.out())
                .contains(": at least ")
                .contains("(it was stopped)")
                .contains("Ended after 5 min: the budget of 5 min is used up");
    }

    @Test
    @Tag("long")
    void theExampleOfTheDocsIsWhatItPrints() throws Exception {
        String plan = RepositoryFiles.path("docs/examples/search.yaml").toString();
        int code = shell.run(
                "search", plan, "--simulate", "demo-tuned", "--no-publish", "--start", "2026-11-20T08:00:00Z");

        assertThat(code).as(shell.err()).isZero();
        DocBlock.of("docs/how-to/find-the-highest-load.md", "search-example")
                .mustBe("```text\n" + shell.out().stripTrailing() + "\n```");
    }

    /** The third probe ends after eight minutes. */
    @Test
    void aProbeForWhichTheBudgetLeavesNoTimeIsNotBegun() throws Exception {
        String plan = RepositoryFiles.path("docs/examples/search.yaml").toString();
        int code = shell.run("search", plan, "--simulate", "demo-tuned", "--no-publish", "--budget", "510s");

        assertThat(code).as(shell.err()).isZero();
        assertThat(shell.out())
                .contains("probe 3 ")
                .doesNotContain("probe 4 ")
                .containsPattern("Ended after 8 min: the budget of \\d min leaves no time for another probe");
    }

    /** The budget ends the fourth probe, near the edge, before its time. */
    @Test
    void aBudgetThatLeavesTheIntervalWideSaysWhichOneIsExpectedToNarrowIt() throws Exception {
        String plan = RepositoryFiles.path("docs/examples/search.yaml").toString();
        int code = shell.run("search", plan, "--simulate", "demo-tuned", "--no-publish", "--budget", "10m");

        assertThat(code).as(shell.err()).isZero();
        assertThat(shell.out())
                .containsPattern(
                        "Wider than the requested factor of 1\\.10: a longer --budget narrows it\\. Expected: a factor of 1\\.10 after 1\\d min in all\n");
    }

    @Test
    void whatTheDefaultBudgetOfAnHourBuysIsSaidBeforeItStarts() throws Exception {
        shell.run("search", plan("1s").toString(), "--simulate", "demo-tuned", "--no-publish", "--to", "3");

        assertThat(shell.out().lines().filter(line -> line.contains("expected")))
                .hasSize(1)
                .allMatch(
                        line -> line.matches(
                                " *expected  an interval within a factor of about 1\\.\\d\\d after about 1 h: about \\d+ probes, .* each, .*"));
    }

    @Test
    void whereNothingHoldsTheExitCodeIsThatOfAnSloThatIsNotMet() throws Exception {
        int code = shell.run(
                "search",
                plan("1ms").toString(),
                "--simulate",
                "demo-tuned",
                "--no-publish",
                "--load",
                "concurrency",
                "--from",
                "1");

        assertThat(code).isEqualTo(1);
        assertThat(shell.out()).contains("Held: less than 1 concurrent");
    }

    /** As run refuses it. */
    @Test
    void aReportOfASearchThatPublishesNothingIsRefused() throws Exception {
        int code = shell.run(
                "search",
                plan("1s").toString(),
                "--simulate",
                "demo-tuned",
                "--no-publish",
                "--out",
                directory.resolve("report").toString());

        assertThat(code).isEqualTo(2);
        assertThat(shell.err())
                .contains("--out writes a report, and --no-publish makes no results for one: leave one of the two out");
        assertThat(directory.resolve("report")).doesNotExist();
    }

    @Test
    void aLoadThatIsTriedHasAllItsDigitsAndAnIntervalThree() throws Exception {
        shell.run(
                "search",
                plan("1s").toString(),
                "--simulate",
                "demo-tuned",
                "--no-publish",
                "--from",
                "1.2345",
                "--to",
                "1.2345");

        assertThat(shell.out()).contains("trying    1.2345 req/s").contains("Held: at least 1.23 req/s");
    }

    private int search(String limit, String... more) throws Exception {
        return shell.run(Stream.concat(Stream.of("search", plan(limit).toString(), "--no-publish"), Stream.of(more))
                .toArray(String[]::new));
    }

    private String profile(String faults) throws Exception {
        return Files.writeString(directory.resolve("server.yaml"), "extends: demo-tuned\nfaults: " + faults + "\n")
                .toString();
    }

    @Test
    void aTargetThatRefusesEverythingIsAwayAndNotTooSlow() throws Exception {
        int code = search(
                "1s", "--set", "first_request=false", "--simulate", profile("{error-rate: 1.0, error-status: 503}"));

        assertThat(code).isEqualTo(5);
        assertThat(shell.out())
                .contains("Held: nothing is known yet")
                .contains("Ended after 32 s: the target does not answer: for 30 s no request was answered and")
                .contains("failed, the last with HTTP_ERROR")
                .doesNotContain("breaks");
    }

    /** The first two loads hold; in the third probe the engine stands still for good. */
    @Test
    void aTargetThatFallsSilentEndsTheSearchWithWhatIsKnown() throws Exception {
        int code = search("1s", "--simulate", profile("{stall-from-seconds: 420, stall-to-seconds: 1000000}"));

        assertThat(code).isEqualTo(5);
        assertThat(shell.out())
                .containsPattern("Held: between 3\\.\\d+ and .* \\(a factor of .*\\), most likely \\d")
                .contains("the queue grows")
                .contains("the target does not answer: none of");
    }

    @Test
    void anObjectiveThatAppliesToNoRequestEndsTheSearch() throws Exception {
        // How long the answers to a file's prompts are is not known before.
        Files.write(
                directory.resolve("prompts.jsonl"),
                IntStream.range(0, 2_000)
                        .mapToObj("{\"prompt\": \"Say one word, number %d.\"}"::formatted)
                        .toList());
        Path plan = Files.writeString(
                directory.resolve("plan.yaml"),
                PLAN.replace(
                                "kind: synthetic, prompt_tokens: 40, output_tokens: 8",
                                "kind: prompts, format: jsonl, file: prompts.jsonl, output_tokens: 1")
                        .replace("ttft_due p90 < LIMIT", "tpot p90 < 1s"));

        int code = shell.run("search", plan.toString(), "--simulate", "demo-tuned", "--no-publish");

        assertThat(code).isEqualTo(4);
        assertThat(shell.out())
                .contains("Held: nothing is known yet")
                .contains("nothing to judge: no ended request of the last probe applies to the objective: tpot");
    }

    @Test
    void probesTooShortForAnyVerdictAreRefused() throws Exception {
        assertThat(search("1s", "--simulate", "demo-tuned", "--max-probe-duration", "1m"))
                .isEqualTo(2);
        assertThat(shell.err())
                .contains("--max-probe-duration must be at least 120 s but was 60 s: no load is decided earlier");
    }

    /** A p99.9 of few requests: none of them is bad, and they are too few to say that one in a thousand is not. */
    @Test
    void aLoadThatTheBudgetCannotDecideIsNeitherHeldNorBroken() throws Exception {
        Path plan = Files.writeString(directory.resolve("plan.yaml"), PLAN.replace("p90 < LIMIT", "p99.9 < 1s"));

        int code = shell.run("search", plan.toString(), "--simulate", "demo-tuned", "--no-publish", "--budget", "4m");

        assertThat(code).isEqualTo(4);
        assertThat(shell.out())
                .contains("is not expected to show both ends of the interval")
                .contains("Held: nothing is known yet");
    }

    @Test
    void aBudgetShorterThanAProbeIsToldBeforehand() throws Exception {
        assertThat(search("1s", "--simulate", "demo-tuned", "--budget", "1m")).isEqualTo(4);
        assertThat(shell.out())
                .contains("the budget of 1 min is shorter than the shortest probe")
                .contains("Held: nothing is known yet")
                .containsPattern("Ended after [\\w ]+: the budget of 1 min is used up");
    }

    @Test
    void aBudgetThatEndsBeforeTheMeasuredPartIsNoInvalidMeasurement() throws Exception {
        assertThat(search("1s", "--simulate", "demo-tuned", "--budget", "20s")).isEqualTo(4);
        assertThat(shell.out()).contains("the budget of 20 s is used up");
    }

    /** 2 req/s break, and the budget ends the next probe: lower loads may hold. */
    @Test
    void aBudgetThatEndsTheSearchBelowABrokenLoadLeavesItUndecided() throws Exception {
        assertThat(search("1ms", "--simulate", "demo-tuned", "--budget", "6m")).isEqualTo(4);
        assertThat(shell.out()).containsPattern("Held: less than [\\d.]+ req/s");
    }

    @Test
    void whatConcurrencyTakesIsSaidAgainByTheFirstProbe() throws Exception {
        int code = search("1s", "--simulate", "demo-tuned", "--load", "concurrency", "--from", "1", "--to", "2");

        assertThat(code).as(shell.err()).isZero();
        assertThat(shell.out())
                .contains("and an answer takes 10 s: updated after the first probe")
                .containsPattern("so far, after [^\n]*\n  expected  ");
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
