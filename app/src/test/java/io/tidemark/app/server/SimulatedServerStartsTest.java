package io.tidemark.app.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.events.ApiKind;
import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.process.FreePorts;
import io.tidemark.producer.plan.RequestPlan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.server.CommandTemplate;
import io.tidemark.producer.plan.server.FlagStyle;
import io.tidemark.producer.plan.server.LogBounds;
import io.tidemark.producer.plan.server.ReadyPlan;
import io.tidemark.producer.plan.server.ServerPlan;
import io.tidemark.producer.plan.server.ServerRecipe;
import io.tidemark.producer.plan.server.StopPlan;
import io.tidemark.producer.plan.server.StopPlan.MemorySource;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.servers.LauncherContext;
import io.tidemark.servers.ProcessServerLauncher;
import io.tidemark.servers.RunningServer;
import io.tidemark.servers.ServerProblem;
import io.tidemark.servers.ServerStartException;
import io.tidemark.servers.ServerStartFacts;
import io.tidemark.servers.ServerStartRequest;
import io.tidemark.servers.diagnose.ServerFailure;
import io.tidemark.servers.probe.WarmUpRequest;
import io.tidemark.simulator.config.ServerConfigLoader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tidemark simulate serve} as the server that a launcher starts: its command line, its log and the ways in which it fails. */
@Tag("integration")
final class SimulatedServerStartsTest {
    private static final String PROFILE = "demo-tuned";

    @TempDir
    private Path folder;

    private final int port = FreePorts.next();
    private final ProcessServerLauncher launcher = new ProcessServerLauncher(new LauncherContext(
            new Clocks(NanoClock.SYSTEM, InstantSource.system()),
            new SplittableRandom(),
            System.getenv(),
            HttpClient.newHttpClient(),
            Path.of("target", "server-help-of-tests")));

    @AfterEach
    void close() {
        launcher.close();
    }

    @Test
    void factsOfAStartAreThoseOfTheFlags() throws InterruptedException {
        RunningServer server = launcher.start(request(Map.of("max-num-seqs", "7", "seed", "default")));

        ServerStartFacts facts = server.stop();

        assertThat(facts.launch().command()).endsWith("--max-num-seqs", "7");
        assertThat(facts.launch().defaultFlags()).containsExactly("seed");
        assertThat(facts.observed().version()).isPresent();
        assertThat(facts.observed().models()).containsExactly(PROFILE);
        int tokens = new ServerConfigLoader().builtIn(PROFILE).kvCapacityTokens();
        assertThat(facts.observed().kvCapacityTokens()).isEqualTo(OptionalLong.of(tokens));
        assertThat(facts.observed().cacheBlocks()).isEqualTo(OptionalLong.of(tokens / 16));
        assertThat(facts.end().orElseThrow().failure()).isEqualTo(ServerFailure.STOPPED);
        assertThat(ServerFactsFile.json(facts).at("/end/failure").asText()).isEqualTo("STOPPED");
    }

    @Test
    void outOfMemoryAndABadFlagAreToldApart() {
        assertThat(failed(request(Map.of(), "--simulate-out-of-memory")).failure())
                .isEqualTo(ServerFailure.OUT_OF_MEMORY);
        ServerStartException unknown = failed(request(Map.of("max-num-sequences", "7")));
        assertThat(unknown.failure()).isEqualTo(ServerFailure.BAD_FLAG);
        assertThat(unknown).hasMessageContaining("vllm serve: error: unrecognized arguments: --max-num-sequences 7");
        assertThat(unknown.facts().orElseThrow().end().orElseThrow().exitStatus())
                .isEqualTo(OptionalInt.of(2));
    }

    @Test
    void hangAtItsEndIsEndedByForce() throws InterruptedException {
        RunningServer server = launcher.start(request(Map.of(), "--simulate-ignore-term"));

        ServerStartFacts facts = server.stop();

        assertThat(facts.end().orElseThrow().failure()).isEqualTo(ServerFailure.STOPPED);
        assertThat(facts.end().orElseThrow().exitStatus()).isEqualTo(OptionalInt.of(137));
    }

    @Test
    void crashUnderLoadIsTold() throws InterruptedException {
        // The first is the warm-up's.
        RunningServer server = launcher.start(request(Map.of(), "--simulate-crash-after", "2"));

        assertThatThrownBy(this::ask).isInstanceOf(IOException.class);
        Await.until(() -> !server.isAlive(), () -> server.facts().toString());

        assertThat(server.failure()).contains(ServerFailure.CRASHED);
        assertThat(server.stop().end().orElseThrow().lastLines()).anyMatch(line -> line.contains("died unexpectedly"));
    }

    @Test
    void flagsAreCheckedByItsHelp() throws InterruptedException {
        List<ServerProblem> problems = launcher.check(
                request(Map.of("max-num-seq", "7", "tensor_parallel_size", "2", "compilation_config.mode", "3")));

        assertThat(problems)
                .singleElement()
                .satisfies(problem -> assertThat(problem.text())
                        .contains("--max-num-seq is not among")
                        .contains("--max-num-seqs"));
    }

    private void ask() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/completions"))
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"model\":\"" + PROFILE + "\",\"prompt\":\"x\",\"max_tokens\":2000,\"ignore_eos\":true}"))
                .build();
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    private ServerStartException failed(ServerStartRequest request) {
        return catchThrowableOfType(ServerStartException.class, () -> launcher.start(request));
    }

    private ServerStartRequest request(Map<String, String> flags, String... more) {
        List<String> command = new ArrayList<>(List.of("${model}", "--port", "${port}"));
        command.addAll(List.of(more));
        ServerPlan server = new ServerPlan(
                new ServerRecipe.Command(new CommandTemplate(ServeCommandLine.words(command))),
                List.of(),
                Optional.empty(),
                Map.of(),
                FlagStyle.VLLM,
                new ReadyPlan("/health", 200, Duration.ofMinutes(2), Optional.of("Application startup complete")),
                1,
                new StopPlan(Duration.ofSeconds(3), Duration.ofSeconds(30), MemorySource.AUTO),
                LogBounds.DEFAULT);
        return new ServerStartRequest(
                server,
                "tuned",
                flags,
                TargetPlan.at(URI.create("http://127.0.0.1:" + port), PROFILE),
                new WarmUpRequest(ApiKind.CHAT, RequestPlan.DEFAULT, false),
                Map.of(),
                folder.resolve("logs"));
    }
}
