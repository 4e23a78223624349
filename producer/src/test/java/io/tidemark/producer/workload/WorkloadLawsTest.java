package io.tidemark.producer.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.fixtures.TestResources;
import io.tidemark.producer.openai.ChatMessage;
import io.tidemark.producer.plan.workload.LengthRange;
import io.tidemark.producer.plan.workload.RequestClassNaming;
import io.tidemark.producer.plan.workload.RequestClassSuffix;
import io.tidemark.producer.plan.workload.ThinkTime;
import io.tidemark.producer.plan.workload.WorkloadPlan;
import io.tidemark.producer.plan.workload.WorkloadPlan.Conversations;
import io.tidemark.producer.plan.workload.WorkloadPlan.Mixture;
import io.tidemark.producer.plan.workload.WorkloadPlan.Part;
import io.tidemark.producer.plan.workload.WorkloadPlan.SharedPrefix;
import io.tidemark.producer.plan.workload.WorkloadPlan.Synthetic;
import io.tidemark.producer.plan.workload.WorkloadPlan.Trace;
import io.tidemark.producer.tokens.TokenLengths;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadLawsTest {
    private static final int CACHE_BLOCK_CHARACTERS = 40;

    private static RunWorkload run(WorkloadPlan plan, boolean reuse, int steps) {
        StepDemand needs = new StepDemand(
                IntStream.range(0, steps).mapToObj(i -> OptionalDouble.of(100)).toList());
        return RunWorkload.open(plan, new WorkloadParameters(reuse, needs, TokenLengths.estimate(), 1, 2));
    }

    private static Workload step(RunWorkload run, int step, long seed) {
        return run.step(step, new SplittableRandom(seed + step), new SplittableRandom(1000 + seed + step));
    }

    private static List<PlannedPrompt> first(Workload workload, int count) {
        return Stream.generate(() -> workload.next().prompt(List.of()))
                .limit(count)
                .toList();
    }

    private static String beginning(PlannedPrompt prompt) {
        return prompt.text().substring(0, CACHE_BLOCK_CHARACTERS);
    }

    private static SharedPrefix sharing(double share) {
        return new SharedPrefix(
                RequestClassNaming.NONE,
                true,
                10,
                LengthRange.of(64),
                share,
                new LengthRange(16, 32),
                LengthRange.of(8));
    }

    private static Conversations conversations() {
        return new Conversations(
                new RequestClassNaming("chat", RequestClassSuffix.TURN),
                false,
                3,
                new LengthRange(50, 60),
                Optional.empty(),
                LengthRange.of(5),
                List.of("Can you elaborate further on that?", "Why?"),
                new ThinkTime.Exponential(Duration.ofSeconds(2)),
                LengthRange.of(20));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3, 0.9, 1})
    void theAskedShareOfRequestsBeginsWithASharedPrefix(double share) {
        List<PlannedPrompt> prompts = first(step(run(sharing(share), false, 1), 0, 7), 4000);

        Set<String> seen = new HashSet<>();
        long again =
                prompts.stream().filter(prompt -> !seen.add(beginning(prompt))).count();
        // Four standard deviations of a share of 4,000, and the ten first times.
        double tolerance = 4 * Math.sqrt(share * (1 - share) / 4000) + 10 / 4000.0;
        assertThat(again / 4000.0).isCloseTo(share, within(tolerance));
        assertThat(prompts)
                .allSatisfy(prompt -> assertThat(prompt.text().split(" ", -1))
                        .hasSize(prompt.plannedPromptTokens().orElseThrow())
                        .hasSizeBetween(80, 96));
    }

    @Test
    void plannedCachedTokensAreThoseOfPrefixesAskedBefore() {
        Set<String> seen = new HashSet<>();
        for (PlannedPrompt prompt : first(step(run(sharing(0.5), false, 1), 0, 7), 1000)) {
            assertThat(prompt.plannedCachedTokens()).isEqualTo(seen.add(beginning(prompt)) ? 0 : 64);
        }
    }

    @Test
    void stepsShareNoBeginningUnlessReuseIsWanted() {
        Set<String> apart = beginnings(run(sharing(1), false, 2), 0);
        Set<String> reused = beginnings(run(sharing(1), true, 2), 0);

        assertThat(beginnings(run(sharing(1), false, 2), 1)).doesNotContainAnyElementsOf(apart);
        assertThat(beginnings(run(sharing(1), true, 2), 1)).isEqualTo(reused);
        assertThat(beginnings(run(conversations(), false, 2), 1))
                .doesNotContainAnyElementsOf(beginnings(run(conversations(), false, 2), 0));
        assertThat(beginnings(run(conversations(), true, 2), 1))
                .isEqualTo(beginnings(run(conversations(), true, 2), 0));
    }

    private static Set<String> beginnings(RunWorkload run, int step) {
        Set<String> beginnings = new HashSet<>();
        first(step(run, step, 3), 300).forEach(prompt -> beginnings.add(beginning(prompt)));
        return beginnings;
    }

    @Test
    void aTurnAsksWhatTheOneBeforeAskedItsAnswerAndTheFollowUp() {
        Conversation conversation = step(run(conversations(), false, 1), 0, 5).next();
        List<String> answers = new ArrayList<>();
        PlannedPrompt before = conversation.prompt(answers);
        for (int turn = 1; turn < conversation.turns(); turn++) {
            String answer = "Answer number " + turn;
            answers.add(answer);
            PlannedPrompt now = conversation.prompt(answers);

            int size = before.messages().size();
            assertThat(now.messages()).hasSize(size + 2);
            assertThat(now.messages().subList(0, size)).isEqualTo(before.messages());
            assertThat(now.messages().get(size)).isEqualTo(ChatMessage.assistant(answer));
            assertThat(now.messages().get(size + 1).content())
                    .isIn(conversations().followUps());
            assertThat(now.requestClass()).isEqualTo("chat/turn-" + (turn + 1));
            // What was said before is all that a cache can hold: 16 characters of answer are 4 tokens.
            assertThat(now.plannedCachedTokens())
                    .isEqualTo(before.plannedPromptTokens().orElseThrow() + 4);
            before = now;
        }
        assertThat(conversation.turns()).isEqualTo(5);
    }

    @Test
    void answersDoNotChangeWhatIsDrawn() {
        Conversation one = step(run(conversations(), false, 1), 0, 5).next();
        Workload other = step(run(conversations(), false, 1), 0, 5);
        Conversation answered = other.next();
        PlannedPrompt unused = answered.prompt(List.of("anything", "at all"));
        Conversation following = other.next();

        assertThat(answered.thinkTimeAfter(1)).isEqualTo(one.thinkTimeAfter(1));
        assertThat(following.prompt(List.of()).text()).isNotEmpty();
        assertThat(unused.messages()).hasSize(5);
    }

    @Test
    void thinkTimesAreExponentialWithTheirMean() {
        Workload workload = step(run(conversations(), false, 1), 0, 5);
        double mean = Stream.generate(workload::next)
                .limit(1000)
                .flatMap(one -> IntStream.range(0, 4).mapToObj(one::thinkTimeAfter))
                .mapToLong(Duration::toNanos)
                .average()
                .orElseThrow();

        // The mean of 4,000 exponentials of 2 s has a standard deviation of 2 s / sqrt(4,000) = 32 ms.
        assertThat(mean / 1e9).isCloseTo(2, within(0.13));
    }

    @Test
    void theSameSeedsGiveTheSameConversations() {
        List<PlannedPrompt> one = first(step(run(conversations(), false, 2), 1, 9), 50);

        assertThat(first(step(run(conversations(), false, 2), 1, 9), 50)).isEqualTo(one);
        assertThat(first(step(run(conversations(), false, 2), 1, 10), 50)).isNotEqualTo(one);
    }

    @Test
    void partsOfAMixtureComeByTheirWeights() {
        Synthetic chat = new Synthetic("chat", true, LengthRange.of(8), LengthRange.of(8));
        Synthetic search = new Synthetic("search", true, LengthRange.of(16), LengthRange.of(4));
        Mixture mixture = new Mixture(List.of(new Part(3, chat), new Part(1, search)));

        List<PlannedPrompt> prompts = first(step(run(mixture, false, 1), 0, 2), 4000);

        double share = prompts.stream()
                        .filter(prompt -> prompt.requestClass().equals("chat"))
                        .count()
                / 4000.0;
        assertThat(share).isCloseTo(0.75, within(4 * Math.sqrt(0.75 * 0.25 / 4000)));
        assertThat(prompts)
                .allMatch(prompt ->
                        prompt.outputTokens() == (prompt.requestClass().equals("chat") ? 8 : 4));
    }

    @Test
    void equalBlocksOfATraceAreEqualTextInEveryProcess() {
        Trace trace = new Trace("all", true, TestResources.path("traces/mooncake-conversation-50.jsonl"), 50);
        List<PlannedPrompt> one = first(step(run(trace, false, 1), 0, 1), 50);
        List<PlannedPrompt> other = first(step(run(trace, false, 1), 0, 77), 50);

        assertThat(other).isEqualTo(one);
        // Rows 0, 1 and 2 begin with block 0 and differ from their second block on: 512 words are alike.
        String[] first = one.get(0).text().split(" ", -1);
        String[] second = one.get(1).text().split(" ", -1);
        assertThat(first).hasSize(6758);
        assertThat(second).hasSize(7322);
        assertThat(List.of(first).subList(0, 512)).isEqualTo(List.of(second).subList(0, 512));
        assertThat(List.of(first).subList(512, 544))
                .isNotEqualTo(List.of(second).subList(512, 544));
        assertThat(one.get(0).plannedCachedTokens()).isZero();
        assertThat(one.get(1).plannedCachedTokens()).isEqualTo(512);
    }

    @Test
    void twoStepsOfATraceShareNoBlock() {
        Trace trace = new Trace("all", true, TestResources.path("traces/mooncake-conversation-50.jsonl"), 50);
        RunWorkload run = run(trace, false, 2);

        assertThat(beginnings(run, 1)).doesNotContainAnyElementsOf(beginnings(run, 0));
    }
}
