package io.tidemark.app.team;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script of {@code admin team add --commands}, run with Kafka's own tools, makes what {@code --apply} makes. */
@Tag("long")
final class KafkaToolsTest {
    private static final Map<String, String> TOOLS = Map.of(
            "kafka-topics.sh", "org.apache.kafka.tools.TopicCommand",
            "kafka-acls.sh", "org.apache.kafka.tools.AclCommand",
            "kafka-configs.sh", "kafka.admin.ConfigCommand");
    private static final String PASSWORD = "password-of-the-producer";

    @TempDir
    private Path folder;

    @Test
    void nothingIsLeftToMakeAfterTheScript() throws Throwable {
        try (SecuredCluster cluster = SecuredCluster.start(folder)) {
            Path script = folder.resolve("perf.sh");
            String[] commands = {"admin", "team", "add", "perf", "--commands", "--partitions", "2"};
            Files.writeString(script, cluster.said(cluster.admin(), 0, commands));

            run(script, cluster);

            assertThat(cluster.said(cluster.admin(), 0, "admin", "team", "add", "perf"))
                    .startsWith("team perf: nothing to change, ");
            Map<String, String> producer = cluster.scram("perf-producer", PASSWORD);
            try (PrincipalClients user = new PrincipalClients(cluster.bootstrapServers(), producer)) {
                user.write(Topic.TOKENS.in(new Team("perf")));
            }
        }
    }

    private void run(Path script, SecuredCluster cluster) throws IOException, InterruptedException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        for (Map.Entry<String, String> tool : TOOLS.entrySet()) {
            Path file = Files.writeString(
                    bin.resolve(tool.getKey()),
                    "#!/usr/bin/env bash\nexec '" + java + "' -Xmx256m -XX:TieredStopAtLevel=1 -cp '"
                            + System.getProperty("java.class.path") + "' " + tool.getValue() + " \"$@\"\n");
            assertThat(file.toFile().setExecutable(true)).isTrue();
        }
        Path output = folder.resolve("output");
        ProcessBuilder builder = new ProcessBuilder("bash", script.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().merge("PATH", bin.toString(), (path, tools) -> tools + ":" + path);
        builder.environment().put("BOOTSTRAP", cluster.bootstrapServers());
        builder.environment().put("ADMIN_CONFIG", adminConfig(cluster).toString());
        for (String user : new String[] {"PRODUCER", "READER", "SERVICE"}) {
            builder.environment().put("PASSWORD_PERF_" + user, PASSWORD);
        }
        Process process = builder.start();
        assertThat(process.waitFor(15, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(() -> said(output)).isZero();
    }

    private Path adminConfig(SecuredCluster cluster) throws IOException {
        Properties properties = new Properties();
        properties.putAll(cluster.admin());
        Path file = folder.resolve("admin.properties");
        try (Writer out = Files.newBufferedWriter(file)) {
            properties.store(out, null);
        }
        return file;
    }

    private static String said(Path output) {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
