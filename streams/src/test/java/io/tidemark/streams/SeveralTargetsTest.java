package io.tidemark.streams;

import static io.tidemark.streams.Given.LANE;
import static io.tidemark.streams.Given.RUN;
import static io.tidemark.streams.Given.at;
import static io.tidemark.streams.Given.control;
import static io.tidemark.streams.Given.failed;
import static io.tidemark.streams.Given.heartbeat;
import static io.tidemark.streams.Given.objective;
import static io.tidemark.streams.Given.ok;
import static io.tidemark.streams.Given.run;
import static io.tidemark.streams.Given.sample;
import static io.tidemark.streams.Given.step;
import static io.tidemark.streams.Given.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Finality;
import io.tidemark.events.MetricName;
import io.tidemark.events.MetricResult;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.SloBreach;
import io.tidemark.events.StepResult;
import io.tidemark.events.TargetRef;
import io.tidemark.events.Verdict;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.OutOfRangeValue;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.TargetGroup;
import io.tidemark.schemas.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two targets share a load: "a" answers after 100 ms, "b" after 900 ms, and every fourth request to "b" fails. */
class SeveralTargetsTest {
    private static final int REQUESTS = 80;

    @TempDir
    private Path stateDir;

    private TeamDriver team;

    @BeforeEach
    void start() {
        team = new TeamDriver(stateDir);
    }

    @AfterEach
    void stop() {
        team.close();
    }

    /** Requests take turns, ten a second; of class "chat". */
    private static RequestEvent request(int number) {
        double due = number / 10.0;
        boolean slow = number % 2 == 1;
        RequestEvent.Builder event = number % 8 == 7 ? failed(number, due, 50) : ok(number, due, slow ? 900 : 100, 50);
        return event.setTarget(slow ? "b" : "a")
                .setTargetGroup(TargetGroup.ALL)
                .setRequestClass("chat")
                .setTokenBatches(number % 8 == 7 ? 0 : 1)
                .build();
    }

    private static TargetRef target(String name) {
        return TargetRef.newBuilder()
                .setName(name)
                .setUrl("http://" + name)
                .setModel("m")
                .build();
    }

    private void define() {
        team.send(control(run().setTargets(List.of(target("a"), target("b"))).build()));
        team.send(control(objective(MetricName.TTFT, 0.9, 500).build()));
    }

    private void sendAll() {
        int batches = 0;
        for (int number = 0; number < REQUESTS; number++) {
            RequestEvent request = request(number);
            if (request.getTokenBatches() > 0) {
                team.send(tokens(batches, number / 10.0, number % 2 == 1 ? 900 : 100, 5, 11)
                        .setRequest(LANE + "-" + number)
                        .setTarget(request.getTarget())
                        .setTargetGroup(TargetGroup.ALL)
                        .setRequestClass("chat")
                        .build());
                batches++;
            }
            team.send(request);
        }
        team.send(heartbeat(20, batches, REQUESTS)
                .setTarget(TargetGroup.ALL)
                .setClosing(true)
                .build());
    }

    private void sendStep() {
        team.send(control(step(0).setTarget(TargetGroup.ALL)
                .setMeasureUntil(at(8))
                .setEnded(at(9))
                .setRequestsByLane(Map.of(LANE, (long) REQUESTS))
                .setMeasuredByLane(Map.of(LANE, (long) REQUESTS))
                .build()));
    }

    private void wholeRun() {
        define();
        sendStep();
        sendAll();
        team.pass(Duration.ofSeconds(60));
    }

    /** The last result of each key. */
    private Map<String, StepResult> results() {
        List<StepResult> all = team.seen(Topic.STEPS, StepResult.class);
        List<String> keys = team.seenKeys(Topic.STEPS);
        Map<String, StepResult> last = new TreeMap<>();
        for (int i = 0; i < keys.size(); i++) {
            last.put(keys.get(i), all.get(i));
        }
        return last;
    }

    private static MetricResult metric(StepResult result, MetricName name) {
        return result.getMetrics().stream()
                .filter(metric -> metric.getMetric() == name)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theWholeHasOneResultAndEachTargetHasItsOwnBesideIt() {
        wholeRun();

        Map<String, StepResult> results = results();
        assertThat(results).containsOnlyKeys(RUN + "/0", RUN + "/0/target/a", RUN + "/0/target/b");
        StepResult whole = results.get(RUN + "/0");
        assertThat(whole.getTarget()).isEqualTo(TargetGroup.ALL);
        assertThat(whole.getRequestClass()).isEqualTo(RequestClass.ALL);
        assertThat(whole.getDue()).isEqualTo(80);
        assertThat(whole.getOk()).isEqualTo(70);
        assertThat(whole.getObjectives()).hasSize(1);
        assertThat(metric(whole, MetricName.TTFT).getP99Nanos()).isEqualTo(900_000_000);

        StepResult fast = results.get(RUN + "/0/target/a");
        assertThat(fast.getRequestClass()).isEqualTo(RequestClass.ONE_TARGET);
        assertThat(fast.getDue()).isEqualTo(40);
        assertThat(fast.getOk()).isEqualTo(40);
        assertThat(metric(fast, MetricName.TTFT).getP99Nanos()).isEqualTo(100_000_000);
        StepResult slow = results.get(RUN + "/0/target/b");
        assertThat(slow.getDue()).isEqualTo(40);
        assertThat(slow.getOk()).isEqualTo(30);
        assertThat(slow.getOutcomes()).isEqualTo(Map.of("OK", 30L, "HTTP_ERROR", 10L));
        assertThat(metric(slow, MetricName.TTFT).getP50Nanos()).isEqualTo(900_000_000);
        assertThat(Stream.of(whole, fast, slow))
                .allSatisfy(result -> assertThat(result.getFinality()).isEqualTo(Finality.FINAL));
        assertThat(Stream.of(fast, slow)).allSatisfy(result -> {
            assertThat(result.getObjectives()).isEmpty();
            assertThat(result.getVerdict()).isEqualTo(Verdict.UNKNOWN);
            assertThat(result.getBreaches()).isZero();
        });
    }

    @Test
    void breachesAreOfTheWholeAlone() {
        wholeRun();

        List<SloBreach> breaches = team.seen(Topic.BREACHES, SloBreach.class);
        assertThat(breaches)
                .isNotEmpty()
                .allSatisfy(breach -> assertThat(breach.getTarget()).isEqualTo(TargetGroup.ALL));
        assertThat(breaches.stream().map(SloBreach::getBreach).distinct())
                .hasSize(results().get(RUN + "/0").getBreaches());
    }

    @Test
    void eachTargetHasWindowsOfItsOwnAndTheWholeHasAllValues() {
        wholeRun();

        Map<String, WindowStats> windows = new TreeMap<>();
        team.seen(Topic.WINDOWS, WindowStats.class).stream()
                .filter(window -> window.getMetric() == MetricName.TTFT && window.getWindowSeconds() == 0)
                .forEach(window -> windows.put(window.getTarget() + "/" + window.getRequestClass(), window));

        assertThat(windows).containsOnlyKeys("all targets/all", "all targets/chat", "a/one-target", "b/one-target");
        assertThat(windows.get("all targets/all").getCount()).isEqualTo(70);
        assertThat(windows.get("a/one-target").getCount()).isEqualTo(40);
        assertThat(windows.get("b/one-target").getCount()).isEqualTo(30);
        assertThat(windows.get("b/one-target").getFailed()).isEqualTo(10);
        assertThat(windows.get("b/one-target").getP50Nanos()).isEqualTo(900_000_000);
    }

    @Test
    void requestsThatComeBeforeAnyDefinitionAreCountedTheSame() {
        sendAll();
        team.pass(Duration.ofSeconds(5));
        define();
        sendStep();
        team.pass(Duration.ofSeconds(60));

        assertThat(results()).containsOnlyKeys(RUN + "/0", RUN + "/0/target/a", RUN + "/0/target/b");
        assertThat(results().get(RUN + "/0/target/b").getDue()).isEqualTo(40);
        assertThat(results().get(RUN + "/0").getDue()).isEqualTo(80);
    }

    @Test
    void aHostThatDiesLosesNothingOfATarget() {
        define();
        sendStep();
        sendAll();
        team.pass(Duration.ofSeconds(3));
        team = team.killed(stateDir.resolve("next"), at(30));
        team.pass(Duration.ofSeconds(60));

        StepResult slow = results().get(RUN + "/0/target/b");
        assertThat(slow.getFinality()).isEqualTo(Finality.FINAL);
        assertThat(slow.getDue()).isEqualTo(40);
        assertThat(metric(slow, MetricName.TTFT).getP99Nanos()).isEqualTo(900_000_000);
    }

    @Test
    void signalsOfTheWholeAreOfAllServersAndThoseOfATargetItsOwn() {
        define();
        sendStep();
        for (int second = 0; second < 12; second++) {
            team.send(sample(second, Map.of(Signal.RUNNING.id(), 2.0))
                    .setTarget("a")
                    .build());
            team.send(sample(second, Map.of(Signal.RUNNING.id(), 7.0))
                    .setTarget("b")
                    .setInstance("localhost:8001")
                    .build());
        }
        sendAll();
        team.pass(Duration.ofSeconds(60));

        assertThat(results().get(RUN + "/0").getSignalMeans()).containsEntry(Signal.RUNNING.id(), 9.0);
        assertThat(results().get(RUN + "/0/target/a").getSignalMeans()).containsEntry(Signal.RUNNING.id(), 2.0);
        assertThat(results().get(RUN + "/0/target/b").getSignalMeans()).containsEntry(Signal.RUNNING.id(), 7.0);
    }

    /** 0 of an idle server may be of a percentage, too. */
    @Test
    void aSignalWithAValueThatItCannotHaveHasNoMean() {
        define();
        sendStep();
        Map<String, String> unused = new HashMap<>();
        new OutOfRangeValue(Signal.KV_USAGE, "vllm:kv_cache_usage_perc", 40).addTo(unused);
        for (int second = 0; second < 12; second++) {
            boolean isIdle = second % 2 == 0;
            team.send(sample(
                            second,
                            isIdle
                                    ? Map.of(Signal.RUNNING.id(), 2.0, Signal.KV_USAGE.id(), 0.0)
                                    : Map.of(Signal.RUNNING.id(), 2.0))
                    .setTarget("a")
                    .setInfo(isIdle ? Map.of() : unused)
                    .build());
        }
        sendAll();
        team.pass(Duration.ofSeconds(60));

        StepResult result = results().get(RUN + "/0/target/a");
        assertThat(result.getSignalMeans()).containsKey(Signal.RUNNING.id()).doesNotContainKey(Signal.KV_USAGE.id());
        assertThat(result.getSignalMaxima()).doesNotContainKey(Signal.KV_USAGE.id());
        assertThat(result.getFlags())
                .anyMatch(flag -> flag.startsWith("vllm:kv_cache_usage_perc was 40 but engine.kv.usage_ratio"));
    }
}
