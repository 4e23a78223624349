package io.tidemark.servers;

import io.tidemark.events.ApiKind;
import io.tidemark.fixtures.process.FreePorts;
import io.tidemark.producer.plan.RequestPlan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.secret.SecretSource;
import io.tidemark.producer.plan.server.CommandTemplate;
import io.tidemark.producer.plan.server.EnvironmentEntry;
import io.tidemark.producer.plan.server.EnvironmentValue;
import io.tidemark.producer.plan.server.FlagStyle;
import io.tidemark.producer.plan.server.LogBounds;
import io.tidemark.producer.plan.server.ReadyPlan;
import io.tidemark.producer.plan.server.ServerPlan;
import io.tidemark.producer.plan.server.ServerRecipe;
import io.tidemark.producer.plan.server.StopPlan;
import io.tidemark.producer.plan.server.StopPlan.MemorySource;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.servers.probe.WarmUpRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** A small server of Python on a free port, and what starts it. */
record StubServer(Path folder, int port) {
    private static final String MODEL = "stub-model";

    static final String SECRET = "s3cr3t-value";

    static StubServer in(Path folder) {
        try (InputStream script = StubServer.class.getResourceAsStream("stub_server.py")) {
            Files.write(folder.resolve("stub_server.py"), script.readAllBytes());
            return new StubServer(folder, FreePorts.next());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ProcessServerLauncher launcher(Path folder) {
        return launcher(folder, System.getenv("PATH"));
    }

    static ProcessServerLauncher launcher(Path folder, String path) {
        return new ProcessServerLauncher(context(folder, path));
    }

    static LauncherContext context(Path folder, String path) {
        return new LauncherContext(
                new Clocks(NanoClock.SYSTEM, InstantSource.system()),
                new SplittableRandom(),
                Map.of("PATH", path, "STUB_SECRET", SECRET, "TASKS", "gsm8k"),
                HttpClient.newHttpClient(),
                folder.resolve("cache"));
    }

    /** A start with these flags in the base command. */
    ServerStartRequest request(String... words) {
        return request(Map.of(), words);
    }

    ServerStartRequest request(Map<String, String> flags, String... words) {
        List<String> command = new ArrayList<>(
                List.of("python3", folder.resolve("stub_server.py").toString(), "${model}", "--port", "${port}"));
        command.addAll(List.of(words));
        return request(new ServerRecipe.Command(new CommandTemplate(command)), flags);
    }

    ServerStartRequest request(ServerRecipe recipe, Map<String, String> flags) {
        return request(recipe, flags, MODEL);
    }

    /** @param model that the server must serve */
    ServerStartRequest request(ServerRecipe recipe, Map<String, String> flags, String model) {
        ServerPlan server = new ServerPlan(
                recipe,
                List.of(new EnvironmentEntry(
                        "STUB_API_KEY",
                        new EnvironmentValue.Secret(new SecretSource.Environment("STUB_SECRET")),
                        "plan.yaml:7")),
                Optional.empty(),
                Map.of(),
                FlagStyle.VLLM,
                new ReadyPlan("/health", 200, Duration.ofMinutes(2), Optional.empty()),
                2,
                new StopPlan(Duration.ofSeconds(2), Duration.ofMinutes(2), MemorySource.NONE),
                LogBounds.DEFAULT);
        return new ServerStartRequest(
                server,
                "tuned",
                flags,
                TargetPlan.at(URI.create("http://127.0.0.1:" + port), model),
                new WarmUpRequest(ApiKind.CHAT, RequestPlan.DEFAULT, false),
                Map.of(),
                folder.resolve("logs"));
    }
}
