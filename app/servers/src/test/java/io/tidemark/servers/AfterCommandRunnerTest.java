package io.tidemark.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.producer.plan.server.AfterCommand;
import io.tidemark.producer.plan.server.AfterCommand.IfMissing;
import io.tidemark.producer.plan.server.CommandTemplate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands of real processes, beside a server that need not be there. */
@Tag("integration")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
final class AfterCommandRunnerTest {
    @TempDir
    private Path folder;

    private StubServer stub;
    private AfterCommandRunner runner;

    @BeforeEach
    void open() {
        stub = StubServer.in(folder);
        runner = new AfterCommandRunner(StubServer.context(folder, System.getenv("PATH")));
    }

    private static AfterCommand command(Duration timeout, String... words) {
        return new AfterCommand(
                "quality", new CommandTemplate(List.of(words)), Optional.empty(), timeout, IfMissing.SKIP);
    }

    static ServerStartFacts facts(String model) {
        return new ServerStartFacts(
                new ServerStartFacts.Launch(
                        "S",
                        "tuned",
                        "command",
                        List.of(),
                        Map.of(),
                        Map.of(),
                        List.of(),
                        Instant.EPOCH,
                        Path.of("x.log")),
                new ServerStartFacts.Observed(
                        Optional.empty(),
                        List.of(model),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        List.of(),
                        OptionalDouble.empty(),
                        OptionalDouble.empty()),
                Optional.empty());
    }

    private AfterCommandEnd run(AfterCommand command) throws InterruptedException {
        return runner.run(stub.request(), facts("served-model"), command, folder.resolve("after"));
    }

    private String log() throws IOException {
        return Files.readString(folder.resolve("after/quality.log"));
    }

    @Test
    void placeholdersAreThoseOfTheServerTheTargetAndTheFolderOfResults() throws Exception {
        AfterCommandEnd end = run(command(
                Duration.ofMinutes(5),
                "sh",
                "-c",
                "echo $0 $1 $2 $3 $4 $5; echo done >$6/out.txt",
                "${url}",
                "${host}",
                "${port}",
                "${model}",
                "${phase}",
                "${env.TASKS}",
                "${results}"));

        assertThat(end.isSuccess()).isTrue();
        assertThat(end.lastLines())
                .last()
                .isEqualTo(
                        "http://127.0.0.1:%d 127.0.0.1 %d stub-model tuned gsm8k".formatted(stub.port(), stub.port()));
        assertThat(end.results()).isEqualTo(folder.resolve("after/quality"));
        assertThat(end.results().resolve("out.txt")).hasContent("done");
    }

    @Test
    void itsEnvironmentIsThatOfTheServerAndItsSecretsAreMaskedInTheLog() throws Exception {
        AfterCommandEnd end = run(command(Duration.ofMinutes(5), "sh", "-c", "echo key $STUB_API_KEY; exit 3"));

        assertThat(end.exitStatus()).isEqualTo(OptionalInt.of(3));
        assertThat(end.isSuccess()).isFalse();
        assertThat(end.lastLines()).last().isEqualTo("key ********");
        assertThat(log()).contains("key ********").doesNotContain(StubServer.SECRET);
    }

    @Test
    void oneThatTakesTooLongIsEndedWithAllThatItStarted() throws Exception {
        AfterCommandEnd end;
        Duration timeout = Duration.ofMillis(700);
        // How long a shell takes to begin is this machine's.
        do {
            end = run(command(timeout, "sh", "-c", "sleep 600 & echo begun; sleep 600"));
            timeout = timeout.multipliedBy(4);
        } while (!log().contains("begun") && timeout.compareTo(Duration.ofMinutes(1)) < 0);

        assertThat(end.timedOut()).isTrue();
        assertThat(end.isSuccess()).isFalse();
        assertThat(log()).contains("begun");
        assertThat(sleepers()).isEmpty();
    }

    @Test
    void oneThatRunsWhenThisIsClosedIsEndedAndNoOtherRunsAfterwards() throws Exception {
        Thread closing = new Thread(() -> {
            while (!Files.exists(folder.resolve("after/quality/begun"))) {
                Thread.onSpinWait();
            }
            runner.close();
        });
        closing.start();
        AfterCommand slow = command(Duration.ofMinutes(5), "sh", "-c", "touch $0/begun; sleep 600", "${results}");

        AfterCommandEnd end = run(slow);
        closing.join();

        assertThat(end.isSuccess()).isFalse();
        assertThat(end.timedOut()).isFalse();
        assertThat(sleepers()).isEmpty();
        assertThat(run(slow).isSuccess()).isFalse();
    }

    @Test
    void killedWithSigkillItLeavesNothingOfTheCommandBehind() throws Exception {
        Process parent = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        AfterMain.class.getName(),
                        folder.toString(),
                        String.valueOf(stub.port()))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("parent.out").toFile())
                .start();
        try {
            Path pid = folder.resolve("after/quality/pid");
            while (!Files.exists(pid) && parent.isAlive()) {
                Thread.onSpinWait();
            }
            assertThat(pid).as(Files.readString(folder.resolve("parent.out"))).exists();
            ProcessHandle command = ProcessHandle.of(
                            Long.parseLong(Files.readString(pid).strip()))
                    .orElseThrow();

            parent.destroyForcibly().waitFor();

            command.onExit().get(5, TimeUnit.MINUTES);
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test
    void aProgramThatIsNotThereIsToldBeforeTheFirstStart() {
        assertThat(runner.missing(stub.request(), command(Duration.ofSeconds(1), "no-lm-eval", "--x")))
                .contains(
                        "program \"no-lm-eval\" of after quality is not there or cannot be executed (looked in PATH)");
        assertThat(runner.missing(stub.request(), command(Duration.ofSeconds(1), "sh")))
                .isEmpty();
    }

    @Test
    void aVariableThatIsNotThereIsAnError() {
        assertThatThrownBy(() ->
                        runner.missing(stub.request(), command(Duration.ofSeconds(1), "sh", "${env.NO_SUCH_VARIABLE}")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("after quality has ${env.NO_SUCH_VARIABLE}, but the environment has no variable"
                        + " NO_SUCH_VARIABLE");
    }

    /** Processes that this test started. */
    private static List<String> sleepers() {
        return ProcessHandle.current()
                .descendants()
                .flatMap(process -> process.info().commandLine().stream())
                .filter(line -> line.contains("sleep 600"))
                .toList();
    }
}
