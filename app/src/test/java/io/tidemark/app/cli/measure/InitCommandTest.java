package io.tidemark.app.cli.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.sun.net.httpserver.HttpServer;
import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.read.PlanLoader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tidemark init}. */
final class InitCommandTest {
    @TempDir
    private Path directory;

    private Shell shell;
    private Path file;

    @BeforeEach
    void open() {
        shell = new Shell(directory.resolve("home"));
        file = directory.resolve("my plan.yaml");
    }

    @AfterEach
    void close() {
        shell.close();
    }

    @Test
    void itWritesAPlanThatTheLoaderReadsAndASchemaBesideIt() throws IOException {
        assertThat(shell.run("init", file.toString())).isZero();

        Plan plan = PlanLoader.load(file);
        assertThat(plan.steps()).hasSize(3);
        assertThat(plan.objectives()).hasSize(3);
        assertThat(plan.phases()).hasSize(2);
        assertThat(plan.apiKey()).isEmpty();
        assertThat(Files.readString(file)).startsWith("# yaml-language-server: $schema=plan.schema.json\n");
        assertThat(directory.resolve("plan.schema.json")).content().contains("2020-12");
        assertThat(shell.out()).contains("tidemark run " + file);
    }

    @Test
    void aFileThatIsThereIsKeptUnlessForced() throws IOException {
        Files.writeString(file, "precious");

        assertThat(shell.run("init", file.toString())).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains(file + " is there already; --force overwrites it");
        assertThat(file).hasContent("precious");

        assertThat(shell.run("init", "--force", file.toString())).isZero();
        assertThat(PlanLoader.load(file).steps()).isNotEmpty();
    }

    @Test
    void aTargetIsAskedForItsModel() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/models", exchange -> {
            byte[] body = "{\"data\": [{\"id\": \"org/model: \\\"8B\\\"\"}]}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            String url = "http://127.0.0.1:" + server.getAddress().getPort();

            assertThat(shell.run("init", "--target", url, file.toString())).isZero();
            assertThat(PlanLoader.load(file).targets())
                    .extracting(target -> target.url().toString(), target -> target.model())
                    .containsExactly(tuple(url, "org/model: \"8B\""));
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aTargetThatDoesNotAnswerLeavesNoFile() {
        assertThat(shell.run("init", "--target", "http://127.0.0.1:1", file.toString()))
                .isEqualTo(ExitCode.INFRASTRUCTURE.code());
        assertThat(shell.err()).contains("127.0.0.1:1");
        assertThat(file).doesNotExist();
    }

    @Test
    void theKeysVariableIsNamedAndItsValueIsNot() throws IOException {
        assertThat(shell.run("init", "--api-key-env", "MY_KEY", file.toString()))
                .isZero();
        assertThat(PlanLoader.load(file).apiKey()).isPresent();
        assertThat(Files.readString(file)).contains("api_key: {env: \"MY_KEY\"}");
    }
}
