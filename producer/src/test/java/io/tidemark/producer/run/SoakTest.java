package io.tidemark.producer.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ApiKind;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.events.TokenSource;
import io.tidemark.producer.arrivals.Arrivals;
import io.tidemark.producer.conversation.ActiveConversation;
import io.tidemark.producer.conversation.PlannedRequest;
import io.tidemark.producer.conversation.PreparedTurn;
import io.tidemark.producer.conversation.PromptFacts;
import io.tidemark.producer.conversation.TurnQueues;
import io.tidemark.producer.openai.CompletionRequest;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.StepPlan.Counting;
import io.tidemark.producer.plan.load.ArrivalPlan;
import io.tidemark.producer.plan.load.LoadModel;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.schedule.OpenLoop;
import io.tidemark.producer.schedule.StepBounds;
import io.tidemark.producer.schedule.UpcomingStarts;
import io.tidemark.producer.tally.RequestOutputTimeline;
import io.tidemark.producer.tally.StepCounts;
import io.tidemark.producer.tally.StepTally;
import io.tidemark.producer.workload.Conversation;
import io.tidemark.producer.workload.PlannedPrompt;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What a step holds does not grow with its length. Time is the schedule's own; no clock runs. */
class SoakTest {
    private static final int REQUESTS = 200_000;
    private static final int LOOK_EVERY = 20_000;
    private static final long AHEAD_NANOS = 2_000_000_000;
    private static final long TTFT_NANOS = 150_000_000;
    private static final long E2E_NANOS = 900_000_000;

    private final StepPlan plan = new StepPlan(
            LoadModel.Open.of(new ArrivalPlan.Poisson(20)), new Counting(REQUESTS), Duration.ZERO, Duration.ZERO);
    private final StepBounds bounds = new StepBounds(plan, 0);
    private final UpcomingStarts starts = new UpcomingStarts(
            Arrivals.of(plan, PlanLoader.parse("""
                    experiment: soak
                    workload: {kind: synthetic, prompt_tokens: 8, output_tokens: 6}
                    steps: [{rate: 20, requests: 1}]
                    """, "plan.yaml", Path.of(".")).workload(), new SplittableRandom(7)));
    private final OpenLoop driver = new OpenLoop(OptionalLong::empty, OptionalInt.empty());
    private final StepTally tally = new StepTally(bounds, driver, Duration.ofMillis(50));
    private final TurnQueues turns = new TurnQueues();

    private static PreparedTurn turn() {
        PlannedPrompt prompt = PlannedPrompt.of("", OptionalInt.of(8), 6, true, "all");
        return new PreparedTurn(
                new ActiveConversation(Conversation.of(prompt)),
                0,
                PromptFacts.of(prompt, false),
                new CompletionRequest("id", ApiKind.CHAT, new byte[0], 6));
    }

    /** One request from due to its end: one in eleven fails. */
    private void request(int number) {
        starts.drawUntil(starts.first().orElse(0) + AHEAD_NANOS);
        long due = starts.first().orElseThrow();
        starts.removeFirst();
        turns.offer(turn());
        PreparedTurn turn = turns.take().orElseThrow();
        StepPart part = bounds.classify(due, starts.first());
        PlannedRequest planned = new PlannedRequest(number, 0, part, due, turn, turn.draft());
        tally.conversationBegun();
        tally.due(planned);
        tally.sent(planned, due + 1_000, 1_000);
        RequestOutputTimeline seconds = tally.seconds();
        for (int chunk = 0; chunk < 6; chunk++) {
            seconds.add(due + TTFT_NANOS + chunk * 150_000_000L, -1);
        }
        tally.ended(planned, event(number, part), seconds);
    }

    private static RequestEvent event(int number, StepPart part) {
        return RequestEvent.newBuilder()
                .setRun("r")
                .setStep(0)
                .setLane("l")
                .setLaneSeq(number)
                .setRequest("l-" + number)
                .setTarget("t")
                .setModel("m")
                .setDue(Instant.EPOCH)
                .setPart(part)
                .setOutcome(number % 11 == 0 ? Outcome.CONNECTION_RESET : Outcome.OK)
                .setSentNanos(1_000L)
                .setFirstTokenNanos(TTFT_NANOS)
                .setLastTokenNanos(E2E_NANOS)
                .setEndNanos(E2E_NANOS)
                .setOutputTokens(6)
                .setTokenSource(TokenSource.USAGE)
                .setAttempts(1)
                .setChunkCount(6)
                .build();
    }

    @Test
    void whatAStepHoldsDoesNotGrowWithItsRequests() throws Exception {
        long early = 0;
        long most = 0;
        for (int number = 0; number < REQUESTS; number++) {
            request(number);
            if (number == LOOK_EVERY) {
                early = ReachableObjects.by(List.of(bounds, tally, turns, starts));
            } else if (number > LOOK_EVERY && number % LOOK_EVERY == 0) {
                most = Math.max(most, ReachableObjects.by(List.of(bounds, tally, turns, starts)));
            }
        }

        // 20 a second drawn 2 s ahead: the schedule holds some 40 moments, now more, now fewer; the rest holds still.
        assertThat(most).isBetween(early - 60, early + 60);
        assertThat(tally.counts(StepCounts.Now.NONE).due()).isEqualTo(REQUESTS);
        assertThat(tally.flow().output().requests()).isEqualTo(REQUESTS - (REQUESTS + 10) / 11);
        assertThat(bounds.measured()).isEqualTo(REQUESTS);
    }
}
