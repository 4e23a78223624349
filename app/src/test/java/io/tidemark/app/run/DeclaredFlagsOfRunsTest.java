package io.tidemark.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.run.virtualtime.SimulatedServer;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.record.RequestObserver;
import io.tidemark.producer.run.RunListener;
import io.tidemark.producer.scrape.FlagCheck;
import io.tidemark.producer.scrape.HttpTargetControl;
import io.tidemark.producer.scrape.MetricsScraper;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.schemas.time.VirtualTime;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.http.server.SimulatorOptions;
import io.tidemark.simulator.http.server.SimulatorServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A phase's declared flags against a simulated server that says how it is configured. */
class DeclaredFlagsOfRunsTest {
    private static final Instant START = Instant.parse("2026-11-20T08:00:00Z");

    private final KeptEvents published = new KeptEvents();
    private final List<FlagCheck> heard = new ArrayList<>();

    private RunState run(String flags) throws Exception {
        Plan plan = PlanLoader.parse("""
            experiment: virtual
            workload: {kind: synthetic, prompt_tokens: 40, output_tokens: 12}
            phases: [{name: declared, flags: %s}]
            steps: [{rate: 2, requests: 10}]
            """.formatted(flags), "plan.yaml", Path.of("."));
        SimulatedServer server = new SimulatedServer(
                "demo-default", new ServerConfigLoader().builtIn("demo-default"), SimulatorOptions.Extras.NONE);
        RunRequest request = RunRequest.simulated(
                        plan, plan.phases().get(0), new Team("default"), "tidemark simulate", false)
                .withRunId("01JD8Z6K3M5TQX9V2R7C0WHB4N");
        RunListener listener = new RunListener() {
            @Override
            public void flagsChecked(FlagCheck flags) {
                heard.add(flags);
            }
        };
        VirtualRuns.run(
                request,
                List.of(server),
                new VirtualTime(START),
                published,
                new RunObservers(RequestObserver.none(), listener));
        return published
                .of(ControlEvent.class)
                .map(ControlEvent::getState)
                .filter(RunState.class::isInstance)
                .map(RunState.class::cast)
                .filter(state -> state.getStatus() == RunStatus.ENDED)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aFlagThatTheServerContradictsIsARemarkOfTheRunAndDoesNotMakeItInvalid() throws Exception {
        RunState run = run("{gpu-memory-utilization: 0.42, max-num-seqs: 14}");

        assertThat(run.getInvalidReasons()).isEmpty();
        assertThat(run.getRemarks())
                .anyMatch(remark ->
                        remark.startsWith("declared flag gpu-memory-utilization is 0.42 but the server says"));
        assertThat(heard).singleElement().satisfies(flags -> {
            assertThat(flags.mismatches()).hasSize(1);
            assertThat(flags.unknown()).containsExactly("max-num-seqs");
        });
    }

    @Test
    void aRunWithoutDeclaredFlagsAsksNothing() throws Exception {
        assertThat(run("{}").getRemarks()).noneMatch(remark -> remark.contains("declared"));
        assertThat(heard).isEmpty();
    }

    @Test
    @Tag("integration")
    void overHttpTheServerIsAskedForVersionModelAndCacheConfiguration() throws Exception {
        Clocks clocks = new Clocks(NanoClock.SYSTEM, InstantSource.system());
        try (SimulatorServer server = SimulatorServer.start(
                new ServerConfigLoader().builtIn("demo-default"),
                SimulatorOptions.local(clocks.elapsed(), clocks.wall()))) {
            URI url = URI.create("http://127.0.0.1:" + server.port());
            HttpClient http = HttpClient.newHttpClient();
            MetricsScraper page = new MetricsScraper(
                    http, clocks, new MetricsScraper.Source("t", URI.create(url + "/metrics")), Duration.ofSeconds(30));
            TargetPlan target = TargetPlan.at(
                    url, new ServerConfigLoader().builtIn("demo-default").servedModelName());
            HttpTargetControl control = new HttpTargetControl(http, target, Map.of(), List.of(page));

            FlagCheck checked = FlagCheck.check(
                    Map.of("max-model-len", "77", "version", "0.0.1", "kv-cache-dtype", "fp8", "block-size", "16"),
                    control.reportedConfig());

            assertThat(checked.mismatches())
                    .extracting(mismatch -> mismatch.source())
                    .containsExactly("vllm:cache_config_info.cache_dtype", "/v1/models", "/version");
            assertThat(checked.confirmed()).containsExactly("block-size");
        }
    }
}
