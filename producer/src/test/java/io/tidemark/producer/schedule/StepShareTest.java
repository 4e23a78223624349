package io.tidemark.producer.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.StepPart;
import io.tidemark.producer.arrivals.Arrivals;
import io.tidemark.producer.conversation.LaneWorkload;
import io.tidemark.producer.conversation.RunPrompts;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.load.LoadModel;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.tokens.TokenLengths;
import io.tidemark.producer.workers.WorkerShare;
import io.tidemark.producer.workload.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The shares of a step are disjoint, and together they are the step that one lane would send. */
final class StepShareTest {
    private static final String RUN = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

    /** What is due when, in which part, and with which prompt. */
    private record Sent(long dueNanos, StepPart part, String prompt) {}

    private static Plan plan(String step) {
        return PlanLoader.parse("""
                experiment: shares
                seed: 7
                workload: {kind: synthetic, prompt_tokens: 20-30, output_tokens: 8-12}
                steps: [%s]
                """.formatted(step), "plan.yaml", Path.of("."));
    }

    private static List<Sent> sent(Plan plan, WorkerShare share) {
        RunPrompts prompts = RunPrompts.open(plan, RUN, TokenLengths.estimate());
        StepPlan step = plan.steps().get(0);
        StepBounds bounds = new StepBounds(StepShare.of(plan, step, share, () -> prompts.arrivals(0)), 0);
        Arrivals own = new LaneArrivals(prompts.arrivals(0), share);
        Workload workload = new LaneWorkload(prompts.step(0), share);
        List<Sent> sent = new ArrayList<>();
        OptionalLong due = own.nextNanos();
        while (due.isPresent() && bounds.admits(due.getAsLong())) {
            long dueNanos = due.getAsLong();
            due = own.nextNanos();
            sent.add(new Sent(
                    dueNanos,
                    bounds.classify(dueNanos, due),
                    workload.next().prompt(List.of()).text()));
        }
        return sent;
    }

    private static Stream<WorkerShare> shares(int lanes) {
        return IntStream.range(0, lanes).mapToObj(lane -> new WorkerShare(lane, lanes));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2 | {rate: 40, requests: 101}",
                "3 | {rate: 40, requests: 101, warm_up: 500ms, cool_down: 700ms}",
                "5 | {rate: 40, requests: 7, warm_up: 1s}",
                "3 | {rate: 60, duration: 2s, warm_up: 300ms, cool_down: 300ms}",
                "4 | {rate: 60, duration: 2s}"
            })
    void sharesOfAnOpenLoopAreTheWholeSchedule(int lanes, String step) {
        Plan plan = plan(step);

        List<Sent> whole = sent(plan, WorkerShare.WHOLE);
        List<Sent> together =
                shares(lanes).flatMap(share -> sent(plan, share).stream()).toList();

        assertThat(whole).isNotEmpty();
        assertThat(together).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(whole);
    }

    @Test
    void everyLaneEndsTheMeasuredPartAtTheSameMoment() {
        Plan plan = plan("{rate: 40, requests: 20, warm_up: 500ms}");
        RunPrompts prompts = RunPrompts.open(plan, RUN, TokenLengths.estimate());

        assertThat(shares(4)
                        .map(share -> StepShare.of(plan, plan.steps().get(0), share, () -> prompts.arrivals(0))
                                .measureUntilNanos()))
                .doesNotContain(OptionalLong.empty())
                .allMatch(until -> until.getAsLong() > 500_000_000)
                .containsOnly(StepShare.of(plan, plan.steps().get(0), new WorkerShare(0, 4), () -> prompts.arrivals(0))
                        .measureUntilNanos());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void sharesOfAClosedLoopAddUpToItsConcurrencyAndItsCount(int lanes) {
        Plan plan = plan("{concurrency: 10, requests: 50}");
        StepPlan step = new StepPlan(
                new LoadModel.Closed(10, Duration.ofSeconds(1)),
                new StepPlan.Counting(50),
                Duration.ZERO,
                Duration.ZERO);
        List<Long> starts = new ArrayList<>();
        int requests = 0;
        int places = 0;
        for (WorkerShare share : shares(lanes).toList()) {
            LoadDriver driver = LoadDrivers.of(plan, step, share, new SplittableRandom(1));
            places += driver.turnsToKeepReady();
            requests += ((StepPlan.Counting) StepShare.of(plan, step, share, () -> OptionalLong::empty)
                            .plan()
                            .extent())
                    .requests();
            Arrivals own = driver.starts();
            for (OptionalLong next = own.nextNanos(); next.isPresent(); next = own.nextNanos()) {
                starts.add(next.getAsLong());
            }
        }

        assertThat(places).isEqualTo(10);
        assertThat(requests).isEqualTo(50);
        assertThat(starts)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 10).mapToObj(i -> i * 100_000_000L).toList());
    }
}
