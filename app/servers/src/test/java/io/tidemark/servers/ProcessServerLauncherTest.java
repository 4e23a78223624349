package io.tidemark.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tidemark.fixtures.process.Await;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.server.CommandTemplate;
import io.tidemark.producer.plan.server.ReadyPlan;
import io.tidemark.producer.plan.server.ServerPlan;
import io.tidemark.producer.plan.server.ServerRecipe;
import io.tidemark.producer.plan.server.StopPlan;
import io.tidemark.servers.diagnose.ServerFailure;
import io.tidemark.servers.process.LocalPort;
import io.tidemark.servers.process.ToolOutput;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real processes: what starts, what fails, and that nothing is left. */
@Tag("integration")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
final class ProcessServerLauncherTest {
    @TempDir
    private Path folder;

    private StubServer stub;
    private ProcessServerLauncher launcher;

    @BeforeEach
    void start() throws InterruptedException {
        assumeThat(ToolOutput.of(List.of("python3", "--version"), Duration.ofMinutes(2)))
                .as("python3")
                .isPresent();
        stub = StubServer.in(folder);
        launcher = StubServer.launcher(folder);
    }

    @AfterEach
    void stop() {
        launcher.close();
    }

    @Test
    void serverStartsIsReadyAndStopsWithItsFacts() throws Exception {
        RunningServer server = launcher.start(stub.request(Map.of("max-num-seqs", "8", "block-size", "default")));

        assertThat(server.isAlive()).isTrue();
        assertThat(server.state()).isEqualTo(ServerState.READY);
        ServerStartFacts facts = server.stop();

        assertThat(facts.launch().command()).endsWith("--max-num-seqs", "8");
        assertThat(facts.launch().flags()).containsExactly(Map.entry("max-num-seqs", "8"));
        assertThat(facts.launch().defaultFlags()).containsExactly("block-size");
        assertThat(facts.launch().environment()).containsExactly(Map.entry("STUB_API_KEY", "********"));
        assertThat(facts.observed().version()).contains("9.8.7");
        assertThat(facts.observed().models()).containsExactly("stub-model");
        assertThat(facts.observed().kvCapacityTokens()).isEqualTo(OptionalLong.of(16_000));
        assertThat(facts.observed().cacheBlocks()).isEqualTo(OptionalLong.of(1_000));
        assertThat(facts.observed().startUpSeconds()).isPresent();
        assertThat(facts.observed().lastLines()).isNotEmpty().noneMatch(line -> line.contains(StubServer.SECRET));
        assertThat(facts.observed().firstRequestSeconds()).isPresent();
        assertThat(facts.end().orElseThrow().failure()).isEqualTo(ServerFailure.STOPPED);
        assertThat(server.state()).isEqualTo(ServerState.STOPPED);
        assertThat(server.failure()).isEmpty();
        assertThat(new LocalPort(stub.port()).isFree()).isTrue();
        assertThat(marked(facts.launch().startId())).isEmpty();
        assertThat(Files.readString(facts.launch().log()))
                .contains("key ********")
                .doesNotContain(StubServer.SECRET);
    }

    @Test
    void endBeforeItIsReadyFailsAtOnceWithItsLastLines() {
        ServerStartException failed = failed(stub.request("--say", "loading the model", "--exit-early", "3"));

        assertThat(failed.failure()).isEqualTo(ServerFailure.EXITED_EARLY);
        assertThat(failed).hasMessageContaining("exit status 3").hasMessageContaining("loading the model");
        assertThat(failed.facts().orElseThrow().end().orElseThrow().exitStatus())
                .isEqualTo(OptionalInt.of(3));
    }

    @Test
    void aServerOfAnotherModelIsToldBeforeItsFirstRequest() {
        ServerStartException failed = failed(stub.request(
                new ServerRecipe.Command(new CommandTemplate(List.of(
                        "python3",
                        folder.resolve("stub_server.py").toString(),
                        "other-model",
                        "--port",
                        "${port}",
                        "--refuse-others"))),
                Map.of()));

        assertThat(failed.failure()).isEqualTo(ServerFailure.MODEL_NOT_FOUND);
        assertThat(failed)
                .hasMessageContaining("it serves no model \"stub-model\"; it serves: other-model; POST")
                .hasMessageContaining("answered HTTP 404, no such model");
        assertThat(new LocalPort(stub.port()).isFree()).isTrue();
    }

    @Test
    void aServerThatAnswersForAModelThatItDoesNotListIsReady() throws Exception {
        RunningServer server = launcher.start(stub.request(
                new ServerRecipe.Command(new CommandTemplate(List.of(
                        "python3", folder.resolve("stub_server.py").toString(), "other-model", "--port", "${port}"))),
                Map.of()));

        assertThat(server.stop().observed().models()).containsExactly("other-model");
    }

    @ParameterizedTest
    @ValueSource(strings = {"404", "429", "503"})
    void aWarmUpThatIsNotAnsweredYetIsSentAgainUntilItIs(String status) throws Exception {
        RunningServer server = launcher.start(stub.request("--refuse", "3", "--refuse-with", status));

        assertThat(server.stop().observed().firstRequestSeconds()).isPresent();
    }

    @Test
    void aWarmUpThatIsRefusedUntilTheTimeIsOverIsAReadyTimeout() {
        // On a busy machine the server's program takes longer than the first of them to answer at all.
        ServerStartException failed = Stream.of(2, 20, 200)
                .map(seconds -> failed(withTimeout(stub.request("--refuse", "100000"), Duration.ofSeconds(seconds))))
                .filter(end -> !end.getMessage().contains("nothing answered"))
                .findFirst()
                .orElseThrow();

        assertThat(failed.failure()).isEqualTo(ServerFailure.READY_TIMEOUT);
        assertThat(failed)
                .hasMessageContaining("warm-up request 1 failed: POST http://127.0.0.1:" + stub.port()
                        + "/v1/chat/completions answered HTTP 503, not yet");
    }

    @Test
    void aWarmUpThatIsRefusedForGoodFailsAtOnce() {
        ServerStartException failed = failed(stub.request("--refuse", "100000", "--refuse-with", "422"));

        assertThat(failed.failure()).isEqualTo(ServerFailure.WARM_UP_FAILED);
        assertThat(failed).hasMessageContaining("answered HTTP 422, not yet");
    }

    @Test
    void memoryThatRunsOutAtTheWarmUpIsReadFromTheOutput() {
        String line =
                "DefaultCPUAllocator: can't allocate memory: you tried to allocate 17683185664 bytes. Error code 12"
                        + " (Cannot allocate memory)";

        ServerStartException failed = failed(stub.request("--refuse", "100000", "--say-at-refusal", line));

        assertThat(failed.failure()).isEqualTo(ServerFailure.OUT_OF_MEMORY);
        assertThat(failed).hasMessageContaining("17683185664 bytes").hasMessageContaining("HTTP 503, not yet");
    }

    @Test
    void outOfMemoryIsReadFromItsOutput() {
        ServerStartException failed = failed(stub.request(
                "--say", "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2 GiB.", "--exit-early", "1"));

        assertThat(failed.failure()).isEqualTo(ServerFailure.OUT_OF_MEMORY);
    }

    @Test
    void flagThatItRefusesIsABadFlag() {
        assertThat(failed(stub.request(Map.of("max-num-sequences", "8"))).failure())
                .isEqualTo(ServerFailure.BAD_FLAG);
    }

    @Test
    void commandThatIsNotThereIsToldBeforeAnythingStarts() {
        ServerStartException failed = failed(stub.request(
                new ServerRecipe.Command(new CommandTemplate(List.of("no-such-server", "--port", "${port}"))),
                Map.of()));

        assertThat(failed.failure()).isEqualTo(ServerFailure.COMMAND_NOT_FOUND);
        assertThat(failed).hasMessageContaining("\"no-such-server\"");
        assertThat(failed.facts()).isEmpty();
    }

    @Test
    void strangerOnThePortSurvives() throws IOException {
        try (ServerSocket stranger = new ServerSocket(stub.port(), 1, InetAddress.getLoopbackAddress())) {
            ServerStartException failed = failed(stub.request());

            assertThat(failed.failure()).isEqualTo(ServerFailure.PORT_IN_USE);
            assertThat(failed)
                    .hasMessageContaining("port " + stub.port() + " is in use by process "
                            + ProcessHandle.current().pid() + " (java)");
            assertThat(stranger.isClosed()).isFalse();
        }
    }

    @Test
    void slowStartIsWaitedForAndOneThatIsTooSlowIsStopped() throws Exception {
        RunningServer server = launcher.start(stub.request("--start-seconds", "2"));
        assertThat(server.stop().observed().startUpSeconds().orElseThrow()).isGreaterThanOrEqualTo(2);

        ServerStartException failed =
                failed(withTimeout(stub.request("--start-seconds", "300"), Duration.ofSeconds(2)));

        assertThat(failed.failure()).isEqualTo(ServerFailure.READY_TIMEOUT);
        assertThat(failed).hasMessageContaining("nothing answered /health");
        assertThat(marked(failed.facts().orElseThrow().launch().startId())).isEmpty();
    }

    @Test
    void serverThatIgnoresTermIsKilledWithItsGroupAndItsRunaways() throws Exception {
        RunningServer server = launcher.start(stub.request("--ignore-term", "--children", "2", "--runaways", "2"));
        String id = server.facts().launch().startId();
        assertThat(marked(id)).hasSize(5);

        ServerStartFacts facts = server.stop();

        assertThat(marked(id)).isEmpty();
        assertThat(facts.end().orElseThrow().failure()).isEqualTo(ServerFailure.STOPPED);
        assertThat(facts.end().orElseThrow().exitStatus()).isEqualTo(OptionalInt.of(137));
    }

    @Test
    void crashUnderLoadIsToldAndNothingIsLeft() throws Exception {
        // The warm-up has two requests.
        RunningServer server = launcher.start(stub.request("--crash-after", "3", "--runaways", "1"));

        assertThatThrownBy(() -> post(stub.port())).isInstanceOf(IOException.class);
        await(() -> !server.isAlive());

        assertThat(server.failure()).contains(ServerFailure.CRASHED);
        ServerStartFacts facts = server.stop();
        assertThat(facts.end().orElseThrow().failure()).isEqualTo(ServerFailure.CRASHED);
        assertThat(facts.end().orElseThrow().lastLines()).contains("RuntimeError: the stub crashed under load");
        assertThat(marked(facts.launch().startId())).isEmpty();
        assertThat(new LocalPort(stub.port()).isFree()).isTrue();
    }

    @Test
    void closingFromAnotherThreadStopsAStart() throws Exception {
        CompletableFuture<ServerStartException> start =
                CompletableFuture.supplyAsync(() -> failed(stub.request("--start-seconds", "300")));
        await(() -> !logs().isEmpty());

        launcher.close();

        assertThat(start.get(5, TimeUnit.MINUTES).failure()).isEqualTo(ServerFailure.STOPPED);
        assertThat(failed(stub.request())).hasMessageContaining("the launcher was closed");
    }

    @Test
    void interruptStopsAStartAndLeavesNothing() throws Exception {
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                launcher.start(stub.request("--start-seconds", "300"));
                interrupted.complete(false);
            } catch (InterruptedException e) {
                interrupted.complete(true);
            }
        });
        thread.start();
        await(() -> !logs().isEmpty());
        String id = logs().get(0).getFileName().toString().replaceFirst("tuned-(.*)\\.log", "$1");

        thread.interrupt();

        assertThat(interrupted.get(5, TimeUnit.MINUTES)).isTrue();
        assertThat(marked(id)).isEmpty();
    }

    @Test
    void portThatIsNotGivenBackIsAFailureAndRefusesTheNextStart() throws Exception {
        // What takes the port as soon as it is free is no process of the server's, which ends only after that.
        Path handedOver = folder.resolve("handed-over");
        RunningServer server = launcher.start(withStop(
                stub.request("--ends-after", handedOver.toString()), Duration.ofMinutes(2), Duration.ofSeconds(1)));
        CompletableFuture<ServerSocket> taken = CompletableFuture.supplyAsync(() -> takePort(handedOver));

        ServerStartFacts facts = server.stop();

        try (ServerSocket stranger = taken.get(5, TimeUnit.MINUTES)) {
            assertThat(facts.end().orElseThrow().failure()).isEqualTo(ServerFailure.NOT_RELEASED);
            assertThat(server.state()).isEqualTo(ServerState.FAILED);
            assertThat(failed(stub.request()).failure()).isEqualTo(ServerFailure.NOT_RELEASED);
            assertThat(stranger.isClosed()).isFalse();
        }
        launcher.start(stub.request()).stop();
    }

    @Test
    void killedParentLeavesNoServer() throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                LauncherMain.class.getName(),
                folder.toString(),
                String.valueOf(stub.port())));
        command.addAll(List.of("--ignore-term", "--children", "1", "--runaways", "1"));
        Process parent = new ProcessBuilder(command)
                .redirectError(folder.resolve("parent.err").toFile())
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8))) {
            String line = String.valueOf(said.readLine());
            assertThat(line).as(Files.readString(folder.resolve("parent.err"))).startsWith("READY ");
            String id = line.substring("READY ".length());
            assertThat(marked(id)).hasSize(3);

            // SIGKILL: nothing of it runs any more, no hook and no finally.
            parent.destroyForcibly().waitFor();

            await(() -> marked(id).isEmpty() && new LocalPort(stub.port()).isFree());
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test
    void unknownFlagsAreRefusedByTheServersOwnHelp() throws Exception {
        List<ServerProblem> problems = launcher.check(stub.request(Map.of("max-num-seq", "8")));

        assertThat(problems).singleElement().satisfies(problem -> {
            assertThat(problem.refused()).isTrue();
            assertThat(problem.text()).contains("flag --max-num-seq is").contains("did you mean --max-num-seqs");
        });
        assertThat(launcher.check(stub.request(Map.of("max_num_seqs", "8", "enable-prefix-caching", "default"))))
                .isEmpty();
        assertThat(files(folder.resolve("cache/server-help"))).hasSize(1);
    }

    @Test
    void serverWithoutHelpIsSaidToHaveNone() throws Exception {
        ServerRecipe recipe = new ServerRecipe.Command(new CommandTemplate(List.of("true", "--port", "${port}")));

        assertThat(launcher.check(stub.request(recipe, Map.of("x", "1"))))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.refused()).isFalse();
                    assertThat(problem.text()).isEqualTo("flags are not checked: true --help gave no list of flags");
                });
    }

    @Test
    void targetOnAnotherMachineIsRemarked() throws Exception {
        ServerStartRequest here = stub.request();
        // An address for documentation, which no machine has (RFC 5737).
        ServerStartRequest there = new ServerStartRequest(
                here.server(),
                here.phase(),
                here.flags(),
                TargetPlan.at(URI.create("http://192.0.2.7:8000"), "stub-model"),
                here.warmUp(),
                here.headers(),
                here.logs());

        assertThat(launcher.check(here)).isEmpty();
        assertThat(launcher.check(there))
                .containsExactly(
                        ServerProblem.remark(
                                "tuned",
                                "server.command starts on this machine, and the target's host 192.0.2.7 is not an address of it"));
    }

    @Test
    void serverWithoutHelpIsAskedOnceForAllPhases() throws Exception {
        Path asked = folder.resolve("asked");
        Path program = Files.writeString(folder.resolve("server"), "#!/bin/sh\necho \"$@\" >>" + asked + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        ServerRecipe recipe = new ServerRecipe.Command(new CommandTemplate(List.of(program.toString())));

        launcher.check(stub.request(recipe, Map.of("x", "1")));
        launcher.check(stub.request(recipe, Map.of("x", "2")));

        assertThat(asked).hasContent("--help");
    }

    @Test
    void externalServerIsSwitchedByItsScriptAndLeftAlone() throws Exception {
        Path pid = folder.resolve("pid");
        String script = "echo \"$TIDEMARK_PHASE $TIDEMARK_FLAGS\" >" + folder.resolve("told") + "; python3 "
                + folder.resolve("stub_server.py") + " stub-model --port " + stub.port() + " & echo $! >" + pid;
        RunningServer server =
                launcher.start(stub.request(new ServerRecipe.External(script), Map.of("max-num-seqs", "8")));
        ProcessHandle others =
                ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
        try {
            assertThat(server.isAlive()).isTrue();
            server.stop();

            assertThat(Files.readString(folder.resolve("told"))).isEqualTo("tuned --max-num-seqs 8\n");
            assertThat(others.isAlive()).isTrue();
        } finally {
            others.destroyForcibly();
        }
    }

    @Test
    void scriptThatFailsIsToldWithWhatItWrote() {
        ServerStartException failed =
                failed(stub.request(new ServerRecipe.External("echo no such phase; exit 4"), Map.of()));

        assertThat(failed).hasMessageContaining("exit status 4").hasMessageContaining("no such phase");
    }

    @Test
    void otherMachineIsReachedBySsh() throws Exception {
        // An ssh that runs the command here: what the other machine would run, with a pipe that ends as ssh's does.
        Path ssh = Files.createDirectory(folder.resolve("bin")).resolve("ssh");
        Files.writeString(ssh, "#!/bin/sh\nwhile [ \"$1\" != -- ]; do shift; done\nshift 2\nexec sh -c \"$1\"\n");
        assertThat(ssh.toFile().setExecutable(true)).isTrue();
        List<String> command = new ArrayList<>(List.of(
                "python3",
                folder.resolve("stub_server.py").toString(),
                "stub-model",
                "--port",
                "${port}",
                "--ignore-term"));
        ServerStartRequest request =
                stub.request(new ServerRecipe.Ssh("me@gpu-7", List.of(), new CommandTemplate(command)), Map.of());
        try (ProcessServerLauncher there = StubServer.launcher(folder, ssh.getParent() + ":" + System.getenv("PATH"))) {
            RunningServer server = there.start(request);
            String id = server.facts().launch().startId();

            ServerStartFacts facts = server.stop();

            assertThat(facts.end().orElseThrow().failure()).isEqualTo(ServerFailure.STOPPED);
            assertThat(marked(id)).isEmpty();
            assertThat(Files.readString(facts.launch().log())).contains("key ********");
        }
    }

    private static ServerStartRequest withTimeout(ServerStartRequest request, Duration timeout) {
        return changed(
                request,
                new ReadyPlan("/health", 200, timeout, Optional.empty()),
                request.server().stop());
    }

    private static ServerStartRequest withStop(ServerStartRequest request, Duration grace, Duration timeout) {
        return changed(
                request,
                request.server().ready(),
                new StopPlan(grace, timeout, request.server().stop().memory()));
    }

    private static ServerStartRequest changed(ServerStartRequest request, ReadyPlan ready, StopPlan stop) {
        ServerPlan server = request.server();
        ServerPlan other = new ServerPlan(
                server.recipe(),
                server.environment(),
                server.directory(),
                server.flags(),
                server.flagStyle(),
                ready,
                server.warmUpRequests(),
                stop,
                server.logs());
        return new ServerStartRequest(
                other, request.phase(), request.flags(), request.target(), request.warmUp(), Map.of(), request.logs());
    }

    /** Takes the server's port once it is free, and makes a file to say so. */
    private ServerSocket takePort(Path said) {
        AtomicReference<ServerSocket> taken = new AtomicReference<>();
        await(() -> {
            try {
                ServerSocket socket = new ServerSocket();
                socket.setReuseAddress(true);
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), stub.port()));
                taken.set(socket);
                Files.createFile(said);
            } catch (IOException e) {
                return false; // The server has it still.
            }
            return true;
        });
        return taken.get();
    }

    private ServerStartException failed(ServerStartRequest request) {
        return catchThrowableOfType(ServerStartException.class, () -> launcher.start(request));
    }

    private List<Path> logs() {
        return files(folder.resolve("logs"));
    }

    private static List<Path> files(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static void post(int port) throws IOException, InterruptedException {
        HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/chat/completions"))
                                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    private static void await(BooleanSupplier condition) {
        Await.until(condition, () -> "deadline");
    }

    /** Living processes with a start's id in their environment. */
    private static List<Long> marked(String id) {
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(pid -> environment(pid).contains("TIDEMARK_SERVER_START=" + id))
                .toList();
    }

    private static String environment(long pid) {
        try {
            return Files.readString(Path.of("/proc", String.valueOf(pid), "environ"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }
}
