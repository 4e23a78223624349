package io.tidemark.producer.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.fixtures.TestResources;
import io.tidemark.producer.plan.workload.LengthRange;
import io.tidemark.producer.plan.workload.RequestClassNaming;
import io.tidemark.producer.plan.workload.WorkloadPlan;
import io.tidemark.producer.plan.workload.WorkloadPlan.Trace.SessionRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkloadTest {
    private static final WorkloadPlan SYNTHETIC =
            new WorkloadPlan.Synthetic("chat", true, new LengthRange(32, 64), new LengthRange(8, 16));

    private static Workload open(WorkloadPlan plan, long planSeed, long runSeed) {
        return Workload.open(plan, new SplittableRandom(planSeed), new SplittableRandom(runSeed));
    }

    private static List<PlannedPrompt> first(Workload workload, int count) {
        return Stream.generate(() -> workload.next().prompt(List.of()))
                .limit(count)
                .toList();
    }

    @Test
    void madeUpPromptsHaveTheirPlannedLengths() {
        assertThat(first(open(SYNTHETIC, 1, 2), 500)).allSatisfy(prompt -> {
            assertThat(prompt.plannedPromptTokens().getAsInt()).isBetween(32, 64);
            assertThat(prompt.text().split(" ", -1))
                    .hasSize(prompt.plannedPromptTokens().getAsInt());
            assertThat(prompt.outputTokens()).isBetween(8, 16);
            assertThat(prompt.exactOutput()).isTrue();
            assertThat(prompt.requestClass()).isEqualTo("chat");
        });
    }

    @Test
    void twoRunsOfAPlanAskTheSameLengthsInOtherWords() {
        List<PlannedPrompt> one = first(open(SYNTHETIC, 1, 2), 50);
        List<PlannedPrompt> other = first(open(SYNTHETIC, 1, 3), 50);

        assertThat(other.stream().map(PlannedPrompt::outputTokens))
                .isEqualTo(one.stream().map(PlannedPrompt::outputTokens).toList());
        assertThat(other.stream().map(PlannedPrompt::plannedPromptTokens))
                .isEqualTo(one.stream().map(PlannedPrompt::plannedPromptTokens).toList());
        assertThat(other.stream().map(WorkloadTest::firstWords))
                .doesNotContainAnyElementsOf(
                        one.stream().map(WorkloadTest::firstWords).toList());
    }

    @Test
    void noTwoPromptsShareAPrefixThatACacheBlockCouldHold() {
        assertThat(first(open(SYNTHETIC, 1, 2), 500).stream().map(WorkloadTest::firstWords))
                .doesNotHaveDuplicates();
    }

    private static String firstWords(PlannedPrompt prompt) {
        return prompt.text().substring(0, 40);
    }

    @Test
    void aTraceGivesItsLengthsRowByRow() {
        WorkloadPlan plan = new WorkloadPlan.Trace("all", true, TestResources.path("traces/azure-conv-200.csv"), 2);

        List<PlannedPrompt> prompts = first(open(plan, 1, 2), 3);

        assertThat(prompts.stream().map(PlannedPrompt::outputTokens)).containsExactly(44, 109, 44);
        assertThat(prompts.stream().map(PlannedPrompt::plannedPromptTokens))
                .containsExactly(OptionalInt.of(374), OptionalInt.of(396), OptionalInt.of(374));
    }

    @Test
    void aSessionsPromptsBeginWithTheOnesBefore(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("trace.jsonl"), """
                {"at": 0, "prompt_tokens": 50, "output_tokens": 5, "session_id": "a"}
                {"at": 1, "prompt_tokens": 40, "output_tokens": 5, "session_id": "b"}
                {"at": 2, "prompt_tokens": 90, "output_tokens": 5, "session_id": "a"}
                {"at": 3, "prompt_tokens": 30, "output_tokens": 5}
                """);

        List<PlannedPrompt> prompts = first(open(new WorkloadPlan.Trace("all", true, file, 4), 1, 2), 5);

        assertThat(prompts.get(2).text()).startsWith(prompts.get(0).text() + " ");
        assertThat(prompts.get(1).text()).doesNotStartWith(firstWords(prompts.get(0)));
        // The trace begins again with other words.
        assertThat(prompts.get(4).text()).doesNotStartWith(firstWords(prompts.get(0)));
        assertThat(prompts.stream().map(PlannedPrompt::plannedCachedTokens)).containsExactly(0, 0, 50, 0, 0);
    }

    private static WorkloadPlan blocks(Path file, int blockTokens) {
        return new WorkloadPlan.Trace(RequestClassNaming.NONE, true, file, 10, blockTokens, Optional.empty());
    }

    @Test
    void blocksOfATraceHaveTheSizeThatThePlanSays(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("trace.jsonl"), """
                {"timestamp": 0, "input_length": 48, "output_length": 5, "hash_ids": [1, 2, 3]}
                {"timestamp": 1, "input_length": 48, "output_length": 5, "hash_ids": [1, 2, 4]}
                """);

        List<PlannedPrompt> prompts = first(open(blocks(file, 16), 1, 2), 2);

        assertThat(prompts.stream().map(PlannedPrompt::plannedCachedTokens)).containsExactly(0, 32);
        assertThat(prompts.get(0).text()).isNotEqualTo(prompts.get(1).text());
        assertThatThrownBy(() -> open(blocks(file, 512), 1, 2))
                .hasMessageContaining("trace.jsonl row 1 must have 1 hash_ids for 48 prompt tokens, one per 512"
                        + " (workload.block_tokens), but had 3; blocks of 16 tokens would fit");
    }

    @Test
    void aSessionWhosePromptsShrinkIsNoConversation(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("trace.jsonl"), """
                {"timestamp": 0, "input_length": 1000, "output_length": 150, "session_id": "s"}
                {"timestamp": 1, "input_length": 300, "output_length": 150, "session_id": "t"}
                {"timestamp": 2, "input_length": 200, "output_length": 150, "session_id": "s"}
                """);

        assertThatThrownBy(() -> open(blocks(file, 512), 1, 2))
                .hasMessageContaining(
                        "trace.jsonl row 3 must have at least the 1000 prompt tokens of the row before it in"
                                + " session s but had 200");
    }

    private static WorkloadPlan sessions(Path file, SessionRows rows) {
        return new WorkloadPlan.Trace(RequestClassNaming.NONE, true, file, 10, 512, Optional.of(rows));
    }

    @Test
    void aSessionThatDoesNotGrowByItsAnswersMustBeSaidToBeWhole(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("trace.jsonl"), """
                {"timestamp": 0, "input_length": 1000, "output_length": 150, "session_id": "s"}
                {"timestamp": 1, "input_length": 1200, "output_length": 150, "session_id": "s"}
                {"timestamp": 2, "input_length": 1349, "output_length": 150, "session_id": "s"}
                """);

        assertThatThrownBy(() -> open(blocks(file, 512), 1, 2))
                .hasMessageContaining(
                        "trace.jsonl row 3 must have at least the 1350 tokens, prompt and output, of the row"
                                + " before it in session s but had 1349")
                .hasMessageContaining(
                        "session_rows: new; where answers are not sent back, or without their reasoning, set it"
                                + " to whole");
        assertThat(first(open(sessions(file, SessionRows.WHOLE), 1, 2), 3).stream()
                        .map(PlannedPrompt::plannedPromptTokens))
                .containsExactly(OptionalInt.of(1000), OptionalInt.of(1200), OptionalInt.of(1349));
        Path falling = Files.writeString(
                folder.resolve("falling.jsonl"), Files.readString(file).replace("1349", "1100"));
        assertThatThrownBy(() -> open(sessions(falling, SessionRows.WHOLE), 1, 2))
                .hasMessageContaining("falling.jsonl row 3 must have at least the 1200 prompt tokens");
    }

    @Test
    void rowsOfNewTurnsGrowByWhatTheirSessionHadBefore(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("trace.jsonl"), """
                {"timestamp": 0, "input_length": 100, "output_length": 15, "session_id": "s"}
                {"timestamp": 1, "input_length": 30, "output_length": 5, "session_id": "t"}
                {"timestamp": 2, "input_length": 20, "output_length": 15, "session_id": "s"}
                {"timestamp": 3, "input_length": 20, "output_length": 15, "session_id": "s"}
                """);

        List<PlannedPrompt> prompts = first(open(sessions(file, SessionRows.NEW), 1, 2), 4);

        // 100, then 100 + 15 + 20, then 135 + 15 + 20.
        assertThat(prompts.stream().map(PlannedPrompt::plannedPromptTokens))
                .containsExactly(OptionalInt.of(100), OptionalInt.of(30), OptionalInt.of(135), OptionalInt.of(170));
        assertThat(prompts.get(2).text()).startsWith(prompts.get(0).text() + " ");
    }
}
