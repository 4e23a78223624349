package io.tidemark.cluster.local;

import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.process.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A cluster in a JVM of its own, which can be killed; run by hand, it says what the cluster costs. */
final class ClusterProcess implements AutoCloseable {
    private static final Pattern ADDRESS = Pattern.compile("(?m)^serves at (\\S+)$");

    private final ChildJvm process;

    private ClusterProcess(ChildJvm process) {
        this.process = process;
    }

    /** What it prints is in the folder of its data. */
    static ClusterProcess start(Path dataDir) {
        ChildJvm process = ChildJvm.start(
                ClusterProcess.class, List.of("-Xmx256m"), List.of(dataDir.toString()), dataDir.resolve("printed.log"));
        Await.until(() -> ADDRESS.matcher(process.printed()).find(), process::printed);
        return new ClusterProcess(process);
    }

    String bootstrapServers() {
        Matcher address = ADDRESS.matcher(process.printed());
        if (!address.find()) {
            throw new IllegalStateException(process.printed());
        }
        return address.group(1);
    }

    long pid() {
        return process.pid();
    }

    /** SIGKILL, to this process only. */
    @Override
    public void close() {
        process.close();
    }

    /** Prints where the cluster serves, then what it costs, and waits to be killed or for the end of its input. */
    public static void main(String[] args) throws IOException {
        try (LocalCluster cluster = LocalCluster.start(Path.of(args[0]))) {
            Duration sinceStart =
                    ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
            System.out.println("serves at " + cluster.bootstrapServers());
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
