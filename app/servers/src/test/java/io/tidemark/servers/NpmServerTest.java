package io.tidemark.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tidemark.producer.plan.server.CommandTemplate;
import io.tidemark.producer.plan.server.ServerRecipe;
import io.tidemark.servers.diagnose.ServerFailure;
import io.tidemark.servers.process.LocalPort;
import io.tidemark.servers.process.ToolOutput;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server that is not ours: {@code @dwmkerr/mock-llm} of npm (MIT), an OpenAI-compatible server on Express. Skipped where npm or its registry
 * is not reachable. {@code -Dtidemark.mock-llm=FOLDER} names a folder in which it is installed already.
 */
@Tag("long")
final class NpmServerTest {
    private static final String PACKAGE = "@dwmkerr/mock-llm@0.1.29";

    /** The one that it serves where nothing is configured. */
    private static final String MODEL = "gpt-5.2";

    private static final Duration INSTALL_WITHIN = Duration.ofMinutes(5);

    @TempDir
    private Path folder;

    @Test
    void serverOfOthersIsStartedMeasuredAndStopped() throws InterruptedException {
        Path program = installed();
        StubServer stub = StubServer.in(folder);
        // It takes its port from its environment alone.
        ServerRecipe recipe = new ServerRecipe.Command(
                new CommandTemplate(List.of("env", "PORT=${port}", "node", program.toString())));
        try (ProcessServerLauncher launcher = StubServer.launcher(folder)) {
            RunningServer server = launcher.start(stub.request(recipe, Map.of(), MODEL));

            assertThat(server.isAlive()).isTrue();
            ServerStartFacts facts = server.stop();

            assertThat(facts.observed().firstRequestSeconds()).isPresent();
            assertThat(facts.observed().models()).isNotEmpty();
            assertThat(facts.end().orElseThrow().failure()).isEqualTo(ServerFailure.STOPPED);
            assertThat(new LocalPort(stub.port()).isFree()).isTrue();
        }
    }

    private Path installed() throws InterruptedException {
        String given = System.getProperty("tidemark.mock-llm", "");
        Path root = given.isEmpty() ? folder : Path.of(given);
        Path program = root.resolve("node_modules/@dwmkerr/mock-llm/dist/main.js");
        if (!Files.exists(program)) {
            Optional<ToolOutput> install = ToolOutput.of(
                    List.of("npm", "install", "--no-audit", "--no-fund", "--prefix", root.toString(), PACKAGE),
                    INSTALL_WITHIN);
            assumeThat(install.filter(said -> said.status() == 0))
                    .as("npm install " + PACKAGE + ": "
                            + install.map(ToolOutput::text).orElse("no npm, or too slow"))
                    .isPresent();
        }
        return program;
    }
}
