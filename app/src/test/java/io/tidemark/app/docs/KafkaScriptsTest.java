package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import io.tidemark.fixtures.RepositoryFiles;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts are run with stand-ins for Kafka's tools that write down what they were asked. */
@Tag("integration")
final class KafkaScriptsTest {
    private static final List<String> TOOLS = List.of("kafka-topics.sh", "kafka-acls.sh", "kafka-configs.sh");
    private static final String RECORDER = "#!/usr/bin/env bash\necho \"$(basename \"$0\") $*\" >> \"$CALLS\"\n";

    @TempDir
    private Path folder;

    @Test
    void topicsScriptAsksForExactlyTheCatalogue() throws IOException, InterruptedException {
        int exit = run("topics.sh", "--bootstrap-server", "broker:9092", "--team", "perf", "--replication", "2");

        assertThat(exit).isZero();
        assertThat(calls())
                .containsExactlyElementsOf(Arrays.stream(Topic.values())
                        .map(topic -> creation(topic, " --replication-factor 2"))
                        .toList());
    }

    @Test
    void topicsScriptLeavesTheCopiesToTheBrokersUnlessTheyAreGiven() throws IOException, InterruptedException {
        assertThat(run("topics.sh", "--bootstrap-server", "broker:9092", "--team", "perf"))
                .isZero();

        assertThat(calls())
                .containsExactlyElementsOf(Arrays.stream(Topic.values())
                        .map(topic -> creation(topic, ""))
                        .toList());
    }

    @Test
    void topicsScriptRefusesANameThatIsNoTeam() throws IOException, InterruptedException {
        int exit = run("topics.sh", "--bootstrap-server", "broker:9092", "--team", "Perf.1");

        assertThat(exit).isEqualTo(2);
        assertThat(calls()).isEmpty();
    }

    @Test
    void commandsOfATeamAskForItsTopicsUsersRulesAndQuotas() throws IOException, InterruptedException {
        Path script = folder.resolve("perf.sh");
        try (Shell shell = new Shell(folder)) {
            assertThat(shell.run(
                            "admin",
                            "team",
                            "add",
                            "perf",
                            "--commands",
                            "--producer",
                            "load gen",
                            "--partitions",
                            "2"))
                    .as(shell.err())
                    .isZero();
            Files.writeString(script, shell.out());
        }

        assertThat(run(script, List.of())).isZero();
        String user = "--bootstrap-server broker:9092 --command-config admin.properties";
        assertThat(calls())
                .hasSize(Topic.values().length + 9)
                .contains(
                        "kafka-topics.sh " + user
                                + " --create --if-not-exists --topic tidemark.perf.tokens --partitions 2"
                                + " --config cleanup.policy=delete"
                                + " --config message.timestamp.type=LogAppendTime --config retention.ms=21600000",
                        "kafka-acls.sh " + user + " --add --allow-principal User:load gen --operation Write"
                                + " --resource-pattern-type literal --topic tidemark.perf.tokens",
                        "kafka-acls.sh " + user + " --add --allow-principal User:load gen --operation Describe"
                                + " --resource-pattern-type prefixed --topic tidemark.perf.",
                        "kafka-configs.sh " + user + " --alter --entity-type users --entity-name load gen --add-config"
                                + " consumer_byte_rate=41943040,producer_byte_rate=20971520,request_percentage=100",
                        "kafka-configs.sh " + user + " --alter --entity-type users --entity-name load gen --add-config"
                                + " SCRAM-SHA-512=[iterations=8192,password=s3cret]");
    }

    /** The settings in the order in which the script gives them. */
    private static String creation(Topic topic, String copies) {
        Map<String, String> config = topic.config();
        String retention =
                config.containsKey("retention.ms") ? " --config retention.ms=" + config.get("retention.ms") : "";
        assertThat(config.keySet()).isSubsetOf("cleanup.policy", "message.timestamp.type", "retention.ms");
        return "kafka-topics.sh --bootstrap-server broker:9092 --create --if-not-exists --topic "
                + topic.in(new Team("perf")) + " --partitions " + Topic.DEFAULT_PARTITIONS
                + copies + " --config cleanup.policy=" + config.get("cleanup.policy")
                + " --config message.timestamp.type=" + config.get("message.timestamp.type") + retention;
    }

    private int run(String script, String... arguments) throws IOException, InterruptedException {
        return run(RepositoryFiles.path("deploy/kafka/" + script), List.of(arguments));
    }

    private int run(Path script, List<String> arguments) throws IOException, InterruptedException {
        for (String tool : TOOLS) {
            Path file = Files.writeString(folder.resolve(tool), RECORDER);
            assertThat(file.toFile().setExecutable(true)).isTrue();
        }
        List<String> command = new ArrayList<>(List.of("bash", script.toString()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile());
        builder.environment().put("KAFKA_BIN", folder.toString());
        builder.environment().merge("PATH", folder.toString(), (path, tools) -> tools + ":" + path);
        builder.environment().put("BOOTSTRAP", "broker:9092");
        builder.environment().put("ADMIN_CONFIG", "admin.properties");
        builder.environment().put("PASSWORD_LOAD_GEN", "s3cret");
        builder.environment().put("CALLS", folder.resolve("calls").toString());
        Process process = builder.start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        return process.exitValue();
    }

    private List<String> calls() throws IOException {
        Path calls = folder.resolve("calls");
        return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
    }
}
