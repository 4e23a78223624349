package io.tidemark.producer.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.fixtures.TestResources;
import io.tidemark.producer.conversation.ActiveConversation;
import io.tidemark.producer.conversation.PromptFacts;
import io.tidemark.producer.openai.ChatMessage;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.run.InterleavedStep;
import io.tidemark.producer.run.ReachableObjects;
import io.tidemark.producer.runtime.DroppingEventQueue;
import io.tidemark.producer.runtime.RunSpec;
import io.tidemark.producer.runtime.RunSpecFixture;
import io.tidemark.producer.testing.MemoryPublisher;
import io.tidemark.producer.workers.WorkerShare;
import io.tidemark.producer.workload.Conversation;
import io.tidemark.producer.workload.PlannedPrompt;
import io.tidemark.schemas.time.NanoClock;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Laws of a step that a count bounds, whatever the order in which the dispatcher and the lane's loop run: the order is drawn at
 * random, the target is in memory, and time passes only when the test lets it.
 */
class ConversationSchedulerLawTest {
    private static final int DRAWS = 60;

    private static Plan plan(String step, String workload) {
        return PlanLoader.parse(
                """
                experiment: test
                workload: %s
                steps: [%s]
                warm_up_client: false
                first_request: false
                limits: {in_flight: 100000}
                """.formatted(workload, step),
                "plan.yaml",
                TestResources.path("README.md").resolveSibling(""));
    }

    private static InterleavedStep stepOf(Plan plan, SplittableRandom random) {
        RunSpec spec = RunSpecFixture.of(plan, URI.create("http://127.0.0.1:1"));
        return new InterleavedStep(spec, WorkerShare.WHOLE, random);
    }

    private static String single() {
        return "{kind: synthetic, prompt_tokens: 8, output_tokens: 4}";
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void aClosedLoopSendsItsRequestsExactlyAndEndsWithTheLastOfThem(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int draw = 0; draw < DRAWS; draw++) {
            int requests = random.nextInt(1, 120);
            int concurrency = random.nextInt(1, 64);
            InterleavedStep step =
                    stepOf(plan("{concurrency: %d, requests: %d}".formatted(concurrency, requests), single()), random);

            step.answering(random.nextBoolean() ? 200 : 400, random.nextBoolean() ? 0 : random.nextInt(3_000_000));
            boolean over = step.runToEnd();

            List<RequestEvent> events = step.requests();
            String what =
                    "seed %d, draw %d: %d requests at concurrency %d".formatted(seed, draw, requests, concurrency);
            assertThat(over).as(what + " is over").isTrue();
            assertThat(events).as(what).hasSize(requests).allMatch(event -> event.getPart() == StepPart.MEASURED);
            assertThat(step.sent()).as(what).isEqualTo(requests);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void conversationsThatHaveBegunGoOnAndNoneBeginsBeyondTheCount(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int draw = 0; draw < DRAWS; draw++) {
            int requests = random.nextInt(1, 60);
            int concurrency = random.nextInt(1, 24);
            String conversations =
                    "{kind: conversations, starters: {count: 3, tokens: 8}, turns: 1-4, output_tokens: 4}";
            InterleavedStep step = stepOf(
                    plan("{concurrency: %d, requests: %d}".formatted(concurrency, requests), conversations), random);

            step.answering(200, random.nextBoolean() ? 0 : random.nextInt(3_000_000));
            assertThat(step.runToEnd())
                    .as("seed %d, draw %d is over", seed, draw)
                    .isTrue();

            List<RequestEvent> events = step.requests();
            assertThat(events)
                    .filteredOn(event -> event.getPart() == StepPart.MEASURED)
                    .hasSize(requests);
            assertThat(events)
                    .filteredOn(event -> event.getPart() != StepPart.MEASURED)
                    .allMatch(event -> event.getTurn() > 0);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void whatTheClockMakesDueIsSentThoughItsTurnWasNotReadyBeforeTheStepsEnd(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int draw = 0; draw < DRAWS; draw++) {
            String load = String.format(
                    Locale.ROOT, "{rate: %d, duration: 100ms, arrivals: constant}", random.nextInt(10, 2_000));
            InterleavedStep step = stepOf(plan(load, single()), random);
            step.answering(200, 0);

            assertThat(step.runToEnd())
                    .as("seed %d, draw %d: %s is over", seed, draw, load)
                    .isTrue();
            assertThat(step.requests()).hasSize((int) step.due()).allMatch(event -> event.getOutcome() == Outcome.OK);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void eachDueRequestHasAnEventWhenTheRunIsGivenUpAtAnyMoment(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int draw = 0; draw < DRAWS; draw++) {
            String load = random.nextBoolean() ? "concurrency: 40, requests: 200" : "rate: 3000, duration: 300ms";
            InterleavedStep step = stepOf(plan("{" + load + "}", single()), random);
            step.answering(200, random.nextInt(3_000_000));

            step.runFor(random.nextInt(1, 400));
            step.giveUp();

            String what = "seed %d, draw %d: %s".formatted(seed, draw, load);
            assertThat(step.requests().size()).as(what).isEqualTo((int) step.due());
            assertThat(step.isOver())
                    .as(what + ": nothing that was due is left")
                    .isTrue();
        }
    }

    @Test
    void requestsWhoseBodiesDoNotFitInMemoryAreDroppedAndSayWhy() {
        Plan plan = plan("{rate: inf, requests: 400}", "{kind: synthetic, prompt_tokens: 2000, output_tokens: 4}");
        long most = 1L << 20;
        InterleavedStep step = new InterleavedStep(
                RunSpecFixture.of(plan, URI.create("http://127.0.0.1:1")),
                WorkerShare.WHOLE,
                new SplittableRandom(1),
                most);
        step.answering(200, 2_000_000_000);

        step.runFor(20_000);
        assertThat(step.bodyBytes()).isBetween(most / 2, most);
        assertThat(step.runToEnd()).isTrue();

        List<RequestEvent> dropped = step.requests().stream()
                .filter(event -> event.getOutcome() == Outcome.DROPPED)
                .toList();
        assertThat(step.requests()).hasSize(400);
        assertThat(dropped)
                .isNotEmpty()
                .allMatch(event -> event.getErrorText().startsWith("the bodies of requests in flight hold "));
        assertThat(step.sent()).isEqualTo(400 - dropped.size());
    }

    @Test
    void aConversationIsLetGoWithThePromptOfItsLastTurn() throws Exception {
        List<ChatMessage> messages = new ArrayList<>();
        for (int n = 0; n < 1_000; n++) {
            messages.add(ChatMessage.user("word " + n));
        }
        PlannedPrompt prompt = new PlannedPrompt(messages, OptionalInt.of(2_000), 4, false, "all");
        ActiveConversation track = new ActiveConversation(Conversation.of(prompt));
        assertThat(ReachableObjects.by(track)).isGreaterThan(1_000);

        assertThat(track.prompt()).isEqualTo(prompt);

        assertThat(ReachableObjects.by(track)).isLessThan(50);
        assertThat(ReachableObjects.by(PromptFacts.of(prompt, false))).isLessThan(50);
        assertThat(track.hasNextTurn()).isFalse();
    }

    @Test
    void aQueueThatIsFullOfBytesCountsWhatItLoses() throws Exception {
        MemoryPublisher published = new MemoryPublisher();
        DroppingEventQueue queue = new DroppingEventQueue(1_000, 10_000, published, NanoClock.SYSTEM);
        for (int n = 0; n < 30; n++) {
            queue.offer(1_000, publisher -> {});
        }

        assertThat(queue.overflow()).isEqualTo(20);
        queue.start();
        queue.finish();
        assertThat(queue.overflow()).isEqualTo(20);
    }
}
