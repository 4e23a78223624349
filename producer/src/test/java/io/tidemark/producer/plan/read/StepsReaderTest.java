package io.tidemark.producer.plan.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.StepPlan.Counting;
import io.tidemark.producer.plan.StepPlan.Lasting;
import io.tidemark.producer.plan.load.ArrivalPlan;
import io.tidemark.producer.plan.load.InterarrivalGaps;
import io.tidemark.producer.plan.load.LoadModel;
import io.tidemark.producer.plan.load.RampUp;
import io.tidemark.producer.plan.load.RampUp.Strategy;
import io.tidemark.producer.plan.load.RateShape;
import io.tidemark.producer.plan.load.RateShape.After;
import io.tidemark.producer.plan.load.RateShape.Piece;
import io.tidemark.producer.yaml.InvalidYamlException;
import io.tidemark.producer.yaml.YamlProblem;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What may stand in the steps of a plan. */
class StepsReaderTest {
    private static final String HEAD = """
            experiment: x
            workload: {kind: synthetic, prompt_tokens: 16, output_tokens: 8}
            """;

    private static List<StepPlan> steps(String text) {
        return PlanLoader.parse(HEAD + text, "plan.yaml", Path.of(".")).steps();
    }

    private static ArrivalPlan arrivals(String step) {
        StepPlan plan = steps("steps: [" + step + "]").get(0);
        return ((LoadModel.Open) plan.load()).arrivals();
    }

    private static List<String> problems(String text) {
        InvalidYamlException refused = catchThrowableOfType(InvalidYamlException.class, () -> steps(text));
        return refused.problems().stream().map(YamlProblem::toString).toList();
    }

    @Test
    void aConcurrencyClosesTheLoop() {
        assertThat(steps("steps: [{concurrency: 8, requests: 50}]"))
                .containsExactly(new StepPlan(new LoadModel.Closed(8), new Counting(50), Duration.ZERO, Duration.ZERO));
    }

    /** 50 requests at 5 per second take 10 s. */
    @Test
    void aStepWithARateOrADurationSaysHowLongItTakes() {
        assertThat(
                        steps(
                                "steps: [{rate: 5, requests: 50, warm_up: 2s, cool_down: 1s}, {concurrency: 8, duration: 3s, warm_up: 2s}]"))
                .extracting(step -> step.expectedDuration().orElseThrow())
                .containsExactly(Duration.ofSeconds(13), Duration.ofSeconds(5));
        assertThat(steps("steps: [{concurrency: 8, requests: 50, warm_up: 2s}, {rate: inf, requests: 50}]"))
                .allMatch(step -> step.expectedDuration().isEmpty());
    }

    @Test
    void aCapHoldsBackWhatIsDue() {
        assertThat(steps("steps: [{rate: 5, max_concurrency: 16, requests: 50}]"))
                .extracting(StepPlan::load)
                .containsExactly(new LoadModel.Open(new ArrivalPlan.Poisson(5), OptionalInt.of(16)));
    }

    @Test
    void segmentsAreOfTenMinutesUnlessThePlanSaysAnother() {
        assertThat(steps("steps: [{rate: 1, duration: 1h}, {rate: 1, duration: 1h, segment: 5m}]"))
                .extracting(StepPlan::segment)
                .containsExactly(Duration.ofMinutes(10), Duration.ofMinutes(5));
    }

    @Test
    void aListOfRatesIsAStepForEach() {
        assertThat(steps("steps: [{rates: [0.5, 1, 2], duration: 10s, warm_up: 5s, idle: 30s}]"))
                .extracting(StepPlan::ratePerSecond, StepPlan::extent, StepPlan::warmUp, StepPlan::idle)
                .containsExactly(
                        tuple(0.5, new Lasting(Duration.ofSeconds(10)), Duration.ofSeconds(5), Duration.ofSeconds(30)),
                        tuple(1.0, new Lasting(Duration.ofSeconds(10)), Duration.ofSeconds(5), Duration.ofSeconds(30)),
                        tuple(2.0, new Lasting(Duration.ofSeconds(10)), Duration.ofSeconds(5), Duration.ofSeconds(30)));
    }

    @Test
    void aListOfConcurrenciesIsAStepForEach() {
        assertThat(steps("steps: [{concurrencies: [8, 16, 32], requests: 50}]"))
                .extracting(StepPlan::load)
                .containsExactly(new LoadModel.Closed(8), new LoadModel.Closed(16), new LoadModel.Closed(32));
    }

    @Test
    void aBadRateInAListIsToldByItsPlace() {
        assertThat(problems("steps:\n  - {rates: [1, 0], requests: 5}\n"))
                .containsExactly("plan.yaml:4  steps[0].rates[1] must be > 0 requests per second but was 0");
    }

    @Test
    void stepDefaultsAreForStepsThatSayNothing() {
        List<StepPlan> steps = steps("""
                step_defaults: {requests: 300, warm_up: 30s, max_concurrency: 9, idle: 5s, ramp_up: 3s}
                steps:
                  - {rate: 1}
                  - {rate: 2, duration: 1m, warm_up: 0s, max_concurrency: 4}
                  - {concurrency: 2}
                """);

        assertThat(steps)
                .containsExactly(
                        new StepPlan(
                                new LoadModel.Open(new ArrivalPlan.Poisson(1), OptionalInt.of(9)),
                                new Counting(300),
                                Duration.ofSeconds(30),
                                Duration.ZERO,
                                Duration.ofSeconds(5)),
                        new StepPlan(
                                new LoadModel.Open(new ArrivalPlan.Poisson(2), OptionalInt.of(4)),
                                new Lasting(Duration.ofMinutes(1)),
                                Duration.ZERO,
                                Duration.ZERO,
                                Duration.ofSeconds(5)),
                        new StepPlan(
                                new LoadModel.Closed(2, Duration.ofSeconds(3)),
                                new Counting(300),
                                Duration.ofSeconds(30),
                                Duration.ZERO,
                                Duration.ofSeconds(5)));
    }

    @Test
    void aStepsArrivalsGoBeforeThePlans() {
        List<StepPlan> steps = steps("""
                arrivals: constant
                steps:
                  - {rate: 1, requests: 1}
                  - {rate: 1, requests: 1, arrivals: {kind: gamma, burstiness: 0.5}}
                """);

        assertThat(steps)
                .extracting(StepPlan::load)
                .containsExactly(
                        LoadModel.Open.of(new ArrivalPlan.Constant(1)),
                        LoadModel.Open.of(new ArrivalPlan.Gamma(1, new InterarrivalGaps(0.5))));
    }

    @Test
    void vllmTakesTheStepsNumberOfRequests() {
        assertThat(arrivals("{rate: 2, requests: 30, arrivals: vllm}"))
                .isEqualTo(new ArrivalPlan.Vllm(2, 30, InterarrivalGaps.POISSON, Optional.empty()));
        assertThat(arrivals("{rate: 2, requests: 30, arrivals: {kind: vllm, burstiness: 0.5}}"))
                .isEqualTo(new ArrivalPlan.Vllm(2, 30, new InterarrivalGaps(0.5), Optional.empty()));
    }

    @Test
    void vllmsRampUpHasRatesOfItsOwn() {
        ArrivalPlan.Vllm ramp =
                (ArrivalPlan.Vllm) arrivals("{requests: 3, arrivals: {kind: vllm, ramp_up: linear, from: 1, to: 3}}");

        // 1 + 1/2 + 1/3 s for three requests.
        assertThat(ramp.rampUp()).hasValue(new RampUp(Strategy.LINEAR, 1, 3));
        assertThat(ramp.perSecond()).isCloseTo(3 / (11 / 6.0), within(1e-12));
    }

    @Test
    void anInfiniteRateIsAllAtOnce() {
        assertThat(arrivals("{rate: inf, requests: 500}")).isEqualTo(new ArrivalPlan.AtOnce(500));
    }

    @Test
    void aRampTakesTheMeasuredPartUnlessToldOtherwise() {
        assertThat(arrivals("{duration: 60s, arrivals: {kind: ramp, from: 1, to: 5}}"))
                .isEqualTo(new ArrivalPlan.Shaped(
                        "ramp", new RateShape(List.of(new Piece(60, 1, 5)), After.STAYS), InterarrivalGaps.POISSON, 3));
        // 5 to 1 over 20 s: 60 requests; then 40 s of 1: 100 in 60 s.
        assertThat(arrivals("{duration: 60s, arrivals: {kind: ramp, from: 5, to: 1, over: 20s, burstiness: inf}}"))
                .isEqualTo(new ArrivalPlan.Shaped(
                        "ramp",
                        new RateShape(List.of(new Piece(20, 5, 1)), After.STAYS),
                        InterarrivalGaps.EQUAL,
                        100 / 60.0));
    }

    @Test
    void stairsASpikeAndOnOffHaveTheirPieces() {
        assertThat(arrivals("{duration: 60s, arrivals: {kind: stairs, rates: [1, 2, 6]}}"))
                .isEqualTo(new ArrivalPlan.Shaped(
                        "stairs",
                        new RateShape(
                                List.of(new Piece(20, 1, 1), new Piece(20, 2, 2), new Piece(20, 6, 6)), After.STAYS),
                        InterarrivalGaps.POISSON,
                        3));
        assertThat(arrivals("{duration: 60s, arrivals: {kind: spike, base: 1, peak: 7, at: 30s, for: 10s}}"))
                .isEqualTo(new ArrivalPlan.Shaped(
                        "spike",
                        new RateShape(
                                List.of(new Piece(30, 1, 1), new Piece(10, 7, 7), new Piece(1, 1, 1)), After.STAYS),
                        InterarrivalGaps.POISSON,
                        2));
        assertThat(arrivals("{duration: 60s, arrivals: {kind: on-off, rate: 6, on_for: 10s, off_for: 20s}}"))
                .isEqualTo(new ArrivalPlan.Shaped(
                        "on-off",
                        new RateShape(List.of(new Piece(10, 6, 6), new Piece(20, 0, 0)), After.REPEATS),
                        InterarrivalGaps.POISSON,
                        2));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{rate: 1, concurrency: 2, requests: 1} | steps[0] must have only one of rate, rates, concurrency and concurrencies",
                "{requests: 1} | steps[0].rate is required (or rates, concurrency, concurrencies)",
                "{rate: 1, ramp_up: 5s, requests: 1} | steps[0].ramp_up must be left out without a concurrency: a rate that rises is arrivals: {kind: ramp}",
                "{concurrency: 0, requests: 1} | steps[0].concurrency must be a whole number >= 1 but was 0",
                "{concurrency: 1, max_concurrency: 1, requests: 1} | steps[0].max_concurrency must be left out with a concurrency",
                "{rates: [], requests: 1} | steps[0].rates must have at least one value",
                "{rate: inf, duration: 1s} | steps[0].requests is required with rate: inf",
                "{rate: inf, requests: 1, warm_up: 1s} | steps[0] must have no warm_up and no cool_down with rate: inf",
                "{rate: 1, duration: 1s, arrivals: vllm} | steps[0].requests is required with arrivals: vllm",
                "{rate: 1, requests: 1, arrivals: gamma} | steps[0].arrivals must be a mapping with kind: gamma",
                "{rate: 1, requests: 1, arrivals: {kind: gamma, burstiness: 0}} | steps[0].arrivals.burstiness must be > 0, or inf",
                "{rate: 1, requests: 1, arrivals: {kind: poisson, burstiness: 2}} | steps[0].arrivals.burstiness is not a known key",
                "{requests: 1, arrivals: ramp} | steps[0].arrivals must be a mapping with kind: ramp and its rates",
                "{requests: 1, arrivals: {kind: ramp, from: 1, to: 2}} | steps[0].arrivals.over is required where a step is bounded by requests",
                "{rate: 1, duration: 1s, arrivals: {kind: ramp, from: 1, to: 2}} | steps[0].rate must be left out with arrivals: ramp, which has its own",
                "{duration: 1s, arrivals: {kind: ramp, from: 0, to: 0}} | steps[0].arrivals must have a rate > 0 somewhere",
                "{duration: 1s, arrivals: {kind: spike, base: 1, peak: 2}} | steps[0].arrivals.at is required",
                "{rate: 1, requests: 1, arrivals: waves} | steps[0].arrivals must be one of poisson, constant, gamma, vllm, ramp, stairs, spike, on-off, trace but was waves",
                "{rate: 1, requests: 30000000, arrivals: vllm} | steps[0].requests must be at most 20,000,000 with arrivals: vllm but was 30000000",
                "{concurrency: 10001, requests: 1} | steps[0].concurrency must be at most limits.in_flight of 10000 but was 10001",
                "{rate: 1, max_concurrency: 10001, requests: 1} | steps[0].max_concurrency must be at most limits.in_flight of 10000 but was 10001"
            })
    void whatDoesNotGoTogetherIsRefused(String step, String rule) {
        assertThat(problems("steps:\n  - " + step + "\n"))
                .anySatisfy(problem -> assertThat(problem).startsWith("plan.yaml:4  " + rule));
    }

    @Test
    void aConcurrencyIsWithinOurOwnLimitWhereverItStands() {
        assertThat(problems("""
                step_defaults: {max_concurrency: 9, requests: 1}
                steps:
                  - {concurrencies: [4, 8, 9]}
                  - {rate: 1}
                limits: {in_flight: 8}
                """))
                .containsExactly(
                        "plan.yaml:3  step_defaults.max_concurrency must be at most limits.in_flight of 8 but was 9",
                        "plan.yaml:5  steps[0].concurrencies[2] must be at most limits.in_flight of 8 but was 9");
        assertThat(steps("steps: [{concurrency: 20000, requests: 1}]\nlimits: {in_flight: 20000}"))
                .hasSize(1);
    }

    @Test
    void aStepMayHaveAnyNumberOfRequestsForTheyAreDrawnLazily() {
        assertThat(steps("steps: [{rate: 1000, duration: 240h}, {rate: inf, requests: 2000000000}]"))
                .hasSize(2);
    }

    @Test
    void arrivalsThatNoStepUsesAreRefused() {
        assertThat(problems("arrivals: constant\nsteps: [{concurrency: 1, requests: 1}]"))
                .containsExactly(
                        "plan.yaml:3  arrivals has no effect: every step has its own arrivals or a concurrency");
    }

    @Test
    void whatAllStepsShareIsToldOnce() {
        assertThat(problems("""
                arrivals: {kind: gamma, burstiness: 0}
                step_defaults: {warm_up: 5}
                steps: [{rate: 1, requests: 1}, {rate: 2, requests: 1}]
                """)).hasSize(2);
    }
}
