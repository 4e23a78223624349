package io.tidemark.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.process.FreePorts;
import io.tidemark.producer.plan.server.CommandTemplate;
import io.tidemark.producer.plan.server.ContainerEngine;
import io.tidemark.producer.plan.server.ServerRecipe;
import io.tidemark.servers.diagnose.ServerFailure;
import io.tidemark.servers.process.LocalPort;
import io.tidemark.servers.process.ToolOutput;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The recipes with the real podman and the real ssh, where they are installed. */
@Tag("integration")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
final class InstalledToolsTest {
    private static final Duration WITHIN = Duration.ofMinutes(3);
    private static final String IMAGE = "localhost/tidemark-empty:test";
    /** In a container that has nothing of its own. */
    private static final List<String> FOLDERS = List.of("/bin", "/lib", "/lib64", "/usr", "/etc");

    @TempDir
    private Path folder;

    @Test
    void containerOfPodmanStartsIsMeasuredAndIsGone() throws Exception {
        assumeThat(Files.isExecutable(Path.of("/usr/bin/podman")))
                .as("podman is installed (apt-get install podman runc)")
                .isTrue();
        emptyImage();
        StubServer stub = StubServer.in(folder);
        List<String> arguments = new ArrayList<>(List.of("-p", "${port}:8000", "-v", folder + ":" + folder + ":ro"));
        FOLDERS.stream()
                .filter(host -> Files.isDirectory(Path.of(host)))
                .forEach(host -> arguments.addAll(List.of("-v", host + ":" + host + ":ro")));
        List<String> trial = new ArrayList<>(List.of("podman", "run", "--rm"));
        arguments.forEach(word -> trial.add(word.replace("${port}", String.valueOf(stub.port()))));
        trial.addAll(List.of(IMAGE, "true"));
        assumeThat(ran(trial)).as("podman runs a container here").isEmpty();
        ServerRecipe recipe = new ServerRecipe.Container(
                ContainerEngine.PODMAN,
                IMAGE,
                new CommandTemplate(arguments),
                new CommandTemplate(List.of(
                        "python3", folder.resolve("stub_server.py").toString(), "${model}", "--host", "0.0.0.0")));

        ServerStartFacts facts = startedAndStopped(stub, recipe);

        assertThat(facts.launch().command()).endsWith("--max-num-seqs", "8");
        assertThat(said(List.of("podman", "ps", "--all", "--format", "{{.Names}}")))
                .doesNotContainIgnoringCase(facts.launch().startId());
    }

    @Test
    void serverBehindTheRealSshStartsIsMeasuredAndIsGone() throws Exception {
        Path daemon = Path.of("/usr/sbin/sshd");
        assumeThat(Files.isExecutable(daemon) && Files.isExecutable(Path.of("/usr/bin/ssh")))
                .as("ssh and its server are installed (apt-get install openssh-server openssh-client)")
                .isTrue();
        int port = FreePorts.next();
        Process sshd = sshd(daemon, port);
        try {
            List<String> options = List.of(
                    "-p",
                    String.valueOf(port),
                    "-i",
                    folder.resolve("user").toString(),
                    "-o",
                    "IdentitiesOnly=yes",
                    "-o",
                    "StrictHostKeyChecking=no",
                    "-o",
                    "UserKnownHostsFile=" + folder.resolve("known"));
            String host = System.getProperty("user.name") + "@127.0.0.1";
            StubServer stub = StubServer.in(folder);
            ServerRecipe recipe = new ServerRecipe.Ssh(
                    host,
                    options,
                    new CommandTemplate(List.of(
                            "python3", folder.resolve("stub_server.py").toString(), "${model}", "--port", "${port}")));

            ServerStartFacts facts = startedAndStopped(stub, recipe);

            assertThat(facts.launch().command()).endsWith("--max-num-seqs", "8");
            assertThat(Files.readString(facts.launch().log()))
                    .contains("key ********")
                    .doesNotContain(StubServer.SECRET);
        } finally {
            sshd.destroy();
            sshd.waitFor();
        }
    }

    private ServerStartFacts startedAndStopped(StubServer stub, ServerRecipe recipe) throws InterruptedException {
        try (ProcessServerLauncher launcher = StubServer.launcher(folder)) {
            assertThat(launcher.check(stub.request(recipe, Map.of("max-num-seqs", "8"))))
                    .extracting(ServerProblem::text)
                    .containsExactly("flags are not checked: a server of server." + recipe.key()
                            + " is not asked for its --help");
            RunningServer server = launcher.start(stub.request(recipe, Map.of("max-num-seqs", "8")));
            assertThat(server.isAlive()).isTrue();

            ServerStartFacts facts = server.stop();

            assertThat(facts.observed().version()).contains("9.8.7");
            assertThat(facts.observed().firstRequestSeconds()).isPresent();
            assertThat(facts.end().orElseThrow().failure()).isEqualTo(ServerFailure.STOPPED);
            assertThat(new LocalPort(stub.port()).isFree()).isTrue();
            return facts;
        }
    }

    private void emptyImage() throws IOException, InterruptedException {
        Path layer = folder.resolve("empty.tar");
        // The end of an archive: two blocks of zeros.
        Files.copy(new ByteArrayInputStream(new byte[1024]), layer);
        assumeThat(ran(List.of("podman", "import", "--quiet", layer.toString(), IMAGE)))
                .as("podman imports an image here")
                .isEmpty();
    }

    private Process sshd(Path daemon, int port) throws Exception {
        for (String key : List.of("host", "user")) {
            assertThat(ran(List.of(
                            "ssh-keygen",
                            "-q",
                            "-t",
                            "ed25519",
                            "-N",
                            "",
                            "-f",
                            folder.resolve(key).toString())))
                    .isEmpty();
        }
        if (System.getProperty("user.name").equals("root")) {
            // What Debian's unit makes before it starts the daemon.
            Files.createDirectories(
                    Path.of("/run/sshd"),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        }
        Path config = Files.writeString(
                folder.resolve("sshd.conf"),
                String.join(
                        "\n",
                        "Port " + port,
                        "ListenAddress 127.0.0.1",
                        "HostKey " + folder.resolve("host"),
                        "AuthorizedKeysFile " + folder.resolve("user.pub"),
                        "PidFile none",
                        "StrictModes no",
                        "UsePAM no",
                        ""));
        Process sshd = new ProcessBuilder(daemon.toString(), "-D", "-e", "-f", config.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("sshd.log").toFile())
                .start();
        Await.until(() -> !new LocalPort(port).isFree() || !sshd.isAlive(), WITHIN, () -> "sshd does not listen");
        assertThat(sshd.isAlive())
                .as(Files.readString(folder.resolve("sshd.log")))
                .isTrue();
        return sshd;
    }

    /** What a program said that failed; empty if it did not. */
    private static Optional<String> ran(List<String> command) throws InterruptedException {
        Optional<ToolOutput> said = ToolOutput.of(command, WITHIN);
        return said.isPresent() && said.get().status() == 0
                ? Optional.empty()
                : Optional.of(said.map(ToolOutput::text).orElse(command.get(0) + " gave no answer"));
    }

    private static String said(List<String> command) throws InterruptedException {
        return ToolOutput.of(command, WITHIN).map(ToolOutput::text).orElseThrow();
    }
}
