package io.tidemark.simulator.metrics;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;

/**
 * What prometheus_client says about the process, with this JVM's figures in the places of Python's: heap and class data for
 * resident memory, collections of the youngest generation as generation 0 and of the oldest as generation 2.
 */
final class ProcessFamilies {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int GENERATIONS = 3;

    private final double startedSeconds;

    ProcessFamilies(double startedSeconds) {
        this.startedSeconds = startedSeconds;
    }

    void write(MetricsTextWriter text) {
        writePython(text);
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            gauge(text, "process_virtual_memory_bytes", "Virtual memory size in bytes.", (double)
                    system.getCommittedVirtualMemorySize());
            gauge(text, "process_resident_memory_bytes", "Resident memory size in bytes.", residentBytes());
            writeStart(text);
            text.head("process_cpu_seconds_total", "counter", "Total user and system CPU time spent in seconds.");
            text.sample("process_cpu_seconds_total", SampleLabels.NONE, cpuSeconds(system));
            gauge(text, "process_open_fds", "Number of open file descriptors.", (double)
                    system.getOpenFileDescriptorCount());
            gauge(text, "process_max_fds", "Maximum number of open file descriptors.", (double)
                    system.getMaxFileDescriptorCount());
            return;
        }
        writeStart(text);
    }

    /** When it started, and nothing else. */
    void writeStart(MetricsTextWriter text) {
        gauge(
                text,
                "process_start_time_seconds",
                "Start time of the process since unix epoch in seconds.",
                startedSeconds);
    }

    private static void writePython(MetricsTextWriter text) {
        generations(text, "python_gc_objects_collected_total", "Objects collected during gc", new long[GENERATIONS]);
        generations(
                text,
                "python_gc_objects_uncollectable_total",
                "Uncollectable objects found during GC",
                new long[GENERATIONS]);
        generations(
                text, "python_gc_collections_total", "Number of times this generation was collected", collections());
        text.head("python_info", "gauge", "Python platform information");
        SampleLabels python = SampleLabels.of("implementation", "CPython")
                .with("major", "3")
                .with("minor", "12")
                .with("patchlevel", "11")
                .with("version", "3.12.11");
        text.sample("python_info", python, 1);
    }

    private static void generations(MetricsTextWriter text, String name, String help, long[] values) {
        text.head(name, "counter", help);
        for (int i = 0; i < values.length; i++) {
            text.sample(name, SampleLabels.of("generation", String.valueOf(i)), (double) values[i]);
        }
    }

    private static long[] collections() {
        long[] counts = new long[GENERATIONS];
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            boolean young = collector.getName().contains("Young");
            counts[young ? 0 : GENERATIONS - 1] += Math.max(0, collector.getCollectionCount());
        }
        return counts;
    }

    private static double residentBytes() {
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        MemoryUsage rest = ManagementFactory.getMemoryMXBean().getNonHeapMemoryUsage();
        return (double) heap.getCommitted() + rest.getCommitted();
    }

    private static double cpuSeconds(OperatingSystemMXBean system) {
        return Math.max(0, system.getProcessCpuTime()) / NANOS_PER_SECOND;
    }

    private static void gauge(MetricsTextWriter text, String name, String help, double value) {
        text.head(name, "gauge", help);
        text.sample(name, SampleLabels.NONE, value);
    }
}
