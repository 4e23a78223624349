package io.tidemark.app.run.virtualtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.app.run.KeptEvents;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.run.RunResult;
import io.tidemark.app.run.VirtualRuns;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.RunStatus;
import io.tidemark.events.ServerRole;
import io.tidemark.events.ServerSample;
import io.tidemark.events.TokenBatch;
import io.tidemark.producer.arrivals.Arrivals;
import io.tidemark.producer.client.Credentials;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.run.LoadRun;
import io.tidemark.producer.run.RunDependencies;
import io.tidemark.producer.run.RunListener;
import io.tidemark.producer.run.RunOutcome;
import io.tidemark.producer.runtime.RunSpec;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.schemas.time.VirtualTime;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.engine.fleet.RoutingPolicy;
import io.tidemark.simulator.faults.Fault;
import io.tidemark.simulator.http.server.SimulatorOptions;
import io.tidemark.simulator.http.server.SimulatorServer;
import io.tidemark.simulator.metrics.VllmMetricsVersion;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VirtualServerEnvironmentTest {
    private static final String ID = "01JD8Z6K3M5TQX9V2R7C0WHB4N";
    private static final Instant START = Instant.parse("2026-11-20T08:00:00Z");
    private static final String HEAD = """
        experiment: virtual
        seed: 7
        workload: {kind: synthetic, prompt_tokens: 40, output_tokens: 12}
        """;

    private final KeptEvents published = new KeptEvents();

    private static Plan plan(String text) {
        return PlanLoader.parse(text, "plan.yaml", Path.of("."));
    }

    private static RunResult run(String text, KeptEvents publisher, Fault... faults) throws Exception {
        return run(text, publisher, SimulatorOptions.Extras.NONE.with(List.of(faults)));
    }

    private static RunResult run(String text, KeptEvents publisher, SimulatorOptions.Extras extras) throws Exception {
        return run(text, publisher, extras, ID);
    }

    private static RunResult run(String text, KeptEvents publisher, SimulatorOptions.Extras extras, String id)
            throws Exception {
        Plan plan = plan(text);
        SimulatedServer server =
                new SimulatedServer("demo-default", new ServerConfigLoader().builtIn("demo-default"), extras);
        RunRequest request = RunRequest.simulated(
                        plan, plan.phases().get(0), new Team("default"), "tidemark simulate", false)
                .withRunId(id);
        return VirtualRuns.run(request, List.of(server), START, publisher);
    }

    @Test
    void theSamePlanAndStartGiveTheSameBytes() throws Exception {
        String text = HEAD + "steps: [{rate: 3, duration: 60s}]";
        KeptEvents again = new KeptEvents();

        RunResult first = run(text, published);
        RunResult second = run(text, again);

        assertThat(again.digest()).isEqualTo(published.digest());
        assertThat(second.duration()).isEqualTo(first.duration());
    }

    @Test
    void aWorkloadThatNoAnswerCanFitIsRefusedBeforeAnythingIsSent() {
        String text = HEAD.replace("prompt_tokens: 40", "prompt_tokens: 200000") + "steps: [{rate: 3, duration: 60s}]";

        assertThatThrownBy(() -> run(text, published))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("takes 4096 tokens")
                .hasMessageContaining("180 of the 180 requests that the plan draws have more with the answer")
                .hasMessageContaining("the longest has 200012");
        assertThat(published.of(RequestEvent.class)).isEmpty();
    }

    /** Runs are ordered by their ids, also those of a search whose virtual time is past. */
    @Test
    void idsOfRunsSayWhenTheyWereMadeAndNotTheirVirtualTime() {
        Instant made = START.plus(Duration.ofHours(2));
        SimulatedServer server = new SimulatedServer(
                "demo-default", new ServerConfigLoader().builtIn("demo-default"), SimulatorOptions.Extras.NONE);

        VirtualServerEnvironment servers = new VirtualServerEnvironment(
                List.of(), List.of(server), new VirtualTime(START), InstantSource.fixed(made), ID);

        assertThat(Ulid.millis(servers.runIds().get())).hasValue(made.toEpochMilli());
    }

    /** What a server says of itself is kept by its name and time, and both may run at the same virtual times. */
    @Test
    void runsDoNotShareAServersName() throws Exception {
        String text = HEAD + "steps: [{rate: 3, duration: 60s}]";
        KeptEvents other = new KeptEvents();
        run(text, published);
        run(text, other, SimulatorOptions.Extras.NONE, ID.substring(1) + "A");

        assertThat(targets(published))
                .singleElement()
                .isEqualTo("demo-default." + ID.toLowerCase(Locale.ROOT) + ".virtual:8000");
        assertThat(targets(other)).hasSize(1).doesNotContainAnyElementsOf(targets(published));
    }

    private static Set<String> targets(KeptEvents publisher) {
        return Stream.concat(
                        publisher.of(ServerSample.class).map(ServerSample::getTarget),
                        publisher.of(RequestEvent.class).map(RequestEvent::getTarget))
                .collect(Collectors.toSet());
    }

    @Test
    void stampsAreVirtualAndLagThereIsNone() throws Exception {
        RunResult ended = run(HEAD + "steps: [{rate: 3, duration: 60s}]", published);

        assertThat(ended.outcome().status()).isEqualTo(RunStatus.ENDED);
        assertThat(ended.duration()).isBetween(Duration.ofSeconds(60), Duration.ofSeconds(75));
        assertThat(published.of(RequestEvent.class)).hasSizeGreaterThan(120).allSatisfy(request -> {
            assertThat(request.getOutcome()).isEqualTo(Outcome.OK);
            assertThat(request.getDue()).isBetween(START, START.plusSeconds(75));
            assertThat(request.getSentNanos()).isZero();
            // The first request, which is sent alone, asks for 16.
            assertThat(request.getOutputTokens()).isEqualTo(request.getRequest().equals("virtual-0") ? 16 : 12);
        });
        // One a second from the announcement on, and the last.
        assertThat(published.of(Heartbeat.class).count())
                .isBetween(ended.duration().toSeconds(), ended.duration().toSeconds() + 3);
        assertThat(published.of(ServerSample.class)).hasSizeGreaterThan(20).allMatch(ServerSample::getUp);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "steps: [{concurrency: 4, requests: 40}]",
                "steps: [{concurrency: 4, duration: 20s, ramp_up: 4s}]",
                "steps: [{rate: 4, requests: 40, max_concurrency: 2}, {rate: 2, requests: 10, warm_up: 5s, cool_down:"
                        + " 5s}]",
            })
    void eachKindOfLoadIsDrivenToItsEnd(String steps) throws Exception {
        RunResult ended = run(HEAD + steps, published);

        assertThat(ended.outcome().status()).isEqualTo(RunStatus.ENDED);
        long batches = published
                .of(RequestEvent.class)
                .mapToLong(RequestEvent::getTokenBatches)
                .sum();
        assertThat(published.of(TokenBatch.class).count()).isEqualTo(batches);
        assertThat(published.of(RequestEvent.class))
                .hasSizeGreaterThan(39)
                .allMatch(it -> it.getOutcome() == Outcome.OK);
    }

    @Test
    void laterTurnsOfAConversationResendItsAnswersAndHitThePrefixCache() throws Exception {
        run("""
            experiment: virtual
            seed: 7
            workload:
              kind: conversations
              starters: {count: 4, tokens: 128}
              turns: 3
              output_tokens: 32
              follow_ups: ["Why is that so?"]
              think_time: 2s
            steps: [{rate: 1, requests: 30}]
            """, published);

        Map<Integer, List<RequestEvent>> byTurn = published
                .of(RequestEvent.class)
                .filter(request -> !request.getRequestClass().equals("first-request"))
                .collect(Collectors.groupingBy(RequestEvent::getTurn));
        assertThat(byTurn.keySet()).containsExactly(0, 1, 2);
        assertThat(byTurn.get(2))
                .allSatisfy(request -> assertThat(request.getPromptTokens()).isGreaterThan(200));
    }

    @Test
    void faultsComeAtTheirVirtualTime() throws Exception {
        run(HEAD + "steps: [{rate: 5, duration: 40s}]", published, Fault.parse("refuse=429,from=20,for=10"));

        List<Instant> refused = published
                .of(RequestEvent.class)
                .filter(request -> Integer.valueOf(429).equals(request.getHttpStatus()))
                .map(RequestEvent::getDue)
                .toList();
        assertThat(refused)
                .hasSizeGreaterThan(20)
                .allSatisfy(due -> assertThat(due).isBetween(START.plusSeconds(20), START.plusSeconds(30)));
    }

    @Test
    void requestsAreDueWhenTheLoadGeneratorsScheduleForTheSeedSays() throws Exception {
        String text = HEAD + "steps: [{rate: 3, duration: 60s}]";
        run(text, published);
        Plan plan = plan(text);
        // As the load generator splits the plan's seed: arrivals first, and of those the first step's.
        SplittableRandom ofStep = new SplittableRandom(plan.seed()).split().split();
        Arrivals schedule = Arrivals.of(plan.steps().get(0), plan.workload(), ofStep);

        List<Long> due = dueMicros(published);
        List<Long> expected = Stream.generate(schedule::nextNanos)
                .limit(due.size())
                .map(offset -> offset.orElseThrow() / 1_000)
                .toList();
        assertThat(due).hasSizeGreaterThan(120);
        for (int i = 0; i < due.size(); i++) {
            assertThat(due.get(i) - due.get(0)).isCloseTo(expected.get(i) - expected.get(0), within(1L));
        }
    }

    /** Of the requests of steps, in their order. */
    private static List<Long> dueMicros(KeptEvents from) {
        return from.of(RequestEvent.class)
                .filter(request -> !request.getRequestClass().equals("first-request"))
                .map(request -> ChronoUnit.MICROS.between(START, request.getDue()))
                .sorted()
                .toList();
    }

    @Test
    void aRestartCutsWhatIsUnderWayRefusesConnectionsAndBeginsAnew() throws Exception {
        run(HEAD + "steps: [{rate: 10, duration: 60s}]", published, Fault.parse("restart,from=20,for=10"));

        Instant down = START.plusSeconds(20);
        Instant back = START.plusSeconds(30);
        Map<Outcome, List<RequestEvent>> failed = published
                .of(RequestEvent.class)
                .filter(request -> request.getOutcome() != Outcome.OK)
                .collect(Collectors.groupingBy(RequestEvent::getOutcome));
        assertThat(failed.keySet()).contains(Outcome.CONNECTION_REFUSED);
        assertThat(failed.get(Outcome.CONNECTION_REFUSED))
                .hasSizeGreaterThan(60)
                .allSatisfy(request -> assertThat(request.getDue()).isBetween(down, back));
        failed.values().stream()
                .flatMap(List::stream)
                .forEach(request -> assertThat(request.getDue()).isBefore(back));
        assertThat(published.of(RequestEvent.class).filter(it -> it.getDue().isAfter(back)))
                .hasSizeGreaterThan(200)
                .allMatch(it -> it.getOutcome() == Outcome.OK);
        List<ServerSample> pages = published
                .of(ServerSample.class)
                .filter(it -> it.getRole() != ServerRole.GPU)
                .toList();
        assertThat(pages).anyMatch(it -> !it.getUp() && it.getScrapeStart().isBefore(back));
        assertThat(pages.stream().filter(ServerSample::getUp).map(ServerSample::getProcessStart))
                .contains(START, back);
    }

    @Test
    void theFleetsRoutersServeConversationsAsTheyDoOverHttp() throws Exception {
        String text = """
            experiment: virtual
            seed: 7
            workload:
              kind: conversations
              starters: {count: 12, tokens: 400}
              turns: 4
              output_tokens: 40
              follow_ups: ["Why is that so?"]
              think_time: 1s
            steps: [{rate: 4, requests: 150}]
            """;
        double inTurn = cachedShare(text, RoutingPolicy.ROUND_ROBIN);
        double prefixAware = cachedShare(text, RoutingPolicy.PREFIX_AWARE);

        assertThat(prefixAware).isGreaterThan(inTurn);
    }

    /** Of all prompt tokens that were looked up, as both engines' counters say at the end. */
    private static double cachedShare(String text, RoutingPolicy routing) throws Exception {
        KeptEvents publisher = new KeptEvents();
        SimulatorOptions.Extras extras = new SimulatorOptions.Extras(
                false,
                VllmMetricsVersion.V1,
                OptionalInt.empty(),
                new SimulatorOptions.Replicas(2, routing),
                List.of());
        RunResult ended = run(text, publisher, extras);
        assertThat(ended.outcome().status()).isEqualTo(RunStatus.ENDED);
        Map<String, ServerSample> last = publisher
                .of(ServerSample.class)
                .filter(it -> it.getRole() == ServerRole.ENGINE)
                .collect(Collectors.toMap(ServerSample::getEngine, it -> it, (before, after) -> after, TreeMap::new));
        assertThat(last.keySet()).containsExactly("0", "1");
        double hits = sum(last, Signal.PREFIX_HITS);
        double queries = sum(last, Signal.PREFIX_QUERIES);
        return hits / queries;
    }

    private static double sum(Map<String, ServerSample> samples, Signal signal) {
        return samples.values().stream()
                .mapToDouble(it -> it.getValues().getOrDefault(signal.id(), 0.0))
                .sum();
    }

    @Tag("integration")
    @Test
    void aRealRunAgainstTheSameServerSaysTheSameButForItsTimes() throws Exception {
        String text = HEAD + "steps: [{concurrency: 3, requests: 24}]\nwarm_up_client: false\n"
                + "limits: {schedule_lag_p99: 60s, sent_share: 0.01}\n";
        run(text, published);
        KeptEvents real = new KeptEvents();
        Clocks clocks = new Clocks(NanoClock.SYSTEM, InstantSource.system());
        try (SimulatorServer server = SimulatorServer.start(
                new ServerConfigLoader().builtIn("demo-default"),
                SimulatorOptions.local(clocks.elapsed(), clocks.wall()))) {
            Plan plan = plan(text);
            TargetPlan target =
                    TargetPlan.at(URI.create(server.url()), server.config().servedModelName());
            RunSpec spec = new RunSpec(
                    ID,
                    plan,
                    plan.phases().get(0),
                    target,
                    "virtual",
                    Optional.empty(),
                    List.of(),
                    Credentials.NONE,
                    new RunSpec.Tool("test", ""),
                    false);
            RunOutcome outcome = new LoadRun(spec, RunDependencies.of(clocks, real, RunListener.silent())).execute();
            assertThat(outcome.invalidReasons()).isEmpty();
        }

        assertThat(facts(real)).isEqualTo(facts(published));
    }

    /** What does not depend on time, by request; closed loops and stocks of prompts are in order, so requests are the same. */
    private static Map<String, String> facts(KeptEvents from) {
        Map<String, String> facts = new TreeMap<>();
        from.of(RequestEvent.class)
                .forEach(request -> facts.put(
                        request.getRequest(),
                        String.join(
                                " ",
                                request.getOutcome().name(),
                                request.getFinishReason().name(),
                                String.valueOf(request.getPart()),
                                String.valueOf(request.getOutputTokens()),
                                String.valueOf(request.getTokenSource()),
                                String.valueOf(request.getChunkCount()),
                                String.valueOf(request.getAttempts()),
                                String.valueOf(Metric.TTFT.nanos(request).isPresent()))));
        return facts;
    }
}
