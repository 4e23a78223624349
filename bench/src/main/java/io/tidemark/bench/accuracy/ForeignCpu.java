package io.tidemark.bench.accuracy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;

/** Processor time that the machine spent on neither the client nor its server: what disturbed a figure. Not a number where the
 * kernel is not Linux. */
record ForeignCpu(double busySeconds, double serverSeconds) {
    private static final Path STAT = Path.of("/proc/stat");
    /** Of the kernel's interface to programs, on all architectures that Java runs on. */
    private static final double TICKS_PER_SECOND = 100;

    /** From here on. */
    static ForeignCpu mark(long serverPid) throws IOException {
        double busy = Files.isReadable(STAT) ? busy(Files.readString(STAT)) : Double.NaN;
        return new ForeignCpu(busy, server(serverPid));
    }

    /** Since then; not below 0, which the kernel's ticks alone would give. */
    double secondsSince(ForeignCpu before, double clientSeconds) {
        return Math.max(0, busySeconds - before.busySeconds - (serverSeconds - before.serverSeconds) - clientSeconds);
    }

    /** User, nice and system, of the line of all processors. */
    static double busy(String stat) {
        return Arrays.stream(stat.split("\n", 2)[0].split(" +"))
                        .skip(1)
                        .limit(3)
                        .mapToLong(Long::parseLong)
                        .sum()
                / TICKS_PER_SECOND;
    }

    private static double server(long pid) {
        return ProcessHandle.of(pid)
                        .flatMap(process -> process.info().totalCpuDuration())
                        .map(Duration::toNanos)
                        .orElse(0L)
                / 1e9;
    }
}
