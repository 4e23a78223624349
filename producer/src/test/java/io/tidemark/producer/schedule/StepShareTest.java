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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The shares of a step are disjoint, and together they are the step that one lane would send. */
final class StepShareTest {
    private static final String RUN = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

    @TempDir
    private Path directory;

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

    /** 60 rows within 1.4 s. */
    private Plan replay(String step) throws IOException {
        Files.writeString(
                directory.resolve("trace.jsonl"),
                IntStream.range(0, 60)
                        .mapToObj(i -> "{\"timestamp\": %d, \"input_length\": 20, \"output_length\": 8}\n"
                                .formatted(1_400 * i / 59))
                        .collect(Collectors.joining()));
        return PlanLoader.parse("""
                experiment: replay
                workload: {kind: trace, file: trace.jsonl}
                arrivals: trace
                steps: [%s]
                """.formatted(step), "plan.yaml", directory);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{duration: 10s}                | 1400000001",
                "{duration: 10s, warm_up: 1s}   | 1400000001",
                "{duration: 10s, warm_up: 2s}   | 2000000000",
                "{duration: 1s}                 | 1000000000",
                "{duration: 10s, speed_up: 0.5} | 2800000001"
            })
    void theMeasuredPartEndsWithTheTraceIfThatEndsBeforeTheStepsTime(String step, long untilNanos) throws IOException {
        Plan plan = replay(step);
        RunPrompts prompts = RunPrompts.open(plan, RUN, TokenLengths.estimate());

        assertThat(Stream.concat(Stream.of(WorkerShare.WHOLE), shares(2))
                        .map(share -> new StepBounds(
                                        StepShare.of(plan, plan.steps().get(0), share, () -> prompts.arrivals(0)), 0)
                                .measureUntilNanos()))
                .containsOnly(OptionalLong.of(untilNanos));
        assertThat(sent(plan, WorkerShare.WHOLE)).hasSize(untilNanos == 1_000_000_000 ? 43 : 60);
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
