package io.tidemark.app.cli.diagnose;

import io.tidemark.producer.plan.LoadLimits;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.run.CalibrationRow;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** What measured facts of this machine mean: pure decisions. */
final class MachineChecks {
    private static final int MIN_JAVA = 17;
    private static final long MIN_HEAP_BYTES = 512L << 20;
    private static final long MIN_DISK_BYTES = 2L << 30;
    private static final Duration MAX_CLOCK_STEP = Duration.ofMillis(1);
    private static final Duration MAX_CLOCK_DISAGREEMENT = Duration.ofMillis(50);
    private static final Instant EARLIEST = Instant.parse("2025-01-01T00:00:00Z");

    private MachineChecks() {}

    static Finding java(String version, int feature, long heapBytes, int processors) {
        String fact = String.format(
                Locale.ROOT, "Java %s, %d processors, heap up to %d MiB", version, processors, heapBytes >> 20);
        if (feature < MIN_JAVA) {
            return Finding.failed("java", fact, "install Java " + MIN_JAVA + " or newer, or set JAVA_HOME");
        }
        return heapBytes < MIN_HEAP_BYTES
                ? Finding.failed("java", fact, "give it 512 MiB or more, e.g. TIDEMARK_JAVA_OPTS=-Xmx1g")
                : Finding.ok("java", fact);
    }

    static Finding disk(String folder, long usableBytes, boolean writable) {
        String fact = String.format(Locale.ROOT, "%.1f GiB free for %s", usableBytes / (double) (1L << 30), folder);
        if (!writable) {
            return Finding.failed("disk", folder + " cannot be written", "choose another home with TIDEMARK_HOME");
        }
        return usableBytes < MIN_DISK_BYTES
                ? Finding.failed("disk", fact, "free 2 GiB, or choose another home with TIDEMARK_HOME")
                : Finding.ok("disk", fact);
    }

    /**
     * The two clocks.
     *
     * @param step least difference of two readings of the monotonic clock
     * @param disagreement by how much the wall clock went faster or slower meanwhile
     */
    static Finding clocks(Duration step, Duration disagreement, Instant now) {
        String fact = String.format(
                Locale.ROOT,
                "steps of %d ns; wall clock %s, off by %s from the monotonic one",
                step.toNanos(),
                now,
                ValueText.latency(disagreement.toNanos()));
        if (step.compareTo(MAX_CLOCK_STEP) > 0) {
            return Finding.failed("clocks", fact, "latencies need steps of 1 ms or less; measure on another machine");
        }
        if (disagreement.abs().compareTo(MAX_CLOCK_DISAGREEMENT) > 0) {
            return Finding.failed("clocks", fact, "something sets the wall clock; let NTP slew it");
        }
        return now.isBefore(EARLIEST)
                ? Finding.failed("clocks", fact, "the wall clock is wrong; set it by NTP")
                : Finding.ok("clocks", fact);
    }

    /** What the client added to a run of this store. */
    static Finding clientError(CalibrationRow row) {
        LoadLimits limits = LoadLimits.DEFAULT;
        String fact = String.format(
                Locale.ROOT,
                "ttft +%s p99, itl %s p99 at %d streams, measured at %s",
                ValueText.latency(row.ttftErrorP99Nanos()),
                ValueText.latency(row.itlErrorP99Nanos()),
                row.concurrency(),
                row.at());
        boolean past = row.ttftErrorP99Nanos() > limits.calibrationTtftP99().toNanos()
                || row.itlErrorP99Nanos() > limits.calibrationItlP99().toNanos();
        return past
                ? Finding.failed(
                        "client error",
                        fact,
                        "this machine is too busy or too small to measure with; see `tidemark calibrate`")
                : Finding.ok("client error", fact);
    }
}
