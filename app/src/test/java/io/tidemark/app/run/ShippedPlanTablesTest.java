package io.tidemark.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.capacity.Capacity;
import io.tidemark.analysis.capacity.LoadVerdict;
import io.tidemark.app.docs.DocBlock;
import io.tidemark.app.run.virtualtime.SimulatedServer;
import io.tidemark.app.server.SimulatedServeOptions;
import io.tidemark.app.server.VirtualServerLauncher;
import io.tidemark.events.MetricName;
import io.tidemark.events.MetricResult;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepResult;
import io.tidemark.fixtures.RepositoryFiles;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.read.PlanFileOptions;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.time.VirtualTime;
import io.tidemark.servers.ServerStartException;
import io.tidemark.servers.ServerStartRequest;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.http.server.SimulatorOptions;
import io.tidemark.simulator.serve.VllmServeConfig;
import io.tidemark.simulator.serve.VllmServeFlags;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the plans in deploy/plans give against the simulator in virtual time: the tables of docs/reference/shipped-plans.md. */
@Tag("long")
final class ShippedPlanTablesTest {
    private static final String PAGE = "docs/reference/shipped-plans.md";
    private static final TargetPlan ANY = TargetPlan.at(URI.create("http://127.0.0.1:8000"), "");
    private static final String DASH = "-";

    @TempDir
    Path folder;

    @Test
    void h200Tuning() throws Exception {
        table("h200-tuning", "llama-70b-fp8-h200", shortened(4, "6m"));
    }

    @Test
    void h200Conversations() throws Exception {
        table("h200-conversations", "llama-70b-fp8-h200", shortened(5, "6m"));
    }

    @Test
    void l4Phi4() throws Exception {
        table("l4-phi4", "phi-4-mini-l4", List.of());
    }

    @Test
    void rtxQuantization() throws Exception {
        table("rtx-quantization", "qwen2.5-7b-awq-rtx5070", List.of());
    }

    private static List<String> shortened(int steps, String duration) {
        List<String> overrides = new ArrayList<>();
        for (int step = 0; step < steps; step++) {
            overrides.add("steps[" + step + "].duration=" + duration);
        }
        return overrides;
    }

    private void table(String name, String profile, List<String> overrides) throws Exception {
        Plan plan = PlanLoader.load(
                        RepositoryFiles.path("deploy/plans/" + name + ".yaml"),
                        new PlanFileOptions(Optional.empty(), overrides))
                .get(0);
        List<String> lines = new ArrayList<>(List.of(
                "| configuration | load | TTFT p50 / p99, ms | TPOT p50 / p99, ms | output tokens/s | against the default |"
                        + " verdict | held |",
                "|---|--:|--:|--:|--:|--:|---|---|"));
        List<Double> defaults = new ArrayList<>();
        for (PhasePlan phase : plan.phases()) {
            lines.addAll(rows(plan.forPhase(phase), phase, profile, defaults));
        }
        assertThat(defaults).hasSameSizeAs(plan.steps());
        DocBlock.of(PAGE, name).mustBe(String.join("\n", lines));
    }

    /** The first configuration is the default. */
    private List<String> rows(Plan plan, PhasePlan phase, String profile, List<Double> defaults) throws Exception {
        PlayedPlan played;
        try {
            played = played(plan, phase, profile);
        } catch (ServerStartException e) {
            return List.of("| %s | %s | %s | %s | %s | %s | INFEASIBLE | %s |"
                    .formatted(phase.name(), DASH, DASH, DASH, DASH, DASH, e.failure()));
        }
        boolean isDefault = defaults.isEmpty();
        String held = held(plan, played);
        List<String> rows = new ArrayList<>();
        for (StepResult step : played.steps()) {
            double tokens = tokensPerSecond(played, step.getStep());
            if (isDefault) {
                defaults.add(tokens);
            }
            double change = 100 * (tokens / defaults.get(step.getStep()) - 1);
            rows.add("| %s | %s | %s | %s | %s | %s | %s | %s |"
                    .formatted(
                            phase.name(),
                            figure(step.getLoad()),
                            both(step, MetricName.TTFT),
                            both(step, MetricName.TPOT),
                            figure(tokens),
                            isDefault ? DASH : String.format(Locale.ROOT, "%+.1f %%", change),
                            step.getVerdict(),
                            held));
        }
        return rows;
    }

    private PlayedPlan played(Plan plan, PhasePlan phase, String profile) throws InterruptedException {
        Path own = folder.resolve(phase.name());
        VirtualTime time = new VirtualTime(Instant.EPOCH);
        VirtualServerLauncher launcher = new VirtualServerLauncher(
                time,
                time.wall(),
                new VirtualServerLauncher.Settings(profile, profile, Duration.ofMinutes(1), Map.of()));
        if (phase.server().isEmpty()) {
            return PlayedPlan.of(plan, phase, declared(phase, profile), own);
        }
        TargetPlan target = plan.targets().stream().findFirst().orElse(ANY);
        launcher.start(ServerStartRequest.of(plan, phase, target, Map.of(), own));
        return PlayedPlan.of(plan, phase, launcher.environment().simulated().get(0), own.resolve("state"));
    }

    /** A phase without a server of the plan's own only says what it was started with. */
    private static SimulatedServer declared(PhasePlan phase, String profile) {
        List<String> words = new ArrayList<>(List.of(profile));
        phase.flags().forEach((flag, value) -> words.addAll(List.of("--" + flag, value)));
        ServerConfig config = new VllmServeConfig()
                .of(SimulatedServeOptions.parse(words, VllmServeFlags.load()), Optional.of(profile));
        return new SimulatedServer(profile, config, SimulatorOptions.Extras.NONE);
    }

    /** As vllm bench serve counts: all output tokens from the first request's due time to the last answer's end. */
    private static double tokensPerSecond(PlayedPlan played, int step) {
        long tokens = 0;
        Instant first = Instant.MAX;
        Instant last = Instant.MIN;
        for (RequestEvent request : played.requests()) {
            if (request.getStep() == step && request.getOutcome() == Outcome.OK) {
                Instant due = request.getDue();
                Instant end = due.plusNanos(Metric.E2E_DUE.nanos(request).orElseThrow());
                tokens += request.getOutputTokens();
                first = due.isBefore(first) ? due : first;
                last = end.isAfter(last) ? end : last;
            }
        }
        return tokens == 0 ? 0 : tokens * 1e9 / Duration.between(first, last).toNanos();
    }

    private static String held(Plan plan, PlayedPlan played) {
        List<LoadVerdict> loads = played.steps().stream()
                .map(step -> new LoadVerdict(
                        step.getLoadKind(), plan.steps().get(step.getStep()).loadLevel(), step.getVerdict(), List.of()))
                .toList();
        Capacity held = Capacity.of(loads, loads.get(0).kind());
        return end("", held.heldUpTo(), " or more") + end(", fails from ", held.failsFrom(), "");
    }

    private static String end(String before, OptionalDouble load, String after) {
        return load.isPresent() ? before + figure(load.getAsDouble()) + after : before.isEmpty() ? "no load" : "";
    }

    private static String both(StepResult step, MetricName metric) {
        Optional<MetricResult> found = step.getMetrics().stream()
                .filter(result -> result.getMetric() == metric)
                .findFirst();
        return millis(found, MetricResult::getP50Nanos) + " / " + millis(found, MetricResult::getP99Nanos);
    }

    private static String millis(Optional<MetricResult> result, Function<MetricResult, Long> quantile) {
        return result.map(quantile).map(nanos -> figure(nanos / 1e6)).orElse(DASH);
    }

    /** Three figures. */
    private static String figure(double value) {
        if (Math.abs(value) >= 100) {
            return String.format(Locale.ROOT, "%,d", Math.round(value));
        }
        return String.format(Locale.ROOT, value >= 10 ? "%.1f" : "%.2f", value);
    }
}
