package io.tidemark.cputimes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Writes the CPU seconds of each test class, as in "12.34 io.tidemark.app.StackTest", to target/surefire-reports/PID.cpu of the module.
 * A class is charged with all that the JVM used since the class before ended, and with the processes that ended meanwhile: nothing is left out. A process
 * that outlives its class is charged to the one in which it ends. Without /proc, where the kernel is no Linux, nothing is written.
 */
public final class CpuTimeListener implements TestExecutionListener {
    private static final Path STATISTICS = Path.of("/proc/self/stat");
    private static final Path REPORTS = Path.of("target", "surefire-reports");

    private final Path statistics;
    private final Path reports;
    private double chargedSeconds;

    /** What JUnit calls, in the folder of the module. */
    public CpuTimeListener() {
        this(STATISTICS, REPORTS);
    }

    CpuTimeListener(Path statistics, Path reports) {
        this.statistics = statistics;
        this.reports = reports;
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (isTopLevelClass(test) && Files.isReadable(statistics)) {
            try {
                charge(((ClassSource) test.getSource().orElseThrow()).getClassName());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void charge(String testClass) throws IOException {
        double usedSeconds = CpuTime.parse(Files.readString(statistics)).seconds();
        String line = String.format(Locale.ROOT, "%.2f %s%n", usedSeconds - chargedSeconds, testClass);
        chargedSeconds = usedSeconds;
        Files.createDirectories(reports);
        Files.writeString(
                reports.resolve(ProcessHandle.current().pid() + ".cpu"),
                line,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    /** Of a nested class the source is a class too, but its parent is no engine. */
    private static boolean isTopLevelClass(TestIdentifier test) {
        return test.getSource().filter(ClassSource.class::isInstance).isPresent()
                && test.getUniqueIdObject().getSegments().size() == 2;
    }

    /**
     * CPU time, user and system, that a process and those of its children used that have ended and been awaited.
     *
     * @param ticks of the kernel's clock for programs, of which a second has 100
     */
    record CpuTime(long ticks) {
        private static final double TICKS_PER_SECOND = 100;

        /** The fields utime, stime, cutime and cstime, counted from the one behind the program's name, which may hold blanks and brackets. */
        private static final int UTIME = 11;

        private static final int CSTIME = 14;

        /** @param statistics of /proc/PID/stat, as proc(5) has it */
        static CpuTime parse(String statistics) {
            String[] fields =
                    statistics.substring(statistics.lastIndexOf(')') + 2).trim().split(" ", -1);
            long ticks = 0;
            for (int field = UTIME; field <= CSTIME; field++) {
                ticks += Long.parseLong(fields[field]);
            }
            return new CpuTime(ticks);
        }

        double seconds() {
            return ticks / TICKS_PER_SECOND;
        }
    }
}
