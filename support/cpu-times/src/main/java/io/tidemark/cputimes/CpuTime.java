package io.tidemark.cputimes;

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
