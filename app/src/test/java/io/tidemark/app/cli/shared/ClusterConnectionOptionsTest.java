package io.tidemark.app.cli.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.stack.ClusterConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

final class ClusterConnectionOptionsTest {
    @Command
    private static final class Publish {
        @Mixin
        private final ClusterConnectionOptions cluster = new ClusterConnectionOptions();
    }

    @TempDir
    private Path home;

    /** What a command prints for a user to run again needs them: the secrets are in the files. */
    @Test
    void aNamedClusterKeepsTheOptionsThatNameItToAnotherCommand() throws Exception {
        String kafka = Files.writeString(home.resolve("kafka.properties"), "security.protocol=SSL\n")
                .toString();
        String registry = Files.writeString(home.resolve("registry.properties"), "basic.auth.user.info=a:b\n")
                .toString();
        ClusterConnection named = parsed(
                "--kafka",
                "broker-1:9092,broker-2:9092",
                "--registry",
                "http://registry:8081",
                "--registry-setting",
                "basic.auth.credentials.source=USER_INFO",
                "--kafka-config",
                kafka,
                "--registry-config",
                registry);
        assertThat(named.options())
                .containsExactly(
                        "--kafka",
                        "broker-1:9092,broker-2:9092",
                        "--registry",
                        "http://registry:8081",
                        "--registry-config",
                        registry,
                        "--kafka-config",
                        kafka);
        assertThat(named.clientSettings()).containsEntry("security.protocol", "SSL");
    }

    private static ClusterConnection parsed(String... words) {
        Publish publish = new Publish();
        new CommandLine(publish).parseArgs(words);
        return publish.cluster.named().orElseThrow();
    }
}
