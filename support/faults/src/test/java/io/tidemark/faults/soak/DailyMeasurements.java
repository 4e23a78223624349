package io.tidemark.faults.soak;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Quantities by virtual day, and the lines fitted to them. Not thread-safe. */
final class DailyMeasurements {
    /** Runs and topics fill up in them. */
    static final int SETTLING_DAYS = 2;

    private final Map<String, List<Double>> byName = new LinkedHashMap<>();
    private final Set<String> unjudged = new HashSet<>();

    /** What may rise and fall by itself: it is printed, and no line through it says that something grows. */
    void addUnjudged(String name, double value) {
        unjudged.add(name);
        add(name, value);
    }

    void add(String name, double value) {
        byName.computeIfAbsent(name, first -> new ArrayList<>()).add(value);
    }

    /** The newest value. */
    double last(String name) {
        List<Double> values = byName.get(name);
        return values.get(values.size() - 1);
    }

    /** Of the days after the first two. */
    List<TrendLine> slopes() {
        return byName.entrySet().stream()
                .map(entry -> TrendLine.of(
                        entry.getKey(),
                        SETTLING_DAYS + 1,
                        entry.getValue().stream().skip(SETTLING_DAYS).toList()))
                .toList();
    }

    /** Those that grow, of what is judged. */
    List<TrendLine> growing() {
        return slopes().stream()
                .filter(slope -> !unjudged.contains(slope.of()) && slope.grows())
                .toList();
    }

    void print(PrintStream out) {
        int days = byName.values().stream().mapToInt(List::size).max().orElse(0);
        StringBuilder head = new StringBuilder(String.format(Locale.ROOT, "%-34s", "at the end of day"));
        for (int day = 1; day <= days; day++) {
            head.append(String.format(Locale.ROOT, " %9d", day));
        }
        out.println(head);
        List<TrendLine> slopes = slopes();
        for (TrendLine slope : slopes) {
            StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-34s", slope.of()));
            byName.get(slope.of()).forEach(value -> line.append(String.format(Locale.ROOT, " %9s", number(value))));
            out.println(line);
        }
        out.println();
        out.println("slope after the first " + SETTLING_DAYS + " days, with its 99.9 % interval:");
        for (TrendLine slope : slopes) {
            out.printf(
                    Locale.ROOT,
                    "%-34s mean %9s   %s%s%n",
                    slope.of(),
                    number(slope.mean()),
                    slope.description(),
                    unjudged.contains(slope.of()) ? " (not judged)" : "");
        }
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1_000_000
                ? String.format(Locale.ROOT, "%,.0f", value)
                : String.format(Locale.ROOT, value < 100 ? "%.3f" : "%,.1f", value);
    }
}
