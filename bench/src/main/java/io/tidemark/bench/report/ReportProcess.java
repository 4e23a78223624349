package io.tidemark.bench.report;

import io.tidemark.app.Tidemark;
import io.tidemark.schemas.time.NanoClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One {@code tidemark report} in a JVM of its own, watched from outside. */
final class ReportProcess {
    /** As bin/tidemark starts it. */
    private static final List<String> OPTIONS = List.of(
            "-Xmx640m", "-Xmn150m", "-XX:+UseParallelGC", "-XX:TieredStopAtLevel=1", "-Djava.awt.headless=true");

    private static final int LOOK_EVERY_MILLIS = 20;
    private static final double NANOS_PER_SECOND = 1e9;

    private ReportProcess() {}

    /**
     * What it took.
     *
     * @param seconds from the start of the process to its end
     * @param cpuSeconds of all its threads
     * @param peakBytes the most that it held of the machine's memory, by Linux' VmHWM
     */
    record Cost(double seconds, double cpuSeconds, long peakBytes) {}

    static Cost run(NanoClock nanos, Path store, Path out, List<String> runs) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(OPTIONS);
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), Tidemark.class.getName(), "report"));
        words.addAll(runs);
        words.addAll(List.of("--store", store.toString(), "--out", out.toString()));
        Path printed = store.resolveSibling("printed.txt");
        long before = nanos.nanos();
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        long peak = 0;
        Duration cpu = Duration.ZERO;
        while (!process.waitFor(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
            peak = Math.max(peak, highWater(process.pid()));
            cpu = process.info().totalCpuDuration().orElse(cpu);
        }
        double seconds = (nanos.nanos() - before) / NANOS_PER_SECOND;
        if (process.exitValue() != 0) {
            throw new IllegalStateException(
                    "tidemark report ended with " + process.exitValue() + ": " + Files.readString(printed));
        }
        return new Cost(seconds, cpu.toMillis() / 1e3, peak);
    }

    /** 0 where the system does not show it, and when the process has just ended. */
    private static long highWater(long pid) throws IOException {
        Path status = Path.of("/proc", String.valueOf(pid), "status");
        if (!Files.isReadable(status)) {
            return 0;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                .findFirst()
                .orElse(0);
    }
}
