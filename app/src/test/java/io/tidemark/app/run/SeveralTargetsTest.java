package io.tidemark.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.run.virtualtime.SimulatedServer;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.MetricResult;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.StepPart;
import io.tidemark.events.StepResult;
import io.tidemark.events.TargetRef;
import io.tidemark.fixtures.RepositoryFiles;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.read.PlanFileOptions;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.run.RunOutcome;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.TargetGroup;
import io.tidemark.schemas.Team;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.faults.Fault;
import io.tidemark.simulator.http.server.SimulatorOptions;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs over several simulated servers in virtual time, judged by the team's topology. */
class SeveralTargetsTest {
    private static final String ID = "01JD8Z6K3M5TQX9V2R7C0WHB4N";
    private static final Team TEAM = new Team("default");
    private static final String FOUR = """
            experiment: four replicas
            seed: 7
            targets:
              - {name: r1, url: "http://r1:8000"}
              - {name: r2, url: "http://r2:8000"}
              - {name: r3, url: "http://r3:8000"}
              - {name: r4, url: "http://r4:8000"}
            workload: {kind: synthetic, prompt_tokens: 40, output_tokens: 12}
            steps: [{rate: 8, duration: 60s, warm_up: 5s}]
            slo: {verdict: short-run, objectives: ["ttft_due p50 < 2s"]}
            """;

    private final KeptEvents kept = new KeptEvents();

    @TempDir
    private Path folder;

    private static SimulatedServer server(String profile, Fault... faults) {
        return new SimulatedServer(
                profile, new ServerConfigLoader().builtIn(profile), SimulatorOptions.Extras.NONE.with(List.of(faults)));
    }

    private RunOutcome run(Plan plan, String phase, SimulatedServer... servers) throws Exception {
        RunRequest request = RunRequest.simulated(plan, plan.phase(phase), TEAM, "virtual", false)
                .withRunId(ID);
        return VirtualRuns.run(request, List.of(servers), MovedRun.START, kept).outcome();
    }

    /** The final results by "target/class", each with its step. */
    private List<StepResult> judged() {
        try (MovedJudge judge = new MovedJudge(folder.resolve("state"))) {
            var unused = judge.judge(kept.events(), List.of());
            return judge.finalResults();
        }
    }

    private long[] exact(Metric metric, Predicate<RequestEvent> of) {
        return kept.of(RequestEvent.class)
                .filter(request -> request.getPart() == StepPart.MEASURED && request.getOutcome() == Outcome.OK)
                .filter(of)
                .mapToLong(request -> metric.nanos(request).orElseThrow())
                .sorted()
                .toArray();
    }

    private static void assertExact(StepResult result, Metric metric, long[] sorted) {
        MetricResult found = result.getMetrics().stream()
                .filter(row -> row.getMetric() == metric.event())
                .findFirst()
                .orElseThrow();
        assertThat(found.getCount()).isEqualTo(sorted.length);
        assertThat(found.getSumNanos()).isEqualTo(Arrays.stream(sorted).sum());
        assertThat(found.getP50Nanos()).isEqualTo(nearestRank(0.5, sorted));
        assertThat(found.getP99Nanos()).isEqualTo(nearestRank(0.99, sorted));
    }

    private static long nearestRank(double q, long[] sorted) {
        return sorted[(int) Math.ceil(q * sorted.length) - 1];
    }

    @Test
    void oneSlowServerAmongFourIsSeenAndTheWholeIsTheExactFigureOfAllRequests() throws Exception {
        Plan plan = PlanLoader.parse(FOUR, "plan.yaml", folder);
        SimulatedServer usual = server("demo-default");

        run(plan, "default", usual, usual, server("demo-default", Fault.parse("slow-tokens=6")), usual);
        List<StepResult> results = judged();

        assertThat(results).hasSize(5);
        StepResult whole = results.get(0);
        assertThat(whole.getTarget()).isEqualTo(TargetGroup.ALL);
        List<StepResult> targets = results.subList(1, 5);
        assertThat(targets)
                .allSatisfy(target -> assertThat(target.getRequestClass()).isEqualTo(RequestClass.ONE_TARGET));
        for (Metric metric : List.of(Metric.TTFT, Metric.TPOT, Metric.E2E)) {
            assertExact(whole, metric, exact(metric, request -> true));
            for (StepResult target : targets) {
                assertExact(
                        target,
                        metric,
                        exact(metric, request -> request.getTarget().equals(target.getTarget())));
            }
        }
        assertThat(targets.stream().mapToLong(StepResult::getDue).sum()).isEqualTo(whole.getDue());
        assertThat(targets.stream().mapToLong(StepResult::getDue).max().orElseThrow()
                        - targets.stream().mapToLong(StepResult::getDue).min().orElseThrow())
                .isLessThanOrEqualTo(1);
        Map<String, Long> medians = targets.stream()
                .collect(Collectors.toMap(
                        target -> target.getTarget().substring(0, 2),
                        target -> nearestRank(
                                0.5, exact(Metric.TPOT, of -> of.getTarget().equals(target.getTarget())))));
        assertThat(medians.get("r3")).isGreaterThan(2 * medians.get("r1"));
        assertThat(whole.getVerdict()).isNotNull();
    }

    @Test
    void eventsSayWhichTargetServedThemAndOfWhichGroupItIs() throws Exception {
        run(PlanLoader.parse(FOUR, "plan.yaml", folder), "default", server("demo-default"));

        assertThat(kept.of(RequestEvent.class)).allSatisfy(request -> {
            assertThat(request.getTarget()).startsWith("r");
            assertThat(request.getTargetGroup()).isEqualTo(TargetGroup.ALL);
        });
        RunState state = kept.of(ControlEvent.class)
                .map(ControlEvent::getState)
                .filter(RunState.class::isInstance)
                .map(RunState.class::cast)
                .findFirst()
                .orElseThrow();
        assertThat(state.getTargets()).extracting(TargetRef::getWeight).containsExactly(1, 1, 1, 1);
        assertThat(kept.of(RequestEvent.class)
                        .filter(request -> request.getRequestClass().equals(RequestClass.FIRST_REQUEST))
                        .map(RequestEvent::getTarget))
                .as("the first request goes to each target")
                .doesNotHaveDuplicates()
                .hasSize(4);
    }

    @Test
    void sharesFollowTheWeights() throws Exception {
        String weighted = FOUR.replace("seed: 7", "seed: 7\nbalance: weights")
                .replace("http://r1:8000\"", "http://r1:8000\", weight: 3");

        RunOutcome outcome = run(PlanLoader.parse(weighted, "plan.yaml", folder), "default", server("demo-default"));

        Map<String, Long> requests = kept.of(RequestEvent.class)
                .filter(request -> request.getPart() == StepPart.MEASURED)
                .collect(Collectors.groupingBy(
                        request -> request.getTarget().substring(0, 2), TreeMap::new, Collectors.counting()));
        long rest = requests.get("r2");
        assertThat(requests.get("r1")).isBetween(3 * rest - 3, 3 * rest + 3);
        assertThat(outcome.steps().get(0).flags())
                .anySatisfy(flag ->
                        assertThat(flag).startsWith("requests by target: r1").doesNotContain("uneven"));
    }

    /** The workload of the plan that is shipped; each turn resends what was said before. */
    @Test
    @Tag("long")
    void affinityFindsMoreOfItsPromptsInThePrefixCacheThanRoundRobin() throws Exception {
        double plain = cacheShare("round-robin");
        double sticky = cacheShare("affinity");

        assertThat(sticky).isGreaterThan(plain + 0.05);
    }

    private double cacheShare(String phase) throws Exception {
        List<String> shorter = List.of("steps=[{rate: 0.4, duration: 5m, warm_up: 2m}]");
        Plan plan = PlanLoader.load(
                        RepositoryFiles.path("deploy/plans/h200-routing.yaml"),
                        new PlanFileOptions(Optional.empty(), shorter))
                .get(0);
        RunOutcome outcome = run(plan, phase, server("llama-70b-fp8-h200"));
        return outcome.steps().get(0).cache().measured().orElseThrow();
    }
}
