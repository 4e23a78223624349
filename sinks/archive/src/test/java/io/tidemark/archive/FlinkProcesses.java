package io.tidemark.archive;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A session cluster of Flink as its distribution starts it: a job manager, task managers and the command-line client, each a JVM with Flink's jars alone. */
final class FlinkProcesses implements AutoCloseable {
    /** What flink-dist is assembled of, and a logger. */
    private static final Pattern DISTRIBUTION = Pattern.compile(
            ".*/(flink-(annotations|clients|connector-base|connector-datagen"
                    + "|connector-files|core|core-api|datastream|datastream-api|file-sink-common|hadoop-fs|metrics-core"
                    + "|queryable-state-client-java|rpc-.*|runtime|shaded-.*|streaming-java)|kryo|minlog|reflectasm|objenesis|javassist"
                    + "|snakeyaml-engine|commons-(cli|io|lang3|text|collections|math3|compress|codec)|jsr305|slf4j-api|logback-.*|lz4-java)-[0-9][^/]*\\.jar");

    private final Path home;
    private final int port;
    private final List<Process> running = new ArrayList<>();

    private FlinkProcesses(Path home, int port) {
        this.home = home;
        this.port = port;
    }

    static FlinkProcesses start(Path home) throws IOException {
        int rest = freePort();
        Files.createDirectories(home);
        Files.writeString(home.resolve("config.yaml"), """
                jobmanager.rpc.address: 127.0.0.1
                jobmanager.rpc.port: %d
                rest.address: 127.0.0.1
                rest.port: %d
                taskmanager.host: 127.0.0.1
                taskmanager.numberOfTaskSlots: 2
                taskmanager.cpu.cores: 1
                taskmanager.memory.task.heap.size: 256m
                taskmanager.memory.managed.size: 16m
                taskmanager.memory.network.min: 32m
                taskmanager.memory.network.max: 32m
                taskmanager.memory.task.off-heap.size: 0m
                taskmanager.memory.framework.heap.size: 64m
                taskmanager.memory.framework.off-heap.size: 64m
                taskmanager.memory.jvm-metaspace.size: 192m
                taskmanager.memory.jvm-overhead.min: 64m
                taskmanager.memory.jvm-overhead.max: 64m
                heartbeat.timeout: 5000
                heartbeat.interval: 1000
                """.formatted(freePort(), rest));
        Files.writeString(home.resolve("logback.xml"), """
                <configuration><appender name="out" class="ch.qos.logback.core.ConsoleAppender">
                <encoder><pattern>%d %-5level %logger{30} %msg%n</pattern></encoder></appender>
                <root level="WARN"><appender-ref ref="out"/></root></configuration>
                """);
        FlinkProcesses cluster = new FlinkProcesses(home, rest);
        cluster.keep(cluster.java(
                "jobmanager",
                "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint",
                "--configDir",
                home.toString()));
        return cluster;
    }

    Process startTaskManager() throws IOException {
        return keep(java(
                "taskmanager",
                "org.apache.flink.runtime.taskexecutor.TaskManagerRunner",
                "--configDir",
                home.toString()));
    }

    /** The client of the distribution; returns what it said. */
    String flink(String... arguments) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(1, List.of("-m", "127.0.0.1:" + port));
        Process client = java("client", "org.apache.flink.client.cli.CliFrontend", all.toArray(String[]::new));
        if (!client.waitFor(120, TimeUnit.SECONDS) || client.exitValue() != 0) {
            client.destroyForcibly();
            throw new AssertionError(
                    "flink " + String.join(" ", arguments) + ": " + said("client") + said("jobmanager"));
        }
        return said("client");
    }

    String said(String process) throws IOException {
        return Files.readString(home.resolve(process + ".log"));
    }

    private Process keep(Process process) {
        running.add(process);
        return process;
    }

    private Process java(String name, String main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx384m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:-BytecodeVerificationRemote",
                // As the distribution's config.yaml opens it: its client looks into java.util.
                "--add-opens=java.base/java.util=ALL-UNNAMED",
                "-Dlogback.configurationFile=" + home.resolve("logback.xml"),
                "-cp",
                distribution(),
                main));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(home.resolve(name + ".log").toFile());
        builder.environment().put("FLINK_CONF_DIR", home.toString());
        return builder.start();
    }

    private static String distribution() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(jar -> DISTRIBUTION.matcher(jar).matches())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        for (Process process : running) {
            process.destroyForcibly().onExit().join();
        }
    }
}
