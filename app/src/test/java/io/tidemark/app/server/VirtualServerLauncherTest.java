package io.tidemark.app.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.read.PlanFileOptions;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.time.VirtualTime;
import io.tidemark.servers.RunningServer;
import io.tidemark.servers.ServerStartException;
import io.tidemark.servers.ServerStartFacts;
import io.tidemark.servers.ServerStartRequest;
import io.tidemark.servers.ServerState;
import io.tidemark.servers.diagnose.ServerFailure;
import io.tidemark.simulator.config.ServerConfig;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class VirtualServerLauncherTest {
    private static final Instant START = Instant.parse("2026-11-20T22:00:00Z");
    private static final Instant MADE = START.plus(Duration.ofHours(9));
    private static final TargetPlan TARGET = TargetPlan.at(URI.create("http://127.0.0.1:8000"), "org/model");

    private final VirtualTime time = new VirtualTime(START);
    private final VirtualServerLauncher launcher = new VirtualServerLauncher(
            time,
            InstantSource.fixed(MADE),
            new VirtualServerLauncher.Settings("phi-4-mini-l4", "phi-4-mini-l4", Duration.ofSeconds(90), Map.of()));

    @TempDir
    private Path folder;

    private static Plan plan(String server) {
        return PlanLoader.parse(
                        """
                        experiment: e
                        server: {%s}
                        workload: {kind: synthetic, prompt_tokens: 10, output_tokens: 10}
                        steps: [{rate: 1, duration: 10s}]
                        """.formatted(server), new PlanLoader.Source("plan", Path.of(".")), PlanFileOptions.AS_IT_IS)
                .get(0);
    }

    private ServerStartRequest request(String server) {
        Plan plan = plan(server);
        return ServerStartRequest.of(plan, plan.phases().get(0), TARGET, Map.of(), folder);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "command: 'vllm serve ${model} ${flags} --host ${host} --port ${port}', flags: {max-num-seqs: 12}",
                "command: 'python3 -m vllm.entrypoints.openai.api_server --model ${model} ${flags}', flags: {max-num-seqs: 12}",
                "docker: {image: 'vllm/vllm-openai', command: '--model ${model} ${flags}'}, flags: {max-num-seqs: 12}",
                "command: './start.sh ${port}', flags: {max-num-seqs: 12}",
                "external: {on_change: ./switch.sh}, flags: {max-num-seqs: 12}",
            })
    void everyRecipesFlagsChangeTheSimulatedServer(String server) throws Exception {
        RunningServer running = launcher.start(request(server));

        ServerConfig config = launcher.environment().simulated().get(0).config();
        assertThat(config.maxNumSeqs()).isEqualTo(12);
        assertThat(config.servedModelName()).isEqualTo("org/model");
        ServerStartFacts facts = running.facts();
        assertThat(facts.launch().flags()).containsEntry("max-num-seqs", "12");
        assertThat(facts.observed().startUpSeconds()).hasValue(90);
        assertThat(facts.observed().kvCapacityTokens()).hasValue(config.kvCapacityTokens());
        assertThat(running.state()).isEqualTo(ServerState.READY);
        assertThat(running.facts().observed().lastLines()).anyMatch(line -> line.contains("KV cache"));
        assertThat(running.stop().end().orElseThrow().failure()).isEqualTo(ServerFailure.STOPPED);
        assertThat(running.failure()).isEmpty();
    }

    /** Of runs, too: a store orders and partitions them by their ids. */
    @Test
    void idsSayWhenStartsAndRunsWereMadeAndNotTheirVirtualTime() throws Exception {
        ServerStartFacts facts =
                launcher.start(request("command: 'vllm serve m'")).facts();

        assertThat(Ulid.millis(facts.launch().startId())).hasValue(MADE.toEpochMilli());
        assertThat(Ulid.millis(launcher.environment().runIds().get())).hasValue(MADE.toEpochMilli());
        assertThat(facts.launch().startedAt()).isEqualTo(START);
    }

    @Test
    void aWarmUpTakesVirtualTimeAndIsMeasured() throws Exception {
        ServerStartFacts facts = launcher.start(request("command: 'vllm serve m', warm_up: {requests: 3}"))
                .facts();

        double first = facts.observed().firstRequestSeconds().orElseThrow();
        assertThat(first).isBetween(0.05, 60.0);
        assertThat(facts.observed().startUpSeconds().orElseThrow()).isGreaterThan(90 + first);
    }

    @Test
    void aServerOutOfMemoryCostsItsStartUp() {
        ServerStartException failed = catchThrowableOfType(
                ServerStartException.class,
                () -> launcher.start(
                        request("command: 'vllm serve m ${flags}', flags: {gpu-memory-utilization: 0.1}")));

        assertThat(failed.failure()).isEqualTo(ServerFailure.OUT_OF_MEMORY);
        assertThat(failed.facts().orElseThrow().end().orElseThrow().lastLines())
                .last()
                .asString()
                .startsWith("ValueError: No available memory for the cache blocks.");
        assertThat(time.nanos()).isEqualTo(Duration.ofSeconds(90).toNanos());
    }

    @Test
    void aValueThatVllmRefusesEndsTheStartAtOnce() {
        ServerStartException failed = catchThrowableOfType(
                ServerStartException.class,
                () -> launcher.start(
                        request("command: 'vllm serve m ${flags}', flags: {gpu-memory-utilization: 1.5}")));

        assertThat(failed.failure()).isEqualTo(ServerFailure.BAD_FLAG);
        assertThat(time.nanos()).isZero();
    }

    @Test
    void optionsOfTheSimulatorHoldButThoseThatEndAProcess() throws Exception {
        launcher.start(request("command: 'tidemark simulate serve m --simulate-start-delay 7s'"));
        assertThat(time.nanos()).isEqualTo(Duration.ofSeconds(7).toNanos());

        Plan crashing = plan("command: 'tidemark simulate serve m --simulate-crash-after 5'");
        assertThat(launcher.check(crashing, TARGET))
                .singleElement()
                .satisfies(problem -> assertThat(problem.text()).contains("--simulate-crash-after ends a process"))
                .matches(problem -> problem.refused());
    }

    @Test
    void flagsThatChangeNothingAreSaidOnce() {
        Plan plan = plan("command: 'vllm serve m ${flags}', flags: {trust-remote-code: true, swap-space: 4}");
        assertThat(launcher.check(plan, TARGET))
                .singleElement()
                .satisfies(problem -> assertThat(problem.text()).contains("--trust-remote-code"))
                .matches(problem -> !problem.refused());
    }
}
