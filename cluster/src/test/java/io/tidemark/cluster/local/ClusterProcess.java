package io.tidemark.cluster.local;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** A cluster in a JVM of its own, which can be killed; run by hand, it says what the cluster costs. */
final class ClusterProcess {
    private final Process process;
    private final String bootstrapServers;

    private ClusterProcess(Process process, String bootstrapServers) {
        this.process = process;
        this.bootstrapServers = bootstrapServers;
    }

    static ClusterProcess start(Path dataDir) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ClusterProcess.class.getName(),
                        dataDir.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        return new ClusterProcess(process, lines.readLine());
    }

    String bootstrapServers() {
        return bootstrapServers;
    }

    long pid() {
        return process.pid();
    }

    /** SIGKILL, to this process only. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Prints where the cluster serves, then what it costs, and waits to be killed or for the end of its input. */
    public static void main(String[] args) throws IOException {
        try (LocalCluster cluster = LocalCluster.start(Path.of(args[0]))) {
            Duration sinceStart =
                    ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
            System.out.println(cluster.bootstrapServers());
            System.gc();
            long heapBytes =
                    Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
            List<String> status = Files.readAllLines(Path.of("/proc/self/status"));
            String rss = status.stream()
                    .filter(line -> line.startsWith("VmRSS"))
                    .findFirst()
                    .orElse("VmRSS unknown");
            System.out.printf(
                    Locale.ROOT,
                    "CPU to start %.1f s, live heap %.1f MiB, %s, %d threads%n",
                    sinceStart.toMillis() / 1000.0,
                    heapBytes / 1048576.0,
                    rss,
                    Thread.activeCount());
            while (System.in.read() >= 0) {
                // until whoever started us is gone
            }
        }
    }
}
