package io.tidemark.simulator.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.fixtures.process.Await;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.simulator.config.ServerConfigLoader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The official {@code openai} client of npm, installed from the lock file in {@code src/test/openai}. */
@Tag("integration")
class OpenAiClientTest {
    private static final int LIMIT_SECONDS = 300;
    private static final Path SOURCES = Path.of("src", "test", "openai");

    @TempDir
    private Path folder;

    @Test
    void theOfficialClientWorksAgainstTheSimulator() throws Exception {
        assumeTrue(runs("node", "--version"), "no Node.js here: the official openai client was not tried");
        for (String file : List.of("package.json", "package-lock.json", "client.mjs")) {
            Files.copy(SOURCES.resolve(file), folder.resolve(file));
        }
        assumeTrue(
                runs("npm", "ci", "--no-audit", "--no-fund", "--prefer-offline"),
                "npm could not install the openai client (no registry?): it was not tried");
        try (SimulatorServer server = SimulatorServer.start(
                new ServerConfigLoader().parse("test", "{extends: demo-small, api-key: secret}"),
                SimulatorOptions.local(NanoClock.SYSTEM, InstantSource.system()))) {
            assertThat(run("node", "client.mjs", server.url(), "secret").lines())
                    .containsExactly(
                            "{\"name\":\"models\",\"value\":[[\"demo-small\",\"vllm\"]]}",
                            "{\"name\":\"chat\",\"value\":[\"chat.completion\",2,\"assistant\",7]}",
                            "{\"name\":\"stream\",\"value\":[7,5,\"length\",5]}",
                            "{\"name\":\"accumulated\",\"value\":[true,5]}",
                            "{\"name\":\"completions\",\"value\":[2,9]}",
                            "{\"name\":\"left\",\"value\":\"done\"}",
                            "{\"name\":\"unknown model\",\"value\":[\"NotFoundError\",404,"
                                    + "\"404 The model `gpt-5` does not exist.\"]}",
                            "{\"name\":\"too long\",\"value\":[\"BadRequestError\",400,\"400 'max_tokens' or"
                                    + " 'max_completion_tokens' is too large: 1000000. This model's maximum context"
                                    + " length is 4096 tokens and your request has 7 input tokens"
                                    + " (1000000 > 4096 - 7).\"]}",
                            "{\"name\":\"wrong key\",\"value\":[\"AuthenticationError\",401,\"401"
                                    + " \\\"Unauthorized\\\"\"]}");
            assertThat(Await.reached(() -> server.engineState().running() == 0)).isTrue();
        }
    }

    private boolean runs(String... command) throws InterruptedException {
        try {
            run(command);
            return true;
        } catch (IOException | IllegalStateException e) {
            return false;
        }
    }

    private String run(String... command) throws IOException, InterruptedException {
        Path out = folder.resolve("out.txt");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(folder.resolve("err.txt").toFile())
                .start();
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException(String.join(" ", command) + " took more than " + LIMIT_SECONDS + " s");
        }
        if (process.exitValue() != 0) {
            throw new IllegalStateException(
                    String.join(" ", command) + ": " + Files.readString(folder.resolve("err.txt")));
        }
        return Files.readString(out, StandardCharsets.UTF_8);
    }
}
